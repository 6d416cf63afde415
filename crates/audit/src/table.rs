//! Tables in files: CSV with a header, compressed by gzip or not.

use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use flate2::read::MultiGzDecoder;

use crate::AuditError;

/// More than any collection of games that fits in memory: a compressed file can hold anything.
const MOST_BYTES: u64 = 4 << 30;

/// The rows of a file, each with the line on which it begins.
pub(crate) struct Table {
    file: Arc<str>,
    header: Vec<String>,
    pub(crate) rows: Vec<Row>,
}

/// A row of a table.
pub(crate) struct Row {
    pub(crate) line: u64,
    fields: csv::StringRecord,
}

/// A column of a table, by its place and its name.
#[derive(Clone)]
pub(crate) struct Column {
    place: usize,
    pub(crate) name: String,
}

impl Row {
    /// What stands in a column; `None` if nothing does.
    pub(crate) fn get(&self, column: &Column) -> Option<&str> {
        let text = self.fields.get(column.place)?.trim();
        (!text.is_empty()).then_some(text)
    }
}

/// The bytes of a file, unpacked where it is compressed.
pub(crate) fn read_bytes(file: &Path) -> Result<Vec<u8>, AuditError> {
    let unreadable = |source| AuditError::File {
        path: file.to_owned(),
        source,
    };
    let bytes = shido::files::read_bytes(file, MOST_BYTES).map_err(unreadable)?;
    if !bytes.starts_with(&[0x1f, 0x8b]) {
        return Ok(bytes);
    }
    let mut text = Vec::new();
    let decoder = MultiGzDecoder::new(&bytes[..]);
    let read = decoder.take(MOST_BYTES).read_to_end(&mut text);
    read.map(|_| text).map_err(unreadable)
}

impl Table {
    /// Reads what stands in a file.
    pub(crate) fn parse(file: &str, bytes: &[u8]) -> Result<Table, AuditError> {
        let file: Arc<str> = file.into();
        let mut reader = csv::ReaderBuilder::new()
            .comment(Some(b'#'))
            .from_reader(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes));
        let wrong = |error: csv::Error| {
            let line = error.position().map_or(1, csv::Position::line);
            let problem = match error.kind() {
                csv::ErrorKind::UnequalLengths {
                    expected_len, len, ..
                } => format!("{len} fields, where the header has {expected_len}"),
                csv::ErrorKind::Utf8 { .. } => "this is no text (UTF-8)".to_owned(),
                _ => error.to_string(),
            };
            AuditError::Row {
                file: file.to_string(),
                line,
                column: None,
                problem,
                help: "the file is CSV: a header, then a row for each decision or game".to_owned(),
            }
        };
        let header = reader.headers().map_err(wrong)?;
        let header = header.iter().map(|name| name.trim().to_owned()).collect();
        let mut rows = Vec::new();
        for fields in reader.records() {
            let fields = fields.map_err(wrong)?;
            rows.push(Row {
                line: fields.position().map_or(0, csv::Position::line),
                fields,
            });
        }
        Ok(Table { file, header, rows })
    }

    /// The column of one of these names.
    pub(crate) fn column(&self, names: &[&str]) -> Option<Column> {
        names.iter().find_map(|wanted| {
            let found = |name: &String| name.eq_ignore_ascii_case(wanted);
            let place = self.header.iter().position(found)?;
            Some(Column {
                place,
                name: self.header[place].clone(),
            })
        })
    }

    /// The same, where the table is of no use without it.
    pub(crate) fn need(&self, names: &[&str]) -> Result<Column, AuditError> {
        self.column(names).ok_or_else(|| AuditError::Row {
            file: self.file.to_string(),
            line: 1,
            column: None,
            problem: format!("there is no column `{}`", names.join("` or `")),
            help: match self.header.is_empty() {
                true => "the file is empty; its first line names the columns".to_owned(),
                false => format!("the columns are: {}", self.header.join(", ")),
            },
        })
    }

    /// A mistake in a row.
    pub(crate) fn wrong(
        &self,
        line: u64,
        column: &Column,
        problem: impl Into<String>,
        help: impl Into<String>,
    ) -> AuditError {
        AuditError::Row {
            file: self.file.to_string(),
            line,
            column: Some(column.name.clone()),
            problem: problem.into(),
            help: help.into(),
        }
    }

    /// A number in a column, if there is one.
    pub(crate) fn number(&self, row: &Row, column: &Column) -> Result<Option<f64>, AuditError> {
        let Some(text) = row.get(column).filter(|text| *text != "?") else {
            return Ok(None);
        };
        match text.parse::<f64>() {
            Ok(number) if number.is_finite() => Ok(Some(number)),
            _ => Err(self.wrong(
                row.line,
                column,
                format!("`{}` is no number", shortened(text)),
                "write a number such as 1500, or nothing where it is not known",
            )),
        }
    }
}

/// Text that a message can hold.
pub(crate) fn shortened(text: &str) -> String {
    match text.char_indices().nth(40) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}...", &text[..end]),
    }
}
