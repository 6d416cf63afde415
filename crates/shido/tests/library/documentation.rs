//! docs/players.md says of options what the players say. `UPDATE_DOCS=1 cargo test -p shido documentation`
//! writes the tables anew.

use shido::{Catalog, OptionDescription, OptionKind};

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/players.md");

fn row(option: &OptionDescription) -> String {
    let mut about = option.about.replace('|', "\\|");
    match &option.kind {
        OptionKind::Whole { least, most } if *most >= u64::from(u32::MAX) => {
            about += &format!("; at least {least}");
        }
        OptionKind::Whole { least, most } => about += &format!("; from {least} to {most}"),
        OptionKind::Number { least, most } if most.is_finite() => {
            about += &format!("; from {least} to {most}");
        }
        OptionKind::Choice { choices } => {
            let choices: Vec<String> = choices.iter().map(|word| format!("`{word}`")).collect();
            about += &format!(": {}", choices.join(", "));
        }
        _ => {}
    }
    if option.required {
        about += "; required";
    }
    let default = option.default.as_ref();
    let default = default.map_or(String::new(), |default| format!("`{default}`"));
    let name = match option.kind {
        OptionKind::Prefix => format!("{}NAME", option.name),
        _ => option.name.clone(),
    };
    format!("| `{name}` | {about} | {default} |\n")
}

fn table(name: &str, options: &[OptionDescription]) -> String {
    if options.is_empty() {
        return format!("`{name}` has no options.\n");
    }
    let rows: String = options.iter().map(row).collect();
    format!("| option of `{name}` | meaning | usually |\n| --- | --- | --- |\n{rows}")
}

#[test]
fn documentation_of_players_is_made_from_their_descriptions() {
    let page = std::fs::read_to_string(PAGE).expect("the page is there");
    let mut made = page.clone();
    for player in Catalog::shipped().players() {
        let begin = format!("<!-- options of {} -->\n", player.name);
        let start = made.find(&begin).unwrap_or_else(|| panic!("no {begin}"));
        let start = start + begin.len();
        let end = start + made[start..].find("<!-- end -->").expect("an end");
        made.replace_range(start..end, &table(&player.name, &player.options));
    }
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(PAGE, &made).expect("the page can be written");
    }
    assert!(
        made == page || std::env::var_os("UPDATE_DOCS").is_some(),
        "docs/players.md is not what the players say: UPDATE_DOCS=1 writes it anew"
    );
}
