//! The one place that names concrete games and players together.
