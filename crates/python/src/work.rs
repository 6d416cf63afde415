//! Work that takes its time: the interpreter goes on meanwhile, Ctrl-C ends it, and whatever goes wrong in it
//! becomes an exception.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::errors::{self, Kind, exception};
use crate::kept_threads;

/// How often it is looked whether somebody has pressed Ctrl-C.
const TICK: Duration = Duration::from_millis(50);

/// The stack of a thread that works: searches go deep. The system keeps the stack of a thread that has ended for the
/// next one if it is not larger than 40 MiB; to make a new one takes longer than all else about a thread.
pub(crate) const STACK: usize = 32 << 20;

/// How long an interpreter that ends waits for work that was told to stop.
const PATIENCE: Duration = Duration::from_secs(10);

/// The flags of all work under way, so that it can be stopped when the interpreter ends.
static UNDER_WAY: Mutex<Vec<Weak<AtomicBool>>> = Mutex::new(Vec::new());
static COUNT: AtomicUsize = AtomicUsize::new(0);
static LEAVING: AtomicBool = AtomicBool::new(false);
/// Whether this process is the child of a fork: the threads of its parent are not here.
static CHILD: AtomicBool = AtomicBool::new(false);
/// Whether work was under way in the parent at that moment, whose locks nobody will open here.
static TORN: AtomicBool = AtomicBool::new(false);

/// Whether the interpreter is about to end.
pub(crate) fn is_leaving() -> bool {
    LEAVING.load(Ordering::Relaxed)
}

/// Work that is counted as under way while this is held.
struct UnderWay;

impl UnderWay {
    fn begin(stop: &Arc<AtomicBool>) -> PyResult<UnderWay> {
        if LEAVING.load(Ordering::SeqCst) {
            return Err(PyRuntimeError::new_err(
                "the interpreter is about to end: no new work is begun",
            ));
        }
        if TORN.load(Ordering::SeqCst) {
            return Err(PyRuntimeError::new_err(
                "this process was forked while another thread was at work in shido, which cannot be gone on with \
                 here: fork before, or start processes with the methods `spawn` or `forkserver` of multiprocessing",
            ));
        }
        COUNT.fetch_add(1, Ordering::SeqCst);
        let mut under_way = UNDER_WAY.lock().unwrap_or_else(PoisonError::into_inner);
        under_way.retain(|flag| flag.strong_count() > 0);
        under_way.push(Arc::downgrade(stop));
        Ok(UnderWay)
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        COUNT.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Does work on a thread of its own while this one looks out for Ctrl-C, which sets `stop`.
///
/// The work is to look at the flag. What it was about then does not matter: the exception is that of the signal.
pub(crate) fn run<T: Send>(
    py: Python<'_>,
    stop: &Arc<AtomicBool>,
    work: impl FnOnce() -> PyResult<T> + Send,
) -> PyResult<T> {
    let _under_way = UnderWay::begin(stop)?;
    let done = py.detach(|| {
        thread::scope(|scope| {
            let (tell, told) = channel();
            let builder = thread::Builder::new().stack_size(STACK);
            builder.spawn_scoped(scope, move || tell.send(caught(work)))?;
            PyResult::Ok(await_work(stop, &told))
        })
    })?;
    raised(done)
}

/// The same for work that may be over before a thread could be started, and that owns what it needs: it is done on a
/// thread that was kept.
pub(crate) fn run_at_once<T: Send + 'static>(
    py: Python<'_>,
    stop: &Arc<AtomicBool>,
    work: impl FnOnce() -> PyResult<T> + Send + 'static,
) -> PyResult<T> {
    if CHILD.load(Ordering::SeqCst) {
        // The kept threads are those of the parent.
        return run(py, stop, work);
    }
    let _under_way = UnderWay::begin(stop)?;
    let done = py.detach(|| {
        let (tell, told) = channel();
        kept_threads::give(Box::new(move || drop(tell.send(caught(work)))))?;
        PyResult::Ok(await_work(stop, &told))
    })?;
    raised(done)
}

/// The same as [`run`] for work of the library.
pub(crate) fn ask<T: Send>(
    py: Python<'_>,
    stop: &Arc<AtomicBool>,
    work: impl FnOnce() -> Result<T, shido::Error> + Send,
) -> PyResult<T> {
    run(py, stop, || work().map_err(|error| errors::raised(&error)))
}

type Caught<T> = Result<PyResult<T>, Box<dyn Any + Send>>;

/// What work comes to, and the exception of a signal that came meanwhile.
type Done<T> = (Caught<T>, Option<PyErr>);

fn caught<T: Send>(work: impl FnOnce() -> PyResult<T> + Send) -> Caught<T> {
    catch_unwind(AssertUnwindSafe(|| on_own_threads(work)))
}

fn raised<T>((done, interrupted): Done<T>) -> PyResult<T> {
    match interrupted {
        Some(signal) => Err(signal),
        None => done.unwrap_or_else(|panic| Err(told(panic))),
    }
}

/// Waits for what work comes to, and looks out for Ctrl-C meanwhile.
fn await_work<T>(stop: &AtomicBool, told: &Receiver<Caught<T>>) -> Done<T> {
    let mut interrupted = None;
    loop {
        match told.recv_timeout(TICK) {
            Ok(done) => return (done, interrupted),
            Err(RecvTimeoutError::Disconnected) => {
                return (Err(Box::new("work ended without a result")), interrupted);
            }
            Err(RecvTimeoutError::Timeout) if interrupted.is_some() => {}
            Err(RecvTimeoutError::Timeout) => {
                if let Some(Err(signal)) = Python::try_attach(|py| py.check_signals()) {
                    stop.store(true, Ordering::SeqCst);
                    interrupted = Some(signal);
                }
            }
        }
    }
}

/// In the child of a fork the usual threads are not there, though it looks as if they were: new ones are started.
fn on_own_threads<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    if !CHILD.load(Ordering::SeqCst) {
        return work();
    }
    let threads = thread::available_parallelism().ok();
    shido::core::parallel::on_threads(threads, work)
}

/// Does something short that may run into the rules of a game written in Python, here and now.
pub(crate) fn here<T>(work: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| Err(told(panic)))
}

/// Why a panic came about: an exception of a game that is written in Python, or a mistake here.
fn told(panic: Box<dyn Any + Send>) -> PyErr {
    let panic = match panic.downcast::<PyErr>() {
        Ok(raised) => return *raised,
        Err(panic) => panic,
    };
    let said = match panic.downcast_ref::<&str>() {
        Some(text) => (*text).to_owned(),
        None => panic.downcast_ref::<String>().cloned().unwrap_or_default(),
    };
    let message = format!("this should not have happened, please report it: {said}");
    exception(Kind::Failed, &message, None)
}

/// Leaves whatever is under way with an exception, which whoever began it will raise. Nothing is printed.
pub(crate) fn leave(error: PyErr) -> ! {
    std::panic::resume_unwind(Box::new(error))
}

/// Called when the interpreter is about to end: stops all work and waits for it, so that nobody wants anything of
/// an interpreter that is gone.
#[pyfunction]
pub(crate) fn leaving(py: Python<'_>) {
    LEAVING.store(true, Ordering::SeqCst);
    let flags: Vec<Arc<AtomicBool>> = {
        let under_way = UNDER_WAY.lock().unwrap_or_else(PoisonError::into_inner);
        under_way.iter().filter_map(Weak::upgrade).collect()
    };
    for flag in flags {
        flag.store(true, Ordering::SeqCst);
    }
    py.detach(|| {
        let begun = std::time::Instant::now();
        while COUNT.load(Ordering::SeqCst) > 0 && begun.elapsed() < PATIENCE {
            thread::sleep(Duration::from_millis(1));
        }
    });
}

/// Called in the child of a fork.
#[pyfunction]
pub(crate) fn forked() {
    CHILD.store(true, Ordering::SeqCst);
    if COUNT.swap(0, Ordering::SeqCst) > 0 {
        TORN.store(true, Ordering::SeqCst);
    }
}
