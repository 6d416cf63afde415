//! Shido in a real browser: Chromium, driven by its WebDriver. Nothing here knows how a move is made but by what
//! the server tells the page.

#![cfg(target_os = "linux")]

mod access;
mod contests;
mod driver;
mod lessons;
mod pictures;
mod server;
mod table;
