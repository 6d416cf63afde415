//! Games as data: a TOML game frame compiles to rules on bitboards.
