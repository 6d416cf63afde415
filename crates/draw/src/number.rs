//! Numbers for people to read.

/// From here on numbers are written with an exponent, and cannot be rounded without overflow.
const LARGE: f64 = 1e15;

/// A number with at most so many decimals. The largest are written with an exponent.
///
/// ```
/// use shido_draw::number;
///
/// let written = [2.0, -0.0, 2.0 / 3.0, -1e308].map(|value| number(value, 3));
/// assert_eq!(written, ["2", "0", "0.667", "-1e308"]);
/// ```
#[must_use]
pub fn number(value: f64, decimals: i32) -> String {
    if value.abs() >= LARGE {
        return format!("{value:e}");
    }
    let scale = 10_f64.powi(decimals);
    // Adding zero turns a negative zero into a positive one.
    let rounded = (value * scale).round() / scale + 0.0;
    rounded.to_string()
}

/// A difference with so many decimals and its sign; what is rounded to nothing has none.
///
/// ```
/// use shido_draw::signed;
///
/// let written = [2.0, -0.04, 0.0, -1.26].map(|value| signed(value, 1));
/// assert_eq!(written, ["+2.0", "0.0", "0.0", "-1.3"]);
/// ```
#[must_use]
pub fn signed(value: f64, decimals: usize) -> String {
    let written = format!("{value:+.decimals$}");
    match written.bytes().any(|byte| (b'1'..=b'9').contains(&byte)) {
        true => written,
        false => written[1..].to_owned(),
    }
}
