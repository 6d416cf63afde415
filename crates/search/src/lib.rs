//! One file a search; none of them names a game.
