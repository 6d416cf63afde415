//! Shido as a Python package: the door (`shido`) and what stands beside it (`shido_lab`, `shido_plan`,
//! `shido_review`), as classes and functions of the module `shido._shido`. What is written in Python, the
//! package around it and its types, is in `python/shido`.
//!
//! Nothing is computed here. A call reads its arguments, lets go of the interpreter, works (`work`), and gives
//! the answer as an object with typed attributes (`answers`).

mod answers;
mod arguments;
mod array;
mod batch;
mod blocks;
mod drawing;
mod errors;
mod game;
mod kept_threads;
mod lab;
mod learning;
mod plan;
mod planes;
mod player;
mod rules;
mod session;
mod shares;
mod steps;
mod students;
mod watcher;
mod work;

/// The part of the package that is written in Rust.
#[pyo3::pymodule]
mod _shido {
    #[pymodule_export]
    use crate::blocks::LabRun;
    #[pymodule_export]
    use crate::drawing::Drawing;
    #[pymodule_export]
    use crate::game::{Game, frame, game, games, players, tree};
    #[pymodule_export]
    use crate::lab::{lab_list, lab_report, lab_run};
    #[pymodule_export]
    use crate::plan::plan;
    #[pymodule_export]
    use crate::player::Player;
    #[pymodule_export]
    use crate::session::{Session, restored};
    #[pymodule_export]
    use crate::shares::{
        meeting_of_tournament, opening_of_tournament, report_of_tournament, self_play, tune_on,
        usual_self_play,
    };
    #[pymodule_export]
    use crate::steps::Steps;
    #[pymodule_export]
    use crate::students::{forget, review, student, students};
    #[pymodule_export]
    use crate::work::{forked, leaving};

    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
