//! The experiments that are built in.

macro_rules! experiments {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../../experiments/", $name, ".toml")))),*]
    };
}

pub(crate) const SHIPPED: &[(&str, &str)] = experiments![
    "best-response-limit",
    "hoyle-ablations",
    "hoyle-achi",
    "hoyle-breadth",
    "hoyle-cycles",
    "hoyle-figures-4-7",
    "hoyle-fixed-length",
    "hoyle-ideal-trainer",
    "hoyle-informed",
    "hoyle-outplays-trainer",
    "hoyle-seen",
    "hoyle-standard",
    "hoyle-table-1",
    "hoyle-table-1-achi",
    "hoyle-table-2",
    "hoyle-table-3",
    "hoyle-turing-test",
    "om-depth-othello",
    "om-wrong-model",
    "semi-random-table-1",
    "speculative-table-2",
    "speculative-table-3",
    "tutoring-strength",
    "tutoring-trees",
];

/// The names of all experiments that are built in, in alphabetical order.
pub fn shipped() -> impl Iterator<Item = &'static str> {
    SHIPPED.iter().map(|(name, _)| *name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::find;

    #[test]
    fn every_file_is_built_in_and_sound() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../experiments");
        let files = std::fs::read_dir(folder).expect("the experiments are there");
        let mut names: Vec<String> = files
            .map(|entry| entry.expect("the folder can be read").file_name())
            .filter_map(|name| Some(name.to_str()?.strip_suffix(".toml")?.to_owned()))
            .collect();
        names.sort();
        assert_eq!(names, shipped().collect::<Vec<_>>());
        for name in names {
            let experiment = find(&name).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(experiment.name, name);
        }
    }
}
