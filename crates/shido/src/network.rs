//! Teaching a network to judge the positions of a game.

use serde::{Serialize, Serializer};
use shido_arena::Interval;
use shido_core::{Chance, parallel};
use shido_eval::{Duel, Network, NetworkLearned, NetworkOptions, NetworkPoint, Odds, Practice};

use crate::entry::Entry;
use crate::erased::Erased;
use crate::tuning::explain;
use crate::weights::WeightsFile;
use crate::{Error, Event, Settings, Watch};

/// What a network is to learn, and how long.
#[derive(Clone, Debug)]
pub struct NetworkOrder {
    /// How many contests to play.
    pub games: u64,
    /// How many hidden units a new network has.
    pub hidden: usize,
    /// How far ahead of itself a prediction learns, from 0 to 1.
    pub lambda: f64,
    /// How often a move is made at random, from 0 to 1.
    pub exploration: f64,
    /// How large a step is at the beginning; what usually suits where `None`.
    pub rate: Option<f64>,
    /// How many random plies each contest begins with.
    pub opening_plies: u32,
    /// The network to begin with, by its name or in a file; a new one where `None`.
    pub network: Option<String>,
}

/// What a network has learned.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct NetworkReport {
    /// The game.
    pub game: String,
    /// How many inputs the network has.
    pub inputs: usize,
    /// How many hidden units it has.
    pub hidden: usize,
    /// How many weights it has.
    pub weights: usize,
    /// The command that learns the same.
    pub origin: String,
    /// The network as the text of a file.
    pub text: String,
    /// Contests that were learned from.
    pub games: u64,
    /// How it went: how the network fared against the weights set by hand, both looking one ply ahead.
    pub curve: Vec<NetworkPoint>,
    /// Whether a stop came before the end.
    pub stopped: bool,
    /// The root seed.
    pub seed: u64,
}

impl NetworkReport {
    /// How the network fared at the end; `None` where a stop came before it was tried.
    #[must_use]
    pub fn against_hand(&self) -> Option<Duel> {
        self.curve.last().map(|point| point.against_weights)
    }
}

impl Serialize for NetworkReport {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Written<'r> {
            game: &'r str,
            method: &'static str,
            games: u64,
            inputs: usize,
            hidden: usize,
            weights: usize,
            score_against_hand: Option<f64>,
            score_interval: Option<[f64; 2]>,
            origin: &'r str,
            curve: Vec<Point>,
            stopped: bool,
            seed: u64,
        }
        #[derive(Serialize)]
        struct Point {
            games: u64,
            error: f64,
            score_against_hand: f64,
        }
        let point = |point: &NetworkPoint| Point {
            games: point.games,
            error: point.error,
            score_against_hand: point.against_weights.score(),
        };
        let written = Written {
            game: &self.game,
            method: "network",
            games: self.games,
            inputs: self.inputs,
            hidden: self.hidden,
            weights: self.weights,
            score_against_hand: self.against_hand().map(|duel| duel.score()),
            score_interval: self.against_hand().map(|duel| {
                let Interval { low, high } = duel.interval();
                [low, high]
            }),
            origin: &self.origin,
            curve: self.curve.iter().map(point).collect(),
            stopped: self.stopped,
            seed: self.seed,
        };
        written.serialize(to)
    }
}

/// Teaches a network.
pub(crate) fn learn(
    entry: &Entry<Erased>,
    order: &NetworkOrder,
    settings: &Settings,
    watch: Watch<'_>,
) -> Result<NetworkReport, Error> {
    let (game, name) = (&entry.game, &entry.about.name);
    let rules = game.rules();
    let (Some(inputs), Some(hand)) = (rules.inputs(), rules.start_weights(name, None)) else {
        return Err(Error::Unable {
            what: format!("nothing says what a network sees in {}", entry.about.title),
            help: "teach one backgammon or breakthrough".to_owned(),
        });
    };
    let start = match &order.network {
        Some(wanted) => WeightsFile::find(name, Some(wanted))?.read_network(game, name)?,
        None => Network::new(game, name, order.hidden, settings.seed.derive(2))
            .map_err(|error| Error::Failed(error.to_string()))?,
    };
    let odds: Odds<Erased> = |game, position, outcome| game.probability(position, outcome);
    let odds = entry.nature.is_some().then_some(odds);
    let usual = NetworkOptions::default();
    let options = NetworkOptions {
        games: order.games,
        lambda: order.lambda,
        rate: order.rate.unwrap_or(usual.rate),
        exploration: order.exploration,
        practice: Practice {
            opening_plies: order.opening_plies,
            ..Practice::default()
        },
        seed: settings.seed,
        ..usual
    };
    let contests = |count: u64| watch(Event::Contests(count));
    let (stop, hand) = (&*settings.stop, hand?);
    let learned = parallel::on_threads(settings.threads, || {
        shido_eval::learn_network(game, odds, start, &hand, &options, stop, &contests)
    });
    let NetworkLearned {
        mut network,
        curve,
        games,
    } = learned.map_err(|error| explain(&error))?;
    network.origin = origin(name, order, &options, network.hidden(), games);
    Ok(NetworkReport {
        game: name.clone(),
        inputs,
        hidden: network.hidden(),
        weights: network.weights(),
        text: network.write(),
        origin: network.origin,
        stopped: games < order.games,
        games,
        curve,
        seed: settings.seed.0,
    })
}

/// Where a network comes from: the command that learns it again.
fn origin(
    game: &str,
    order: &NetworkOrder,
    options: &NetworkOptions,
    hidden: usize,
    games: u64,
) -> String {
    let start = match &order.network {
        Some(network) => format!("--weights {network}"),
        None => format!("--hidden {hidden}"),
    };
    format!(
        "learned by `shido tune {game} --method network {start} --games {games} --lambda {} --exploration {} --rate {} \
         --opening-plies {} --seed {}`",
        options.lambda, options.exploration, options.rate, order.opening_plies, options.seed.0
    )
}
