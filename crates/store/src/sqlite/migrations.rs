//! The form of the file, as it came to be. A file of an older form is brought to the newest one when it is
//! opened; `user_version` tells how many of these steps it has behind it.
//!
//! A step that was released is never changed: another one is added.

/// The steps, the oldest first.
pub(super) const STEPS: &[&str] = &[CONTESTS, CARDS, REVIEWS, CLOCKS, LEVELS, SCORES, FINDINGS];

/// Times are milliseconds since 1970, values of others JSON.
const CONTESTS: &str = "
CREATE TABLE students (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    since INTEGER NOT NULL
) STRICT;

CREATE TABLE learned (
    student INTEGER NOT NULL REFERENCES students ON DELETE CASCADE,
    game TEXT NOT NULL,
    state TEXT NOT NULL,
    changed INTEGER NOT NULL,
    PRIMARY KEY (student, game)
) STRICT, WITHOUT ROWID;

-- AUTOINCREMENT: the number of a contest that was forgotten is not given to another one, or who still
-- plays it would write into that.
CREATE TABLE contests (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    student INTEGER NOT NULL REFERENCES students ON DELETE CASCADE,
    game TEXT NOT NULL,
    opponent TEXT,
    seat TEXT,
    start TEXT NOT NULL,
    begun INTEGER NOT NULL,
    resigned TEXT,
    outcome TEXT,
    recorded TEXT,
    changed INTEGER NOT NULL
) STRICT;
CREATE INDEX contests_of_student ON contests (student, changed);

CREATE TABLE moves (
    contest INTEGER NOT NULL REFERENCES contests ON DELETE CASCADE,
    ply INTEGER NOT NULL,
    move TEXT NOT NULL,
    made INTEGER NOT NULL,
    PRIMARY KEY (contest, ply)
) STRICT, WITHOUT ROWID;

CREATE TABLE certificates (
    contest INTEGER NOT NULL REFERENCES contests ON DELETE CASCADE,
    ply INTEGER NOT NULL,
    certificate TEXT NOT NULL,
    PRIMARY KEY (contest, ply)
) STRICT, WITHOUT ROWID;
";

const CARDS: &str = "
CREATE TABLE cards (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    student INTEGER NOT NULL REFERENCES students ON DELETE CASCADE,
    game TEXT NOT NULL,
    position TEXT NOT NULL,
    moves TEXT NOT NULL,
    hints TEXT NOT NULL,
    why TEXT NOT NULL,
    contest INTEGER REFERENCES contests ON DELETE SET NULL,
    ply INTEGER,
    made INTEGER NOT NULL,
    due INTEGER NOT NULL,
    practised INTEGER,
    stability REAL,
    difficulty REAL,
    times INTEGER NOT NULL,
    lapses INTEGER NOT NULL,
    UNIQUE (student, game, position)
) STRICT;
CREATE INDEX cards_due ON cards (student, due);
";

const REVIEWS: &str = "
ALTER TABLE contests ADD COLUMN review TEXT;
ALTER TABLE cards ADD COLUMN rating INTEGER;
";

const CLOCKS: &str = "
ALTER TABLE contests ADD COLUMN clock TEXT;
";

const LEVELS: &str = "
CREATE TABLE levels (
    student INTEGER NOT NULL REFERENCES students ON DELETE CASCADE,
    game TEXT NOT NULL,
    at INTEGER NOT NULL,
    level REAL NOT NULL,
    PRIMARY KEY (student, game, at)
) STRICT, WITHOUT ROWID;
";

const SCORES: &str = "
ALTER TABLE cards ADD COLUMN scores TEXT NOT NULL DEFAULT '{}';
";

const FINDINGS: &str = "
CREATE TABLE findings (
    contest INTEGER PRIMARY KEY REFERENCES contests ON DELETE CASCADE,
    findings TEXT NOT NULL
) STRICT;
";
