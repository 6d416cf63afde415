//! Shido's command line with one game more: `cargo run -p kalah -- play kalah`.

use std::process::ExitCode;

use kalah::Kalah;
use shido::{Catalog, Error};

fn main() -> ExitCode {
    let mut catalog = Catalog::shipped();
    let added = catalog.add_family("kalah", |spec| {
        let number = |key: &str, usual: u8| match spec.option(key) {
            None => Ok(usual),
            Some(text) => text.parse().map_err(|_| Error::OptionValue {
                name: spec.name.clone(),
                key: key.to_owned(),
                value: text.to_owned(),
                wanted: "a number from 1 to 6".to_owned(),
            }),
        };
        let (houses, seeds) = (number("houses", 6)?, number("seeds", 4)?);
        match Kalah::new(usize::from(houses), seeds) {
            Some(game) => Ok(game.entry()),
            None => Err(Error::Unable {
                what: format!("there is no Kalah with {houses} houses and {seeds} seeds"),
                help: "write 1 to 6 of each, such as `kalah:houses=3,seeds=2`".to_owned(),
            }),
        }
    });
    match added {
        Ok(()) => shido_cli::main(catalog),
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
