//! The package is tested in Python (`scripts/test-python`). This is here so that the module is compiled with the tests
//! of the workspace, with which it shares the library: alone it would be compiled once more.
