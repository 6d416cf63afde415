//! A browser that is driven by WebDriver: the few commands that the tests need, and Chromium's own for what
//! WebDriver lacks.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

/// How long something may take on a busy machine before a test gives up.
pub(crate) const PATIENCE: Duration = Duration::from_secs(180);

/// How long a script may run. WebDriver's own limit of 30 seconds is not enough for axe where forty others want the
/// processor.
const SCRIPT: Duration = Duration::from_secs(600);

/// What a window is like.
#[derive(Clone, Copy)]
pub(crate) struct Window {
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// Whether it is touched with a finger.
    pub(crate) finger: bool,
    pub(crate) dark: bool,
    /// Whether nothing is to move by itself.
    pub(crate) still: bool,
}

impl Window {
    pub(crate) const DESK: Window = Window {
        width: 1280,
        height: 900,
        finger: false,
        dark: false,
        still: false,
    };
    pub(crate) const PHONE: Window = Window {
        width: 360,
        height: 740,
        finger: true,
        dark: false,
        still: false,
    };
}

/// How somebody works the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Hand {
    Mouse,
    Finger,
    Keyboard,
}

/// A browser with one window.
pub(crate) struct Browser {
    driver: Child,
    agent: ureq::Agent,
    /// The address of its session.
    session: String,
    _profile: TempDir,
}

impl Browser {
    pub(crate) fn open(window: Window) -> Browser {
        let mut driver = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("chromedriver: scripts/install-browser installs it");
        let output = BufReader::new(driver.stdout.take().expect("it was asked for"));
        let port = output.lines().map_while(Result::ok).find_map(|line| {
            line.split_once("successfully on port ")?
                .1
                .trim_end_matches('.')
                .parse()
                .ok()
        });
        let port: u16 = port.expect("chromedriver tells its port");
        let profile = TempDir::new().expect("a folder for the browser");
        let agent: ureq::Agent = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(SCRIPT + PATIENCE))
            .build()
            .into();
        let mut browser = Browser {
            driver,
            agent,
            session: format!("http://127.0.0.1:{port}/session"),
            _profile: profile,
        };
        let id = browser.begin(&capabilities(browser._profile.path(), window));
        browser.session = format!("{}/{id}", browser.session);
        browser.cdp(
            "Emulation.setDeviceMetricsOverride",
            &json!({"width": window.width, "height": window.height, "deviceScaleFactor": 1, "mobile": window.finger}),
        );
        browser.cdp(
            "Emulation.setTouchEmulationEnabled",
            &json!({"enabled": window.finger, "maxTouchPoints": 1}),
        );
        browser.set_dark(window.dark);
        browser
    }

    pub(crate) fn set_dark(&self, dark: bool) {
        let value = if dark { "dark" } else { "light" };
        let features = json!([{"name": "prefers-color-scheme", "value": value}]);
        self.cdp("Emulation.setEmulatedMedia", &json!({"features": features}));
    }

    /// Starts Chromium; gives the name of the session. The driver waits for it for a minute, which it may need longer
    /// on a busy machine.
    fn begin(&self, wanted: &Value) -> String {
        let mut tries = (0..3).map(|_| self.ask("", wanted));
        let begun = tries.find(|(begun, _)| *begun);
        let (_, told) = begun.expect("Chromium starts in three tries");
        told["sessionId"].as_str().expect("a session").to_owned()
    }

    /// Sends a command of WebDriver; an error is a failure of the test.
    fn send(&self, path: &str, body: &Value) -> Value {
        let (done, told) = self.ask(path, body);
        assert!(done, "{path} {body}: {told}");
        told
    }

    /// Sends a command of WebDriver; gives whether it was done, and the answer.
    fn ask(&self, path: &str, body: &Value) -> (bool, Value) {
        let address = format!("{}{path}", self.session);
        let mut answer = self
            .agent
            .post(&address)
            .send_json(body)
            .unwrap_or_else(|error| panic!("{path}: {error}"));
        let told: Value = answer.body_mut().read_json().expect("JSON from the driver");
        (answer.status().is_success(), told["value"].clone())
    }

    /// Sends a command of Chromium.
    pub(crate) fn cdp(&self, command: &str, parameters: &Value) -> Value {
        let body = json!({"cmd": command, "params": parameters});
        self.send("/goog/cdp/execute", &body)
    }

    pub(crate) fn go(&self, address: &str) {
        self.send("/url", &json!({"url": address}));
    }

    /// Runs the body of a function with `arguments`; a promise is waited for.
    pub(crate) fn run(&self, body: &str, arguments: Value) -> Value {
        self.send(
            "/execute/sync",
            &json!({"script": body, "args": [arguments]}),
        )
    }

    /// Waits until an expression is true of the page, and gives its value.
    pub(crate) fn until(&self, what: &str, expression: &str) -> Value {
        let script = format!("return ({expression})");
        let begun = Instant::now();
        loop {
            let value = self.run(&script, Value::Null);
            let is_true = !matches!(value, Value::Null | Value::Bool(false)) && value != "";
            if is_true {
                return value;
            }
            if begun.elapsed() > PATIENCE {
                let page = self.run("return document.body.innerText", Value::Null);
                panic!("waited in vain until {what}; the page says:\n{page}");
            }
            std::thread::sleep(Duration::from_millis(15));
        }
    }

    /// The text of what a selector finds first.
    pub(crate) fn text(&self, selector: &str) -> String {
        let text = self.run(
            "return document.querySelector(arguments[0])?.innerText ?? ''",
            json!(selector),
        );
        text.as_str().unwrap_or_default().to_owned()
    }

    /// Where the middle of something is on the screen, after it was brought there.
    fn middle(&self, selector: &str) -> (f64, f64) {
        let at = self.run(
            "const found = document.querySelector(arguments[0]);
             if (!found) return null;
             const room = found.matches('g') ? found.querySelector(':scope > rect, :scope > circle') ?? found : found;
             room.scrollIntoView({block: 'nearest', inline: 'nearest', behavior: 'instant'});
             const box = room.getBoundingClientRect();
             return [box.x + box.width / 2, box.y + box.height / 2];",
            json!(selector),
        );
        let at = at.as_array().unwrap_or_else(|| panic!("no {selector}"));
        let number = |index: usize| at[index].as_f64().expect("a number").round();
        (number(0), number(1))
    }

    /// The same once it has stopped moving: a person, too, waits until a page has settled.
    fn at_rest(&self, selector: &str) -> (f64, f64) {
        let mut at = self.middle(selector);
        loop {
            std::thread::sleep(Duration::from_millis(30));
            let now = self.middle(selector);
            if now == at {
                return at;
            }
            at = now;
        }
    }

    /// Clicks on something, touches it, or brings the keyboard there and presses Enter.
    pub(crate) fn press(&self, hand: Hand, selector: &str) {
        match hand {
            Hand::Mouse | Hand::Finger => {
                let at = self.at_rest(selector);
                self.pointer(hand, &[at]);
            }
            Hand::Keyboard => {
                self.run(
                    "document.querySelector(arguments[0]).focus({focusVisible: true})",
                    json!(selector),
                );
                self.keys("\u{e007}");
            }
        }
    }

    /// Takes something up, moves it and lets it go.
    pub(crate) fn drag(&self, hand: Hand, from: &str, to: &str) {
        self.middle(to);
        let path = [self.middle(from), self.middle(to)];
        assert_eq!(
            path[0],
            self.middle(from),
            "both must be on the screen at once"
        );
        self.pointer(hand, &path);
    }

    /// Presses at the first of some points and lets go at the last.
    fn pointer(&self, hand: Hand, path: &[(f64, f64)]) {
        let kind = if hand == Hand::Finger {
            "touch"
        } else {
            "mouse"
        };
        let to =
            |&(x, y): &(f64, f64)| json!({"type": "pointerMove", "duration": 0, "x": x, "y": y});
        let mut actions = vec![to(&path[0]), json!({"type": "pointerDown", "button": 0})];
        actions.extend(path[1..].iter().map(to));
        actions.push(json!({"type": "pointerUp", "button": 0}));
        let source = json!({
            "type": "pointer", "id": kind, "parameters": {"pointerType": kind}, "actions": actions,
        });
        self.send("/actions", &json!({"actions": [source]}));
    }

    /// Presses and releases keys one after the other.
    pub(crate) fn keys(&self, text: &str) {
        let strokes = text.chars().flat_map(|key| {
            ["keyDown", "keyUp"].map(|kind| json!({"type": kind, "value": key.to_string()}))
        });
        let strokes: Vec<Value> = strokes.collect();
        self.send(
            "/actions",
            &json!({"actions": [{"type": "key", "id": "keys", "actions": strokes}]}),
        );
    }

    /// Gives a file to a field for files.
    pub(crate) fn choose_file(&self, selector: &str, path: &std::path::Path) {
        let found = self.send(
            "/element",
            &json!({"using": "css selector", "value": selector}),
        );
        let id = found
            .as_object()
            .and_then(|element| element.values().next())
            .and_then(Value::as_str)
            .expect("the field");
        self.send(
            &format!("/element/{id}/value"),
            &json!({"text": path.to_str().expect("a path in UTF-8")}),
        );
    }

    /// A picture of the page as PNG; of all of it, or of what the window shows.
    pub(crate) fn picture(&self, whole: bool) -> Vec<u8> {
        let answer = self.cdp(
            "Page.captureScreenshot",
            &json!({"format": "png", "captureBeyondViewport": whole}),
        );
        base64(answer["data"].as_str().expect("a picture"))
    }

    /// The addresses that were asked for since this was called last.
    pub(crate) fn requests(&self) -> Vec<String> {
        let entries = self.send("/se/log", &json!({"type": "performance"}));
        let entries = entries.as_array().cloned().unwrap_or_default();
        let asked = entries.iter().filter_map(|entry| {
            let message: Value = serde_json::from_str(entry["message"].as_str()?).ok()?;
            let message = &message["message"];
            if message["method"] != "Network.requestWillBeSent" {
                return None;
            }
            Some(message["params"]["request"]["url"].as_str()?.to_owned())
        });
        asked.collect()
    }

    /// What went wrong in the page, by its console.
    pub(crate) fn complaints(&self) -> Vec<String> {
        let entries = self.send("/se/log", &json!({"type": "browser"}));
        let entries = entries.as_array().cloned().unwrap_or_default();
        let severe = entries.iter().filter(|entry| entry["level"] == "SEVERE");
        severe
            .filter_map(|entry| Some(entry["message"].as_str()?.to_owned()))
            .collect()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.agent.delete(&self.session).call();
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

fn capabilities(profile: &std::path::Path, window: Window) -> Value {
    let mut arguments: Vec<String> = [
        "--headless",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--hide-scrollbars",
        "--disable-dev-shm-usage",
    ]
    .map(str::to_owned)
    .to_vec();
    arguments.push(format!("--user-data-dir={}", profile.display()));
    arguments.push(format!("--window-size={},{}", window.width, window.height));
    if window.still {
        arguments.push("--force-prefers-reduced-motion".to_owned());
    }
    // Chromium refuses its sandbox to the superuser, as whom tests run in containers.
    if std::env::var("USER").as_deref() == Ok("root") || is_root() {
        arguments.push("--no-sandbox".to_owned());
    }
    json!({"capabilities": {"alwaysMatch": {
        "browserName": "chrome",
        "timeouts": {"script": SCRIPT.as_millis() as u64, "pageLoad": SCRIPT.as_millis() as u64},
        "goog:chromeOptions": {"args": arguments},
        "goog:loggingPrefs": {"performance": "ALL", "browser": "ALL"},
    }}})
}

fn is_root() -> bool {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata("/proc/self").is_ok_and(|me| me.uid() == 0)
}

/// Bytes from their form as text.
fn base64(text: &str) -> Vec<u8> {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut bytes = Vec::with_capacity(text.len() * 3 / 4);
    let (mut kept, mut bits) = (0_u32, 0);
    for digit in text.bytes().filter(|&byte| byte != b'=') {
        let value = DIGITS.iter().position(|&other| other == digit);
        kept = kept << 6 | u32::try_from(value.expect("base 64")).expect("it is below 64");
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push((kept >> bits & 0xff) as u8);
        }
    }
    bytes
}
