//! Writes a page with the boards of all games, for those who change how they are drawn to look at:
//!
//! ```sh
//! cargo run -p shido-draw --example boards > boards.html
//! ```

#[path = "../tests/drawing/shipped.rs"]
mod shipped;

use shido_draw::{SvgStyle, svg};

fn main() {
    println!("<!doctype html><meta charset=\"utf-8\"><title>Boards</title>");
    println!("<style>body{{background:light-dark(#fff,#161512);color-scheme:light dark}}</style>");
    for shown in shipped::shipped() {
        let style = SvgStyle {
            highlight: shown.changes.made,
            turned: shown.changes.turned,
            ..SvgStyle::default()
        };
        let turned = shown.picture.clone().turned();
        println!("<h2>{}</h2>", shown.name);
        println!("{}", svg(&shown.picture, &style));
        println!("{}", svg(&turned, &style));
    }
}
