//! What a move did to a board, for marking it.

use shido_core::picture::{Content, Picture, Place};

/// The names of the places that a move changed.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Changes {
    /// Where something was put, taken away or moved.
    pub made: Vec<String>,
    /// Where a piece changed hands because another was put down elsewhere, as at Othello.
    pub turned: Vec<String>,
}

impl Changes {
    /// What is different in the second picture of the same board. Texts that belong to nobody are left out.
    #[must_use]
    pub fn between(before: &Picture, after: &Picture) -> Changes {
        let pairs = before.places.iter().zip(&after.places);
        let changed: Vec<_> = pairs
            .filter(|(old, new)| old.content != new.content)
            .filter(|(_, new)| !matches!(new.content, Content::Label(_)))
            .collect();
        let put_down = |(old, new): &(&Place, &Place)| {
            old.content == Content::Empty && new.content != Content::Empty
        };
        let turned = |(old, new): &(&Place, &Place)| match (&old.content, &new.content) {
            (Content::Marker { seat: old, .. }, Content::Marker { seat: new, .. }) => old != new,
            _ => false,
        };
        let only_put_down = changed.iter().any(put_down)
            && changed.iter().all(|pair| put_down(pair) || turned(pair));
        let mut changes = Changes::default();
        for pair in changed {
            let places = match only_put_down && turned(&pair) {
                true => &mut changes.turned,
                false => &mut changes.made,
            };
            places.push(pair.1.name.clone());
        }
        changes
    }
}
