//! Numbers that NumPy sees where they are, without copying: by its array interface, which needs an address and
//! somebody who keeps what is there.

use std::any::Any;
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyByteArray, PyBytes, PyDict};
use shido::solve::{Entry, SolvedTable};

/// Numbers in memory that nobody changes, for `numpy.asarray`.
#[pyclass(frozen, module = "shido._shido")]
pub(crate) struct Array {
    address: usize,
    shape: Vec<usize>,
    kind: &'static str,
    /// Keeps what is at the address.
    _owner: Arc<dyn Any + Send + Sync>,
}

/// Numbers of a kind that NumPy knows.
pub(crate) trait Number: Send + Sync + 'static {
    /// The kind as NumPy writes it, without the order of bytes.
    const KIND: &'static str;
}

impl Number for f32 {
    const KIND: &'static str = "f4";
}
impl Number for f64 {
    const KIND: &'static str = "f8";
}
impl Number for u32 {
    const KIND: &'static str = "u4";
}
impl Number for u64 {
    const KIND: &'static str = "u8";
}
impl Number for i8 {
    const KIND: &'static str = "i1";
}
/// Of its sixteen bits.
impl Number for Entry {
    const KIND: &'static str = "u2";
}

impl Array {
    /// Numbers that are somewhere inside of what the owner holds.
    fn within<T: Number>(numbers: &[T], owner: Arc<dyn Any + Send + Sync>) -> Array {
        Array {
            address: numbers.as_ptr().expose_provenance(),
            shape: vec![numbers.len()],
            kind: T::KIND,
            _owner: owner,
        }
    }
}

#[pymethods]
impl Array {
    #[getter]
    fn __array_interface__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let order = match self.kind {
            "i1" => '|',
            _ if cfg!(target_endian = "little") => '<',
            _ => '>',
        };
        let described = PyDict::new(py);
        described.set_item("version", 3)?;
        described.set_item("typestr", format!("{order}{}", self.kind))?;
        described.set_item("shape", pyo3::types::PyTuple::new(py, &self.shape)?)?;
        // The second says that it can only be read.
        described.set_item("data", (self.address, true))?;
        Ok(described)
    }
}

fn seen(py: Python<'_>, array: Array) -> PyResult<Bound<'_, PyAny>> {
    py.import("numpy")?.call_method1("asarray", (array,))
}

/// Numbers as an array of a shape, which has to fit them.
pub(crate) fn array<T: Number>(
    py: Python<'_>,
    numbers: Vec<T>,
    shape: Vec<usize>,
) -> PyResult<Bound<'_, PyAny>> {
    let owner = Arc::new(numbers);
    let array = Array::within(&owner, Arc::clone(&owner) as _);
    seen(py, Array { shape, ..array })
}

/// A few numbers as an array of a shape, which has to fit them. They are copied: that takes less time than to tell
/// NumPy where they are.
pub(crate) fn small<'py>(
    py: Python<'py>,
    numbers: &[f32],
    shape: Vec<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    static FROM_BUFFER: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    static FLOAT32: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let bytes: Vec<u8> = numbers.iter().flat_map(|it| it.to_ne_bytes()).collect();
    let kind = FLOAT32.import(py, "numpy", "float32")?;
    let from_buffer = FROM_BUFFER.import(py, "numpy", "frombuffer")?;
    let flat = from_buffer.call1((PyBytes::new(py, &bytes), kind))?;
    flat.call_method1("reshape", (shape,))
}

/// What numbers of an array that is made of bytes are.
#[derive(Clone, Copy)]
pub(crate) enum Kind {
    Float32,
    Int8,
}

/// Bytes as an array of a shape, which has to fit them, that may be written to. They are copied once, into memory that
/// Python has.
pub(crate) fn writable<'py>(
    py: Python<'py>,
    kind: Kind,
    shape: &[usize],
    bytes: &[u8],
) -> PyResult<Bound<'py, PyAny>> {
    static NDARRAY: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    static FLOAT32: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    static INT8: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let ndarray = NDARRAY.import(py, "numpy", "ndarray")?;
    let kind = match kind {
        Kind::Float32 => FLOAT32.import(py, "numpy", "float32")?,
        Kind::Int8 => INT8.import(py, "numpy", "int8")?,
    };
    let shape = pyo3::types::PyTuple::new(py, shape)?;
    ndarray.call1((shape, kind, PyByteArray::new(py, bytes)))
}

/// A part of a solved table: the measure of progress, the numbers of the positions, and what is known of them.
pub(crate) type Part<'py> = (Option<u32>, Bound<'py, PyAny>, Bound<'py, PyAny>);

/// The parts of a solved table.
pub(crate) fn parts<'py>(py: Python<'py>, table: &Arc<SolvedTable>) -> PyResult<Vec<Part<'py>>> {
    let parts = table.parts().map(|part| {
        let keys = seen(py, Array::within(part.keys, Arc::clone(table) as _))?;
        let entries = seen(py, Array::within(part.entries, Arc::clone(table) as _))?;
        Ok((part.progress, keys, entries))
    });
    parts.collect()
}
