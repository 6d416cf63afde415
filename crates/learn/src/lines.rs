//! Lines with markers on them, as several Advisors look at them.

use shido_core::Seat;

/// How many markers of a seat are on a line, if none of the other side is.
pub(crate) fn open_for(line: &[usize], holders: &[Option<Seat>], seat: Seat) -> Option<usize> {
    let mut own = 0;
    for point in line {
        match holders[*point] {
            Some(holder) if holder == seat => own += 1,
            Some(_) => return None,
            None => {}
        }
    }
    Some(own)
}

/// How many lines are open for a seat that has made a start with them.
pub(crate) fn begun(lines: &[Vec<usize>], holders: &[Option<Seat>], seat: Seat) -> i32 {
    lines
        .iter()
        .filter(|line| open_for(line, holders, seat).is_some_and(|own| own > 0))
        .count() as i32
}

/// The lines on which a seat has come further, with how far it is now.
pub(crate) fn advanced<'l>(
    lines: &'l [Vec<usize>],
    before: &'l [Option<Seat>],
    after: &'l [Option<Seat>],
    seat: Seat,
) -> impl Iterator<Item = usize> + 'l {
    lines.iter().filter_map(move |line| {
        let now = open_for(line, after, seat)?;
        let then = line.iter().filter(|p| before[**p] == Some(seat)).count();
        (now > then).then_some(now)
    })
}
