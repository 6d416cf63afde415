//! For tests only: laws that every game must keep, and a reference minimax.
