//! Pictures: boards, trees of searches, plans. A notebook shows them by itself.

use pyo3::prelude::*;
use shido::core::picture::AndOrPicture;
use shido::{Picture, TreePicture};
use shido_draw::{SvgStyle, TerminalStyle, and_or_svg, svg, terminal, tree_svg};

/// Something that can be drawn.
#[pyclass(frozen, module = "shido")]
pub(crate) struct Drawing(What);

enum What {
    Board(Box<Picture>, SvgStyle),
    Tree(TreePicture),
    Plan(AndOrPicture),
    /// One that was drawn before, in another process.
    Drawn(String),
}

impl Drawing {
    pub(crate) fn board(picture: Picture, highlight: Vec<String>) -> Drawing {
        let style = SvgStyle {
            highlight,
            ..SvgStyle::default()
        };
        Drawing(What::Board(Box::new(picture), style))
    }

    pub(crate) fn tree(picture: TreePicture) -> Drawing {
        Drawing(What::Tree(picture))
    }

    pub(crate) fn plan(picture: AndOrPicture) -> Drawing {
        Drawing(What::Plan(picture))
    }
}

/// A board as plain text.
pub(crate) fn text(picture: &Picture) -> String {
    let plain = anstyle_free();
    terminal(picture, &plain)
}

fn anstyle_free() -> TerminalStyle {
    let usual = TerminalStyle::default();
    TerminalStyle {
        sides: Default::default(),
        label: Default::default(),
        board: Default::default(),
        brackets: Default::default(),
        ..usual
    }
}

#[pymethods]
impl Drawing {
    #[new]
    fn drawn(svg: String) -> Drawing {
        Drawing(What::Drawn(svg))
    }

    /// As an SVG document that needs nothing else.
    pub(crate) fn svg(&self) -> String {
        match &self.0 {
            What::Board(picture, style) => svg(picture, style),
            What::Tree(picture) => tree_svg(picture),
            What::Plan(picture) => and_or_svg(picture),
            What::Drawn(svg) => svg.clone(),
        }
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (String,)) {
        (slf.get_type().into_any(), (slf.get().svg(),))
    }

    fn __repr__(&self) -> &'static str {
        match &self.0 {
            What::Board(..) => "<shido.Drawing of a board>",
            What::Tree(_) => "<shido.Drawing of a search>",
            What::Plan(_) => "<shido.Drawing of a plan>",
            What::Drawn(_) => "<shido.Drawing>",
        }
    }
}
