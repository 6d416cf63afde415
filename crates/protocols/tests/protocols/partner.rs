//! A board at the other end.

use std::io::{BufRead, BufReader, PipeReader, PipeWriter, Write, pipe};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use shido::tutor::InMemory;
use shido::{Catalog, Settings};
use shido_protocols::{Protocol, Service, serve};

/// Everything that is answered to these lines, after which there are no more.
pub(crate) fn said(protocol: Protocol, game: &str, player: &str, lines: &str) -> String {
    told(protocol, service(&Catalog::shipped(), game, player), lines)
}

/// The same, by an engine whose tutor remembers its students here.
pub(crate) fn said_in(
    students: &Arc<InMemory>,
    protocol: Protocol,
    game: &str,
    player: &str,
    lines: &str,
) -> String {
    let catalog = Catalog::shipped();
    let mut service = service(&catalog, game, player);
    service.settings.students = Some(Arc::clone(students) as _);
    told(protocol, service, lines)
}

fn told(protocol: Protocol, service: Service<'_>, lines: &str) -> String {
    let mut said = Vec::new();
    let input = std::io::Cursor::new(lines.to_owned());
    serve(protocol, service, input, &mut said).expect("the engine is there");
    String::from_utf8(said).expect("an engine writes text")
}

fn service<'c>(catalog: &'c Catalog, game: &str, player: &str) -> Service<'c> {
    Service {
        catalog,
        game: game.to_owned(),
        player: Some(player.to_owned()),
        settings: Settings::in_memory(),
    }
}

/// A conversation that is under way.
pub(crate) struct Partner {
    to: Option<PipeWriter>,
    from: BufReader<PipeReader>,
    engine: Option<JoinHandle<()>>,
}

impl Partner {
    pub(crate) fn new(protocol: Protocol, game: &'static str, player: &'static str) -> Partner {
        Partner::teaching(Arc::default(), protocol, game, player)
    }

    /// With an engine whose tutor remembers its students here.
    pub(crate) fn teaching(
        students: Arc<InMemory>,
        protocol: Protocol,
        game: &'static str,
        player: &'static str,
    ) -> Partner {
        let (input, to) = pipe().expect("pipes can be had");
        let (from, output) = pipe().expect("pipes can be had");
        let engine = move || {
            let catalog = Catalog::shipped();
            let mut service = service(&catalog, game, player);
            service.settings.students = Some(students as _);
            serve(protocol, service, BufReader::new(input), output).expect("the engine is there");
        };
        Partner {
            to: Some(to),
            from: BufReader::new(from),
            engine: Some(std::thread::spawn(engine)),
        }
    }

    pub(crate) fn tell(&mut self, line: &str) {
        let to = self.to.as_mut().expect("it is told before the end");
        writeln!(to, "{line}").expect("the engine listens");
    }

    /// The lines up to one that begins so, which is the last.
    pub(crate) fn hear(&mut self, beginning: &str) -> Vec<String> {
        let mut heard = Vec::new();
        loop {
            let mut line = String::new();
            let read = self.from.read_line(&mut line).expect("the engine speaks");
            assert!(read > 0, "no `{beginning}` in {heard:#?}");
            heard.push(line.trim_end().to_owned());
            if line.starts_with(beginning) {
                return heard;
            }
        }
    }

    /// The same with how long it took.
    pub(crate) fn hear_in_time(&mut self, beginning: &str) -> (String, Duration) {
        let since = Instant::now();
        let heard = self.hear(beginning);
        let last = heard.last().expect("what is heard ends with it").clone();
        (last, since.elapsed())
    }

    /// Says nothing more, and waits for the engine to leave.
    pub(crate) fn leave(&mut self) {
        self.to = None;
        let engine = self.engine.take().expect("it is left once");
        engine.join().expect("the engine leaves in good order");
    }
}
