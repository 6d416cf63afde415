//! The arena as its users see it, with small games whose numbers are known.

mod best_response;
mod contest;
mod exact;
mod games;
mod matches;
mod policies;
mod solved_table;
mod table_one;
mod transcript;
