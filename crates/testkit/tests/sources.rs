//! What the sources of the workspace have to keep, read as text.

use std::fs;
use std::path::{Path, PathBuf};

/// Crates that may say what to type: the command line itself.
const COMMAND_LINE: &[&str] = &["cli"];

/// Texts of libraries that name a command or an option all the same: the file, a part of the text, and why.
const EXCEPTIONS: &[(&str, &str, &str)] = &[
    (
        "audit/src/audit.rs",
        "# Sides of games, as `shido audit` measures",
        "the head of a file says how it was made",
    ),
    (
        "audit/src/yardstick.rs",
        "fitted by `shido rate --fit`",
        "the head of a file says how it was made",
    ),
    (
        "lab/src/merge.rs",
        "{command} --part",
        "what makes a part again: data, which the command line shows",
    ),
    (
        "lab/src/run_id.rs",
        "",
        "how a result was made is part of it",
    ),
    (
        "shido/src/network.rs",
        "",
        "the head of a file says how it was made",
    ),
    (
        "shido/src/players/engines.rs",
        "gnuchess --uci",
        "the command of another program is the value of an option",
    ),
    (
        "shido/src/probcut.rs",
        "",
        "the head of a file says how it was made",
    ),
    (
        "shido/src/tuning.rs",
        "",
        "the head of a file says how it was made",
    ),
];

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// All files of Rust code in a folder and below, in order, but for those that were built or are hidden.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder can be read");
    let mut entries: Vec<PathBuf> = entries.map(|it| it.expect("it is there").path()).collect();
    entries.sort();
    let mut found = Vec::new();
    for path in entries {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.starts_with('.') || name == "target" {
            continue;
        }
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|it| it == "rs") {
            found.push(path);
        }
    }
    found
}

fn read(file: &Path) -> String {
    fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// The string literals of Rust code, each with its line, as they are written; comments have none. A line that
/// ends with a backslash goes on with the next.
fn literals(code: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(letter) = code[at..].chars().next() {
        let rest = &code[at..];
        let in_a_word = code[..at].ends_with(|it: char| it.is_alphanumeric() || it == '_');
        let line = || 1 + code[..at].matches('\n').count();
        if rest.starts_with("//") {
            at += rest.find('\n').unwrap_or(rest.len());
        } else if rest.starts_with("/*") {
            at += end_of_comment(rest);
        } else if let Some(hashes) = raw(rest).filter(|_| !in_a_word) {
            let begin = "r".len() + hashes + "\"".len();
            let end = format!("\"{}", "#".repeat(hashes));
            let length = rest[begin..].find(&end).expect("a literal ends");
            found.push((line(), rest[begin..begin + length].to_owned()));
            at += begin + length + end.len();
        } else if letter == '"' {
            let mut escaped = false;
            let end = rest[1..].find(|it| {
                let ends = it == '"' && !escaped;
                escaped = it == '\\' && !escaped;
                ends
            });
            let text = &rest[1..=end.expect("a literal ends")];
            found.push((line(), joined(text)));
            at += text.len() + 2;
        } else if letter == '\'' {
            at += length_of_quote(rest);
        } else {
            at += letter.len_utf8();
        }
    }
    found
}

/// How long a block comment is, with those inside it.
fn end_of_comment(code: &str) -> usize {
    let mut open = 0;
    let mut at = 0;
    while at < code.len() {
        let rest = &code.as_bytes()[at..];
        if rest.starts_with(b"/*") {
            (open, at) = (open + 1, at + 2);
        } else if rest.starts_with(b"*/") {
            (open, at) = (open - 1, at + 2);
            if open == 0 {
                break;
            }
        } else {
            at += 1;
        }
    }
    at
}

/// How many hashes a raw literal begins with, if one begins here.
fn raw(code: &str) -> Option<usize> {
    let rest = code.strip_prefix('r')?;
    let text = rest.trim_start_matches('#');
    text.starts_with('"').then(|| rest.len() - text.len())
}

/// How long a character is, or else the quote before a lifetime.
fn length_of_quote(code: &str) -> usize {
    let mut letters = code.char_indices().skip(1);
    match letters.next() {
        // The letter after the backslash may be a quote itself.
        Some((_, '\\')) => {
            let escaped = code[3..].find('\'').expect("a character ends");
            3 + escaped + 1
        }
        Some(_) => match letters.next() {
            Some((end, '\'')) => end + 1,
            _ => 1,
        },
        None => 1,
    }
}

/// A literal with its lines joined where a backslash ends them.
fn joined(text: &str) -> String {
    let mut pieces = text.split("\\\n");
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(first, |whole, piece| whole + piece.trim_start())
}

/// Whether a text says what to type: `shido` with what follows it, or an option of a command line.
fn names_a_command(text: &str) -> bool {
    let follows = |after: &str| after.starts_with(|it: char| it.is_ascii_lowercase() || it == '{');
    let command = text
        .match_indices("shido ")
        .any(|(at, it)| (at == 0 || text[..at].ends_with('`')) && follows(&text[at + it.len()..]));
    let option = text.match_indices("--").any(|(at, it)| {
        let before = text[..at].chars().next_back();
        let apart = before.is_none_or(|it| it.is_whitespace() || "`(".contains(it));
        // `(--ink)` is a variable of a style.
        let styled = text[..at].ends_with("var(");
        apart && !styled && follows(&text[at + it.len()..])
    });
    command || option
}

#[test]
fn libraries_say_nothing_about_the_command_line() {
    let mut wrong = Vec::new();
    let mut needed = vec![false; EXCEPTIONS.len()];
    let crates = workspace().join("crates");
    let mut folders: Vec<_> = fs::read_dir(&crates)
        .expect("the crates are there")
        .map(|it| it.expect("it is there").file_name())
        .filter(|name| !COMMAND_LINE.iter().any(|it| name == it))
        .map(|name| crates.join(name).join("src"))
        .filter(|folder| folder.is_dir())
        .collect();
    folders.sort();
    assert!(folders.len() > 20, "{folders:?}");
    for file in folders.iter().flat_map(|folder| sources(folder)) {
        let name = file.strip_prefix(&crates).expect("it is below");
        for (line, text) in literals(&read(&file)) {
            if !names_a_command(&text) {
                continue;
            }
            let mut exceptions = EXCEPTIONS.iter();
            match exceptions.position(|(of, part, _)| Path::new(of) == name && text.contains(part))
            {
                Some(exception) => needed[exception] = true,
                None => wrong.push(format!("{}:{line}: {text}", name.display())),
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "what to type is said by `cli` alone:\n{}",
        wrong.join("\n")
    );
    let needless = EXCEPTIONS.iter().zip(needed).filter(|(_, met)| !met);
    let needless: Vec<_> = needless.map(|(exception, _)| exception).collect();
    assert!(needless.is_empty(), "no exceptions any more: {needless:?}");
}

#[test]
fn every_file_says_what_it_is_for() {
    let folders = ["crates", "examples"].map(|name| workspace().join(name));
    let files: Vec<PathBuf> = folders.iter().flat_map(|folder| sources(folder)).collect();
    assert!(files.len() > 500, "{}", files.len());
    let silent = files.iter().filter(|file| !read(file).starts_with("//! "));
    let silent: Vec<_> = silent.map(|file| file.display().to_string()).collect();
    assert!(
        silent.is_empty(),
        "these do not begin with `//!` and a sentence:\n{}",
        silent.join("\n")
    );
}

#[test]
fn literals_are_found_and_comments_are_not() {
    let code = r##"
        // "a comment" with 'a quote
        /* "another /* inside */ one" */
        let quote = '"'; let escaped = '\''; let brace = '\u{22}'; fn f<'a>(it: &'a str) {}
        let one = "says \"so\" \
                   and goes on"; let raw = r#"has "quotes""#; let bar = "after";
    "##;
    let texts: Vec<String> = literals(code).into_iter().map(|(_, text)| text).collect();
    assert_eq!(
        texts,
        [r#"says \"so\" and goes on"#, r#"has "quotes""#, "after"]
    );
}

#[test]
fn commands_are_told_from_other_texts() {
    for (text, names) in [
        ("run it: `shido lab run {name}`", true),
        ("shido tune {game}", true),
        ("choose another `--seed`", true),
        (" --lambda {lambda}", true),
        ("another shido is running `{name}`", false),
        ("write `pvs:depth=3`, or a -- dash", false),
        ("fill: var(--ink)", false),
        ("a--b", false),
    ] {
        assert_eq!(names_a_command(text), names, "{text}");
    }
}
