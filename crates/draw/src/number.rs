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
