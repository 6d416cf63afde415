//! A machine that gives the program no thread beside the one it begins with.

use std::fs::{Permissions, set_permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::program::{Shido, stderr};

/// Nobody, who is held to limits. The superuser is not.
const NOBODY: &str = "65534";

/// Runs commands in a process that may start no other; `None` where that cannot be arranged, with the reason.
struct Alone {
    shido: Shido,
    program: String,
    is_root: bool,
}

impl Alone {
    fn new() -> Result<Alone, String> {
        let shido = Shido::new();
        let folder = shido.cache.path();
        let is_root = rustix::process::geteuid().is_root();
        let needed: &[&str] = if is_root {
            &["prlimit", "setpriv"]
        } else {
            &["prlimit"]
        };
        for tool in needed {
            let found = Command::new(tool).arg("--version").output();
            found.map_err(|error| format!("there is no `{tool}`: {error}"))?;
        }
        let mut program = env!("CARGO_BIN_EXE_shido").to_owned();
        if is_root {
            // Nobody may not get to where the program was built.
            let copy = folder.join("shido");
            std::fs::copy(&program, &copy).map_err(|error| format!("no copy: {error}"))?;
            for path in [folder, &copy] {
                let open = set_permissions(path, Permissions::from_mode(0o777));
                open.map_err(|error| format!("cannot open {}: {error}", path.display()))?;
            }
            program = copy.to_str().expect("a path of plain letters").to_owned();
        }
        let alone = Alone {
            shido,
            program,
            is_root,
        };
        match alone.run("--version").status.success() {
            true => Ok(alone),
            false => Err("nobody cannot run programs here".to_owned()),
        }
    }

    fn run(&self, arguments: &str) -> Output {
        let limited = ["prlimit", "--nproc=1:1", self.program.as_str()];
        let as_nobody = [
            "setpriv",
            "--reuid",
            NOBODY,
            "--regid",
            NOBODY,
            "--clear-groups",
        ];
        let mut words = limited.to_vec();
        if self.is_root {
            words = as_nobody.into_iter().chain(limited).collect();
        }
        let place = |name: &str| -> Box<Path> { self.shido.cache.path().join(name).into() };
        Command::new(words[0])
            .args(&words[1..])
            .args(arguments.split(' '))
            .env("SHIDO_CACHE", &*place("cache"))
            .env("SHIDO_DATA", &*place("data"))
            .stdin(Stdio::null())
            .output()
            .expect("it starts")
    }
}

/// `match`, `tune`, `analyze`, `play` and `serve` panicked.
#[test]
fn without_threads_work_is_done_or_refused() {
    let alone = match Alone::new() {
        Ok(alone) => alone,
        Err(reason) => {
            println!("not tested: {reason}");
            return;
        }
    };
    let with_threads = Shido::new();
    for command in [
        "match tic-tac-toe random perfect --games 10 --seed 1 --json",
        "match tic-tac-toe random random --games 10 --threads 3 --json",
        "match tic-tac-toe random random --exact --json",
        "tournament tic-tac-toe random semi-random:depth=1 --games 4 --json",
        "tune tic-tac-toe --games 32 --json",
        "tune tic-tac-toe --method results --depth 1 --games 10 --json",
        "analyze connect-four --by mcts:playouts=200 --json",
        "analyze connect-four --by pvs:threads=8,depth=4,pruning=exact,quiescence=off --json",
        "train tic-tac-toe --trainer self --contests 5 --test 0 --json",
        "lab run semi-random-table-1 --games 2 --json",
    ] {
        let output = alone.run(command);
        assert!(output.status.success(), "{command}: {}", stderr(&output));
        let result = |text: &[u8]| -> serde_json::Value {
            let mut json: serde_json::Value = serde_json::from_slice(text).expect("one object");
            let object = json.as_object_mut().expect("an object");
            // What others did is found in the table or has to be done.
            for own in ["nodes", "table"] {
                object.remove(own);
            }
            json
        };
        let words: Vec<&str> = command.split(' ').collect();
        let usual = with_threads.run(&words);
        assert_eq!(result(&output.stdout), result(&usual.stdout), "{command}");
    }
    for command in ["play tic-tac-toe", "serve"] {
        let output = alone.run(command);
        assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
        let said = stderr(&output);
        assert!(said.contains("end other programs"), "{said}");
        assert!(said.contains("`ulimit -u`"), "{said}");
    }
}
