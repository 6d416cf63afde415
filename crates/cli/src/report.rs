//! Errors and warnings, on standard error.

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use shido_catalog::CatalogError;
use shido_frame::FrameErrors;
use shido_lab::{FileMistake, LabError};

use crate::plan::PlanMistakes;
use crate::terminal::{BAD, GOOD, NOTE, styled, tell};

/// Says what went wrong and what to do about it.
pub(crate) fn error(error: &anyhow::Error) {
    if let Some(known) = error.downcast_ref::<LabError>() {
        return lab_error(known);
    }
    if let Some(PlanMistakes { file, text, errors }) = error.downcast_ref() {
        for error in errors {
            snippet(file, text, error.span.clone(), &error.problem, &error.help);
        }
        return;
    }
    match error.downcast_ref::<CatalogError>() {
        Some(CatalogError::Frame(errors)) => frame_errors(errors),
        Some(CatalogError::Tree { file, text, errors }) => {
            for error in errors {
                snippet(file, text, error.span.clone(), &error.problem, &error.help);
            }
        }
        Some(CatalogError::Knowledge { file, text, error }) => {
            snippet(file, text, error.span.clone(), &error.problem, &error.help);
        }
        Some(known) => {
            tell(format_args!("{} {error:#}", styled(BAD.bold(), "error:")));
            if let Some(help) = known.help() {
                tell(format_args!("{} {help}", styled(GOOD.bold(), "help:")));
            }
        }
        None => tell(format_args!("{} {error:#}", styled(BAD.bold(), "error:"))),
    }
}

fn lab_error(error: &LabError) {
    if let LabError::File(mistake) = error {
        let FileMistake {
            file,
            text,
            span,
            problem,
            help,
        } = &**mistake;
        return snippet(file, text, span.clone(), problem, help);
    }
    tell(format_args!("{} {error}", styled(BAD.bold(), "error:")));
    if let Some(help) = error.help() {
        tell(format_args!("{} {help}", styled(GOOD.bold(), "help:")));
    }
}

/// Says something that the user should know though the work goes on.
pub(crate) fn warning(text: &str) {
    tell(format_args!("{} {text}", styled(NOTE.bold(), "warning:")));
}

/// Shows everything that is wrong with a frame, each with the line it is on.
pub(crate) fn frame_errors(errors: &FrameErrors) {
    for diagnostic in &errors.diagnostics {
        let span = diagnostic.span.clone();
        snippet(
            &errors.file,
            &errors.text,
            span,
            &diagnostic.problem,
            &diagnostic.help,
        );
    }
}

fn snippet(file: &str, text: &str, span: std::ops::Range<usize>, problem: &str, help: &str) {
    // A table's span covers all of it; its first line is enough to find it by.
    let first_line = text[span.clone()]
        .find('\n')
        .map_or(span.end, |end| span.start + end);
    let span = span.start..first_line.max(span.start);
    let annotation = AnnotationKind::Primary.span(span);
    let report = &[Level::ERROR
        .primary_title(problem)
        .element(Snippet::source(text).path(file).annotation(annotation))
        .element(Level::HELP.message(help))];
    tell(format_args!("{}\n", Renderer::styled().render(report)));
}
