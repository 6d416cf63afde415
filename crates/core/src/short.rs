//! A sort for short lists, such as the moves of a position.

/// Sorts a list as short as the moves of a position, like [`slice::sort_by_key`] and with the same result.
///
/// The sort of the standard library is made for lists of any length, and the compiler makes it anew for
/// every type of move. This one is by insertion: a few lines, and as fast on what it is for.
pub fn sort_short<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    for end in 1..items.len() {
        let mut place = end;
        while place > 0 && key(&items[place]) < key(&items[place - 1]) {
            items.swap(place, place - 1);
            place -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::sort_short;
    use crate::Seed;
    use rand::RngExt;

    #[test]
    fn it_sorts_as_the_standard_library_does() {
        let mut rng = Seed(7).rng();
        for length in 0..40 {
            let list: Vec<(u8, usize)> = (0..length)
                .map(|place| (rng.random_range(0..10), place))
                .collect();
            let (mut ours, mut theirs) = (list.clone(), list);
            sort_short(&mut ours, |item| item.0);
            theirs.sort_by_key(|item| item.0);
            assert_eq!(ours, theirs);
        }
    }
}
