-- A file of the first form, with somebody in it.
PRAGMA application_id = 1936221295;
PRAGMA user_version = 1;
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

INSERT INTO students VALUES (1, 'ada', 5);
INSERT INTO learned VALUES (1, 'tic-tac-toe', '{"rating":900}', 6);
INSERT INTO contests VALUES (1, 1, 'tic-tac-toe', 'perfect', 'first', '', 10, NULL, NULL, NULL, 12);
INSERT INTO moves VALUES (1, 0, 'a1', 11), (1, 1, 'b2', 12);
INSERT INTO certificates VALUES (1, 1, '{"loss":0.5}');
