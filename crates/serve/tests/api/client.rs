//! A server to ask, and somebody who asks it over real connections.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpStream};
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use shido::{Catalog, Settings};
use shido_serve::{Config, Limits, serve};

/// A server on a port of its own, which stops when it is dropped.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    stop: Option<tokio::sync::oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

pub(crate) fn config(data: &Path) -> Config {
    Config {
        address: IpAddr::V4(Ipv4Addr::LOCALHOST),
        port: Some(0),
        student: "ada".to_owned(),
        settings: Settings {
            data: Some(data.to_owned()),
            cache: Some(data.join("tables")),
            ..Settings::in_memory()
        },
        any_player: false,
        limits: Limits::default(),
        web: None,
    }
}

impl Server {
    pub(crate) fn start(data: &Path) -> Server {
        Server::with(config(data))
    }

    pub(crate) fn with(config: Config) -> Server {
        Server::of(Catalog::shipped(), config)
    }

    pub(crate) fn of(catalog: Catalog, config: Config) -> Server {
        let (tell, told) = mpsc::channel();
        let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
        let thread = std::thread::spawn(move || {
            let ready = move |address| tell.send(address).expect("somebody waits for it");
            let stopped = async {
                let _ = stopped.await;
            };
            serve(Arc::new(catalog), config, ready, stopped).expect("it is served");
        });
        Server {
            address: told.recv().expect("it begins"),
            stop: Some(stop),
            thread: Some(thread),
        }
    }

    pub(crate) fn client(&self) -> Client {
        Client::new(self.address)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some(stop) = self.stop.take() {
            let _ = stop.send(());
        }
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Somebody who asks over one connection that stays open.
pub(crate) struct Client {
    address: SocketAddr,
    connection: Option<BufReader<TcpStream>>,
}

/// What was answered.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str())
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body)
            .unwrap_or_else(|error| panic!("no JSON ({error}): {self:?}"))
    }
}

impl Client {
    pub(crate) fn new(address: SocketAddr) -> Client {
        Client {
            address,
            connection: None,
        }
    }

    /// Sends a request with these headers beside the usual ones.
    pub(crate) fn ask(
        &mut self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<&[u8]>,
    ) -> Answer {
        let mut text = format!("{method} {path} HTTP/1.1\r\n");
        if !headers.iter().any(|(name, _)| *name == "host") {
            text += &format!("host: {}\r\n", self.address);
        }
        for (name, value) in headers {
            text += &format!("{name}: {value}\r\n");
        }
        if let Some(body) = body {
            text += &format!("content-length: {}\r\n", body.len());
        }
        text += "\r\n";
        let mut bytes = text.into_bytes();
        bytes.extend_from_slice(body.unwrap_or_default());
        // A connection that was kept open may have been closed since: then another one is made, as browsers do.
        let (answer, open, connection) = loop {
            let kept = self.connection.take();
            let fresh = kept.is_none();
            let mut connection = kept.unwrap_or_else(|| connect(self.address));
            // Who is refused early may find the connection closed while it still writes.
            let _ = connection.get_mut().write_all(&bytes);
            match read(&mut connection) {
                Some((answer, open)) => break (answer, open, connection),
                None => assert!(!fresh, "{method} {path} is not answered"),
            }
        };
        if open {
            self.connection = Some(connection);
        }
        answer
    }

    pub(crate) fn get(&mut self, path: &str) -> Answer {
        self.ask("GET", &format!("/api/v1{path}"), &[], None)
    }

    pub(crate) fn post(&mut self, path: &str, body: &Value) -> Answer {
        let json = [("content-type", "application/json")];
        let body = body.to_string();
        self.ask(
            "POST",
            &format!("/api/v1{path}"),
            &json,
            Some(body.as_bytes()),
        )
    }

    /// The answer to a request that succeeds.
    #[track_caller]
    pub(crate) fn got(&mut self, path: &str) -> Value {
        let answer = self.get(path);
        assert_eq!(answer.status, 200, "{path}: {answer:?}");
        answer.json()
    }

    /// The same with something sent.
    #[track_caller]
    pub(crate) fn posted(&mut self, path: &str, body: &Value) -> Value {
        let answer = self.post(path, body);
        assert!((200..300).contains(&answer.status), "{path}: {answer:?}");
        answer.json()
    }

    /// A contest that begins.
    #[track_caller]
    pub(crate) fn begin(&mut self, wanted: &Value) -> Value {
        let answer = self.post("/contests", wanted);
        assert_eq!(answer.status, 201, "{wanted}: {answer:?}");
        answer.json()
    }

    /// The contest once nobody thinks any more.
    #[track_caller]
    pub(crate) fn settled(&mut self, id: i64) -> Value {
        let begun = Instant::now();
        loop {
            let contest = self.got(&format!("/contests/{id}"));
            if contest["thinking"] == json!(false) {
                return contest;
            }
            assert!(
                begun.elapsed() < Duration::from_secs(60),
                "it thinks for ever"
            );
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// Makes a move and waits for the answer to it.
    #[track_caller]
    pub(crate) fn play(&mut self, id: i64, mv: &str) -> Value {
        self.posted(&format!("/contests/{id}/play"), &json!({ "move": mv }));
        self.settled(id)
    }

    /// The events of a contest, as they come.
    pub(crate) fn events(&self, id: i64) -> Events {
        let mut connection = connect(self.address);
        let asked = format!(
            "GET /api/v1/contests/{id}/events HTTP/1.1\r\nhost: {}\r\n\r\n",
            self.address
        );
        let written = connection.get_mut().write_all(asked.as_bytes());
        written.expect("the server listens");
        let mut events = Events(connection);
        while !events.line().is_empty() {}
        events
    }
}

fn connect(address: SocketAddr) -> BufReader<TcpStream> {
    let connection = TcpStream::connect(address).expect("the server listens");
    connection.set_nodelay(true).expect("it is a connection");
    let patience = Some(Duration::from_secs(100));
    connection
        .set_read_timeout(patience)
        .expect("it is a connection");
    BufReader::new(connection)
}

/// An answer, and whether the connection stays open; nothing where it was closed before.
fn read(connection: &mut BufReader<TcpStream>) -> Option<(Answer, bool)> {
    let mut line = String::new();
    connection.read_line(&mut line).ok()?;
    let status = line.split(' ').nth(1)?.parse().ok()?;
    let mut answer = Answer {
        status,
        headers: Vec::new(),
        body: String::new(),
    };
    loop {
        line.clear();
        connection.read_line(&mut line).expect("it is answered");
        let Some((name, value)) = line.trim_end().split_once(": ") else {
            break;
        };
        answer.headers.push((name.to_lowercase(), value.to_owned()));
    }
    let length = answer
        .header("content-length")
        .and_then(|it| it.parse().ok());
    let mut body = vec![0; length.unwrap_or(0)];
    connection.read_exact(&mut body).expect("it is answered");
    answer.body = String::from_utf8(body).expect("it is UTF-8");
    let open = answer.header("connection") != Some("close");
    Some((answer, open))
}

/// Events as they come.
pub(crate) struct Events(BufReader<TcpStream>);

impl Events {
    fn line(&mut self) -> String {
        let mut line = String::new();
        self.0.read_line(&mut line).expect("the server goes on");
        line.trim_end().to_owned()
    }

    /// The name and the data of the next event, as they were sent.
    pub(crate) fn told(&mut self) -> (String, String) {
        let mut name = String::new();
        loop {
            let line = self.line();
            if let Some(told) = line.strip_prefix("event: ") {
                name = told.to_owned();
            } else if let Some(data) = line.strip_prefix("data: ") {
                return (name, data.to_owned());
            }
        }
    }

    /// The name and the data of the next event.
    pub(crate) fn next(&mut self) -> (String, Value) {
        let (name, data) = self.told();
        (name, serde_json::from_str(&data).expect("data are JSON"))
    }

    /// The next contest for which something holds.
    pub(crate) fn contest(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            let (name, data) = self.next();
            if name == "contest" && wanted(&data) {
                return data;
            }
        }
    }
}
