//! Reading trees. As many mistakes as possible are found in one go.

use std::ops::Range;

use shido_core::nearest;

use super::odds::Odds;
use super::{Branch, Head, Kind, Node, NodeIndex, Stem, Tree, Worth};

/// How deep nodes may be nested.
pub const DEEPEST: usize = 10_000;

/// How many mistakes are told at once.
const TOLD: usize = 20;

/// A mistake in the text of a tree.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}, column {column}: {problem}")]
pub struct TreeError {
    /// The line, counted from one.
    pub line: usize,
    /// The column, counted from one and in characters.
    pub column: usize,
    /// The same place as bytes of the text.
    pub span: Range<usize>,
    /// What is wrong.
    pub problem: String,
    /// What to write instead.
    pub help: String,
}

pub(super) fn parse(text: &str) -> Result<Tree, Vec<TreeError>> {
    let mut parser = Parser {
        text,
        tokens: tokens(text),
        nodes: Vec::new(),
        branches: Vec::new(),
        open: Vec::new(),
        errors: Vec::new(),
    };
    parser.read();
    if parser.errors.is_empty() {
        Ok(Tree {
            nodes: parser.nodes,
            branches: parser.branches,
        })
    } else {
        // A node is judged as a whole when it ends, after what is inside it.
        parser.errors.sort_by_key(|error| error.span.start);
        parser.errors.truncate(TOLD);
        Err(parser.errors)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Open,
    Close,
    Word,
}

#[derive(Clone)]
struct Token {
    mark: Mark,
    span: Range<usize>,
}

/// The parentheses and words of the text, without spaces and comments; the last token comes first.
fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut chars = text.char_indices().peekable();
    while let Some((start, first)) = chars.next() {
        let mut end = start + first.len_utf8();
        let mark = match first {
            '(' => Mark::Open,
            ')' => Mark::Close,
            ';' => {
                while chars.next_if(|&(_, c)| c != '\n').is_some() {}
                continue;
            }
            c if c.is_whitespace() => continue,
            _ => {
                let within = |c: char| !c.is_whitespace() && !"();".contains(c);
                while let Some((at, c)) = chars.next_if(|&(_, c)| within(c)) {
                    end = at + c.len_utf8();
                }
                Mark::Word
            }
        };
        tokens.push(Token {
            mark,
            span: start..end,
        });
    }
    tokens.reverse();
    tokens
}

struct Parser<'a> {
    text: &'a str,
    /// What is still to be read, last token first.
    tokens: Vec<Token>,
    nodes: Vec<Node>,
    branches: Vec<NodeIndex>,
    /// The nodes whose parenthesis has not been closed yet, from the root down.
    open: Vec<Open>,
    errors: Vec<TreeError>,
}

struct Open {
    index: NodeIndex,
    /// From the opening parenthesis to the end of the head.
    span: Range<usize>,
    /// `None` if it could not be read. Then what is below cannot be judged either.
    head: Option<Head>,
    children: Vec<NodeIndex>,
    /// The odds of the children of a chance node, as far as they could be read.
    odds: Vec<Option<Odds>>,
    /// Where the odds stand that wait for their branch.
    waiting: Option<Range<usize>>,
}

impl Parser<'_> {
    fn read(&mut self) {
        while let Some(token) = self.tokens.pop() {
            if self.errors.len() >= TOLD {
                return;
            }
            if self.open.is_empty() && !self.nodes.is_empty() {
                if token.mark == Mark::Close {
                    self.error(token.span, "this `)` closes nothing", "leave it out");
                } else {
                    let help = "a file holds one tree: leave out the rest, or put both below one \
                                head, as in `(max ... ...)`";
                    self.error(token.span, "the tree has ended before this", help);
                }
                return;
            }
            match token.mark {
                Mark::Open if self.open.len() == DEEPEST => {
                    let problem = format!("nodes are nested more than {DEEPEST} deep");
                    self.error(token.span, problem, "write a tree that is less deep");
                    return;
                }
                Mark::Open => self.open_node(&token.span),
                Mark::Close => self.close_node(token.span),
                Mark::Word => self.word(token.span),
            }
        }
        let help = "write a `)` after the last branch of this node";
        for open in std::mem::take(&mut self.open).into_iter().take(TOLD) {
            self.error(open.span, "this node is never closed", help);
        }
        if self.nodes.is_empty() && self.errors.is_empty() {
            let end = self.text.len();
            let help = "write one, such as `(max (min 3 12) (min 2 4))`";
            self.error(end..end, "there is no tree here", help);
        }
    }

    fn open_node(&mut self, parenthesis: &Range<usize>) {
        let (head, end) = match self.next_word(|_| true) {
            Some(span) => (self.head(span.clone()), span.end),
            None => {
                let help = "write `max`, `min` or `chance` right after the `(`";
                self.error(parenthesis.clone(), "this node has no head", help);
                (None, parenthesis.end)
            }
        };
        let value = self
            .next_word(|word| word.starts_with('='))
            .and_then(|span| self.value(span.start + 1..span.end, span));
        let span = parenthesis.start..end;
        let index = self.add(
            span.clone(),
            Kind::Inner {
                head: head.unwrap_or(Head::Max),
                value,
                branches: 0..0,
            },
        );
        self.open.push(Open {
            index,
            span,
            head,
            children: Vec::new(),
            odds: Vec::new(),
            waiting: None,
        });
    }

    fn close_node(&mut self, parenthesis: Range<usize>) {
        let Some(open) = self.open.pop() else {
            return self.error(parenthesis, "this `)` closes nothing", "leave it out");
        };
        if let Some(span) = open.waiting {
            // If the word was no probability either, that has been told.
            if open.odds.last().is_some_and(Option::is_some) {
                let word = &self.text[span.clone()];
                let problem = format!("no branch follows the probability `{word}`");
                self.error(span, problem, "write the branch after its probability");
            }
        } else if open.children.is_empty() && open.head.is_some() {
            let help = "write at least one branch before the `)`, or a number in place of the node";
            self.error(open.span, "this node has no branches", help);
        } else if let Some(odds) = open.odds.iter().copied().collect::<Option<Vec<Odds>>>()
            && open.head == Some(Head::Chance)
            && let Err(sum) = Odds::make_one(&odds)
        {
            let problem = format!("the probabilities below this node add up to {sum}");
            self.error(open.span, problem, "change them so that they add up to 1");
        }
        let first = self.branches.len();
        self.branches.extend(open.children);
        if let Kind::Inner { branches, .. } = &mut self.nodes[open.index.0].kind {
            *branches = first..self.branches.len();
        }
    }

    /// A word where a branch can stand: a leaf, or the probability of the branch that follows.
    fn word(&mut self, span: Range<usize>) {
        let word = &self.text[span.clone()];
        if let Some(open) = self.open.last_mut() {
            if open.head.is_none() {
                return;
            }
            if word.starts_with('=') {
                let help = "write the value of a node right after its head, as in `(min =5|2 3 9)`";
                return self.error(span, format!("the value `{word}` is out of place"), help);
            }
            if open.head == Some(Head::Chance) && open.waiting.is_none() {
                let odds = Odds::parse(word);
                open.waiting = Some(span.clone());
                open.odds.push(odds);
                if odds.is_none() {
                    let help = "before each branch of `chance` write a fraction such as `1/3` or \
                                a decimal such as `0.25`, from 0 to 1";
                    self.error(span, format!("`{word}` is not a probability"), help);
                }
                return;
            }
        }
        let value = self.value(span.clone(), span.clone()).unwrap_or(Worth {
            ours: 0.0,
            theirs: 0.0,
        });
        self.add(span, Kind::Leaf(value));
    }

    /// Adds a node below the innermost open one.
    fn add(&mut self, span: Range<usize>, kind: Kind) -> NodeIndex {
        let index = NodeIndex(self.nodes.len());
        let mut odds_missing = false;
        let stem = self.open.last_mut().map(|open| {
            if open.head == Some(Head::Chance) && open.waiting.take().is_none() {
                odds_missing = true;
                open.odds.push(None);
            }
            open.children.push(index);
            Stem {
                parent: open.index,
                branch: Branch(open.children.len()),
                odds: open.odds.last().copied().flatten(),
            }
        });
        if odds_missing {
            let help = "write a probability before each branch of `chance`, as in \
                        `(chance 1/3 4 2/3 (max 1 2))`";
            self.error(span, "this branch has no probability", help);
        }
        self.nodes.push(Node {
            depth: u32::try_from(self.open.len()).expect("the depth is limited"),
            stem,
            kind,
        });
        index
    }

    fn next_word(&mut self, wanted: impl Fn(&str) -> bool) -> Option<Range<usize>> {
        let text = self.text;
        let token = self
            .tokens
            .pop_if(|next| next.mark == Mark::Word && wanted(&text[next.span.clone()]))?;
        Some(token.span)
    }

    fn head(&mut self, span: Range<usize>) -> Option<Head> {
        let word = &self.text[span.clone()];
        let heads = [Head::Max, Head::Min, Head::Chance];
        let head = heads.into_iter().find(|head| head.name() == word);
        if head.is_none() {
            let help = match nearest(word, heads.map(Head::name)) {
                Some(name) => format!("write `{name}`"),
                None => "a node begins with `max`, `min` or `chance`; a leaf has no parentheses"
                    .to_owned(),
            };
            self.error(span, format!("`{word}` is not a head"), &help);
        }
        head
    }

    /// Reads `4` or `4|-1`; a mistake is told at `told_at`.
    fn value(&mut self, span: Range<usize>, told_at: Range<usize>) -> Option<Worth> {
        let word = &self.text[span];
        let told = &self.text[told_at.clone()];
        let (ours, theirs) = word.split_once('|').unwrap_or((word, word));
        let value = number(ours).zip(number(theirs));
        if value.is_none() {
            let tiny = |text: &str| text.parse().is_ok_and(|value: f64| value.is_finite());
            let help = if tiny(ours) && tiny(theirs) {
                "a value is 0, or at least 1e-12 away from it"
            } else if word.contains('/') {
                "only below `chance` do branches have probabilities; a value is a decimal such as \
                 `0.5`"
            } else {
                "a value is a number such as `4` or `-1.5`, or two, `ours|theirs`, such as `4|-1`"
            };
            self.error(told_at, format!("`{told}` is not a value"), help);
        }
        value.map(|(ours, theirs)| Worth { ours, theirs })
    }

    fn error(&mut self, span: Range<usize>, problem: impl Into<String>, help: &str) {
        let before = &self.text[..span.start];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        self.errors.push(TreeError {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            span,
            problem: problem.into(),
            help: help.to_owned(),
        });
    }
}

/// A number that can be reckoned with. Adding zero turns the negative zero into the plain one.
fn number(text: &str) -> Option<f64> {
    let value: f64 = text.parse().ok()?;
    let usable = value == 0.0 || (1e-12..=f64::MAX).contains(&value.abs());
    usable.then_some(value + 0.0)
}
