//! Pages that everybody can use, that are quick, and that ask nobody but the server.

use std::path::PathBuf;

use serde_json::{Value, json};

use crate::driver::{Browser, Hand, Window};
use crate::lessons::reviewed;
use crate::server::Server;
use crate::table::Table;

/// Every page, and what tells that it is there.
pub(crate) fn pages(server: &Server) -> Vec<(String, &'static str)> {
    let reviewed = reviewed(server);
    let under_way = server.contest(&json!({"game": "chess", "opponent": {"people": true}}));
    let over = server.contest(&json!({"game": "go:size=9", "opponent": {"people": true}}));
    for mv in ["E5", "pass", "pass"] {
        server.post(&format!("/contests/{over}/play"), &json!({"move": mv}));
    }
    vec![
        ("/".to_owned(), ".games-list img"),
        ("/new/chess".to_owned(), "#begin"),
        (format!("/play/{under_way}"), "#turn"),
        (format!("/play/{over}"), "#ending"),
        (format!("/review/{reviewed}"), ".graph"),
        ("/cards".to_owned(), ".finding"),
        ("/profile".to_owned(), "table"),
    ]
}

fn axe() -> Option<String> {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../target"),
        PathBuf::from,
    );
    std::fs::read_to_string(target.join("axe/node_modules/axe-core/axe.min.js")).ok()
}

#[test]
fn axe_finds_no_serious_fault_on_any_page() {
    let Some(axe) = axe() else {
        eprintln!("left out: axe is not there; scripts/install-browser fetches it where npm is");
        return;
    };
    let server = Server::start();
    let pages = pages(&server);
    for window in [
        Window::DESK,
        Window {
            dark: true,
            ..Window::PHONE
        },
    ] {
        let browser = Browser::open(window);
        for (path, there) in &pages {
            browser.go(&server.page(path));
            browser.until(
                path,
                &format!(
                    "document.querySelector('{there}') && !document.querySelector('[aria-busy]')"
                ),
            );
            browser.run(&axe, Value::Null);
            // What is in order is not wanted: to list it takes half of the time.
            let grave = browser.run(
                "const {violations} = await axe.run({resultTypes: ['violations']});
                 const grave = violations.filter(({impact}) => impact === 'serious' || impact === 'critical');
                 return grave.map(({id, help, nodes}) => [id, help, ...nodes.slice(0, 3).map(({html}) => html)]);",
                Value::Null,
            );
            assert_eq!(grave, json!([]), "{path}");
            let wide = browser.run(
                "return document.documentElement.scrollWidth - document.documentElement.clientWidth",
                Value::Null,
            );
            assert_eq!(wide, 0, "{path} is wider than the window");
        }
    }
}

#[test]
fn pages_are_small_and_ask_nobody_else() {
    let server = Server::start();
    let pages = pages(&server);
    let ours = server.page("/");
    for (path, there) in &pages {
        // A new browser has nothing in its cache.
        let browser = Browser::open(Window::DESK);
        // What it shows before it is told to go anywhere is its own.
        browser.requests();
        browser.go(&server.page(path));
        browser.until(path, &format!("document.querySelector('{there}')"));
        let size = browser.run(
            "return performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation'))
               .filter((entry) => !entry.name.includes('/events')).reduce((sum, entry) => sum + entry.transferSize, 0)",
            Value::Null,
        );
        let size = size.as_f64().expect("a number");
        assert!(size > 10_000.0 && size < 300_000.0, "{path}: {size} bytes");
        let paint = browser.until(
            "something is painted",
            "performance.getEntriesByName('first-contentful-paint')[0]?.startTime",
        );
        // The aim is a second. It is told and not tested, since the machine may be busy.
        let paint = paint.as_f64().expect("a number");
        println!("{path}: first paint after {paint:.0} ms, {size} bytes");
        let asked = browser.requests();
        assert!(!asked.is_empty());
        for address in asked {
            let inside = address.starts_with(&ours)
                || address.starts_with("data:")
                || address.starts_with("chrome:");
            assert!(inside, "{path} asks for {address}");
        }
        assert_eq!(browser.complaints(), [""; 0], "{path}");
    }
}

#[test]
fn every_move_is_drawn() {
    let server = Server::start();
    let browser = Browser::open(Window::DESK);
    let id = server.contest(&json!({"game": "chess", "opponent": {"people": true}}));
    let table = Table::open(&browser, &server, Hand::Mouse, id);
    table.turn();
    browser.run(
        "document.addEventListener('pointerup', () => { window.clicked = performance.now(); }, {capture: true});
         new MutationObserver(() => { window.drawn = performance.now(); })
           .observe(document.querySelector('.board-frame'), {childList: true});",
        Value::Null,
    );
    let mut taken = Vec::new();
    for mv in ["e4", "e5", "Nf3", "Nc6", "Bc4"] {
        browser.run("window.drawn = null", Value::Null);
        table.play_moves(mv);
        let time = browser.until(
            "it is drawn",
            "window.drawn && window.drawn - window.clicked",
        );
        taken.push(time.as_f64().expect("a number"));
    }
    taken.sort_by(f64::total_cmp);
    // The aim is 100. It is told and not tested, since the machine may be busy.
    println!("milliseconds from the click to the drawn move: {taken:.0?}");
}

#[test]
fn what_others_wrote_is_text() {
    let server = Server::start();
    let browser = Browser::open(Window::DESK);
    let bad = "<img src=x onerror=window.hurt=1><script>window.hurt=1</script>";
    browser.go(&server.page("/new/chess"));
    browser.until("the form is there", "document.querySelector('#begin')");
    browser.run(
        "document.querySelector('form details').open = true;
         const start = document.querySelector('#start');
         start.value = arguments[0];
         start.dispatchEvent(new Event('change'));",
        json!(bad),
    );
    browser.until("it is refused", "document.querySelector('.notice')");
    browser.go(&server.page(&format!("/new/{}", "%3Cimg%20src=x%20onerror=hurt()%3E")));
    browser.until("there is no such game", "document.querySelector('.notice')");
    assert_eq!(
        browser.run("return window.hurt ?? null", Value::Null),
        Value::Null
    );
}
