//! Hoyle: its Advisors, its trainers, and what it knows as a file.

mod advice;
mod knowledge_file;
mod training;
