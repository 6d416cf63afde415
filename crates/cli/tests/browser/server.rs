//! The program as a server, with a folder of its own for what it keeps.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// A server that is there until it is dropped.
pub(crate) struct Server {
    child: Child,
    port: u16,
    folder: TempDir,
    agent: ureq::Agent,
}

impl Server {
    pub(crate) fn start() -> Server {
        let folder = TempDir::new().expect("a folder");
        let (child, port) = begin(&folder, 0);
        let agent = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .build()
            .into();
        Server {
            child,
            port,
            folder,
            agent,
        }
    }

    /// The address of a page.
    pub(crate) fn page(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    fn api(&self, path: &str) -> String {
        self.page(&format!("/api/v1{path}"))
    }

    /// Asks the server past the browser.
    pub(crate) fn get(&self, path: &str) -> Value {
        let mut answer = self.agent.get(self.api(path)).call().expect("an answer");
        answer.body_mut().read_json().expect("JSON")
    }

    /// Orders something of the server past the browser.
    pub(crate) fn post(&self, path: &str, body: &Value) -> Value {
        let answer = self.agent.post(self.api(path)).send_json(body);
        let mut answer = answer.expect("an answer");
        let told: Value = answer.body_mut().read_json().expect("JSON");
        assert!(answer.status().is_success(), "{path} {body}: {told}");
        told
    }

    /// Begins a contest; gives its number.
    pub(crate) fn contest(&self, order: &Value) -> u64 {
        let contest = self.post("/contests", order);
        contest["id"].as_u64().expect("a number")
    }

    /// Kills it without a word, and starts it again where it was.
    pub(crate) fn kill_and_start(&mut self) {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it ends");
        (self.child, self.port) = begin(&self.folder, self.port);
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn begin(folder: &TempDir, port: u16) -> (Child, u16) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_shido"))
        .args(["serve", "--port", &port.to_string()])
        .env("SHIDO_DATA", folder.path().join("data"))
        .env("SHIDO_CACHE", folder.path().join("cache"))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let mut output = BufReader::new(child.stdout.take().expect("it was asked for")).lines();
    let address = output.by_ref().map_while(Result::ok).find_map(|line| {
        let (_, address) = line.split_once("http://127.0.0.1:")?;
        let port: String = address.chars().take_while(char::is_ascii_digit).collect();
        port.parse().ok()
    });
    // What else it says must not fill the pipe.
    std::thread::spawn(move || output.for_each(drop));
    (child, address.expect("the server tells its address"))
}
