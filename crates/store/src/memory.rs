//! The questions that whoever remembers has to answer.

use serde_json::Value;

use crate::{
    Beginning, BegunNow, Card, Contest, Exercise, Grade, KeptNow, Moment, Result, Schedule,
    Standing, StoreError, Student,
};

/// What is remembered of students. Each call happens as a whole or not at all, also where several
/// processes call at once, and what it wrote outlives the process.
///
/// A student is known by name, from the first time that something is to be remembered of them.
pub trait Memory: Send {
    /// The names of all students, in alphabetical order.
    ///
    /// # Errors
    /// Where it cannot be read, as in all that follows.
    fn students(&self) -> Result<Vec<String>>;

    /// Everything that is remembered of somebody.
    ///
    /// # Errors
    /// Where it cannot be read.
    fn everything(&self, name: &str) -> Result<Option<Student>>;

    /// Remembers these students as they are given, all of them or none.
    ///
    /// # Errors
    /// [`StoreError::Taken`](crate::StoreError::Taken) where one of them is remembered already, and where
    /// it cannot be written, as in all that follows.
    fn restore(&mut self, students: &[Student]) -> Result<()>;

    /// Forgets somebody and all that belongs to them; tells whether there was anything to forget.
    ///
    /// # Errors
    /// Where it cannot be written.
    fn forget(&mut self, name: &str) -> Result<bool>;

    /// What was learned of a student at a game.
    ///
    /// # Errors
    /// Where it cannot be read.
    fn learned(&self, name: &str, game: &str) -> Result<Option<Value>>;

    /// Changes what was learned of a student at a game: `change` is called with what is known, and
    /// nobody else changes it meanwhile.
    ///
    /// # Errors
    /// Where it cannot be written.
    fn learn(
        &mut self,
        name: &str,
        game: &str,
        now: Moment,
        change: &mut dyn FnMut(Option<Value>) -> Value,
    ) -> Result<()>;

    /// Notes how strong a student is at a game. Of one day the last is kept.
    ///
    /// # Errors
    /// Where it cannot be written.
    fn note_level(&mut self, name: &str, game: &str, now: Moment, level: f64) -> Result<()>;

    /// Begins a contest and gives its number.
    ///
    /// # Errors
    /// Where it cannot be written.
    fn begin(&mut self, name: &str, beginning: &Beginning, now: Moment) -> Result<i64> {
        let one = BegunNow {
            student: name.to_owned(),
            beginning: beginning.clone(),
            now,
        };
        let (begun, _) = self.keep_together(&[one], &[])?;
        Ok(begun[0])
    }

    /// Keeps a contest as it stands now. Moves that were taken back are forgotten.
    ///
    /// # Errors
    /// [`StoreError::Gone`](crate::StoreError::Gone) where the contest was forgotten meanwhile.
    fn keep(&mut self, contest: i64, standing: &Standing, now: Moment) -> Result<()> {
        let one = KeptNow {
            contest,
            standing: standing.clone(),
            certificates: Vec::new(),
            now,
        };
        match self.keep_all(&[one])?.is_empty() {
            true => Ok(()),
            false => Err(StoreError::Gone),
        }
    }

    /// Keeps several contests as they stand, with what opponents vouch for in them, and gives the numbers of those
    /// that were forgotten meanwhile.
    ///
    /// # Errors
    /// Where it cannot be written.
    fn keep_all(&mut self, contests: &[KeptNow]) -> Result<Vec<i64>> {
        Ok(self.keep_together(&[], contests)?.1)
    }

    /// Begins several contests and keeps others as they stand, which takes about as long as for one. Gives the numbers
    /// of those that begin, and of those that were forgotten meanwhile.
    ///
    /// # Errors
    /// Where it cannot be written; then nothing is.
    fn keep_together(
        &mut self,
        begun: &[BegunNow],
        kept: &[KeptNow],
    ) -> Result<(Vec<i64>, Vec<i64>)>;

    /// A contest of a student, by its number.
    ///
    /// # Errors
    /// Where it cannot be read.
    fn contest(&self, name: &str, contest: i64) -> Result<Option<Contest>>;

    /// The contests of a student in which a move was made, as many as are wanted, those first in which something
    /// happened last.
    ///
    /// # Errors
    /// Where it cannot be read.
    fn recent(&self, name: &str, most: usize) -> Result<Vec<Contest>>;

    /// The contest that a student left last, of a game if one is wanted.
    ///
    /// # Errors
    /// Where it cannot be read.
    fn unfinished(&self, name: &str, game: Option<&str>) -> Result<Option<Contest>>;

    /// Keeps what an opponent vouches for at the move that it makes after so many.
    ///
    /// # Errors
    /// [`StoreError::Gone`](crate::StoreError::Gone) where the contest was forgotten meanwhile.
    fn certify(&mut self, contest: i64, ply: u32, certificate: &Value) -> Result<()>;

    /// Keeps what a look at a contest found, in place of what an earlier one did.
    ///
    /// # Errors
    /// [`StoreError::Gone`](crate::StoreError::Gone) where the contest was forgotten meanwhile.
    fn reviewed(&mut self, contest: i64, review: &Value) -> Result<()>;

    /// Keeps all that a look at a contest found, which may be long, so that nobody has to look again. It is not among
    /// [`everything`](Memory::everything): whoever misses it looks again.
    ///
    /// # Errors
    /// [`StoreError::Gone`](crate::StoreError::Gone) where the contest was forgotten meanwhile.
    fn keep_findings(&mut self, contest: i64, findings: &Value) -> Result<()>;

    /// All that the last look at a contest found, if it was kept. Moves may have been made and taken back since.
    ///
    /// # Errors
    /// Where it cannot be read.
    fn findings(&self, contest: i64) -> Result<Option<Value>>;

    /// Makes a card of an exercise, due at once, and gives its number. Of one position there is one card:
    /// where it is there already, its moves, hints and reasons are replaced and it stays due when it was.
    ///
    /// # Errors
    /// [`StoreError::Gone`](crate::StoreError::Gone) where the contest it comes from was forgotten.
    fn add_card(&mut self, name: &str, exercise: &Exercise, now: Moment) -> Result<i64>;

    /// The cards of a student that are due, of a game if one is wanted, the longest due first.
    ///
    /// # Errors
    /// Where it cannot be read.
    fn due_cards(&self, name: &str, game: Option<&str>, now: Moment) -> Result<Vec<Card>>;

    /// A card of a student, by its number.
    ///
    /// # Errors
    /// Where it cannot be read.
    fn card(&self, name: &str, card: i64) -> Result<Option<Card>>;

    /// Takes note of how well a card was known, and tells when it comes back.
    ///
    /// # Errors
    /// [`StoreError::Gone`](crate::StoreError::Gone) where the card was forgotten meanwhile.
    fn practised(&mut self, card: i64, grade: Grade, now: Moment) -> Result<Schedule>;
}
