//! The person's end of the line: boards and questions out, lines in. In a terminal lines can be edited and come back with the arrow
//! keys; from anything else they are read as they are.

use crate::lines::read_line;
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};
use std::io::{self, BufRead, IsTerminal, Write};

/// Longer lines are nothing that a person types.
const MAX_LINE: usize = 4096;

/// Where a person reads and types.
pub struct Console {
    input: Input,
    pub(super) output: Box<dyn Write>,
}

enum Input {
    Plain(Box<dyn BufRead>),
    Edited(Box<Editor<Words, MemHistory>>),
}

/// What a question was answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// A line, without blanks around it; it may be empty.
    Line(String),
    /// The input has ended, or somebody pressed Ctrl-D.
    End,
    /// Somebody pressed Ctrl-C.
    Interrupt,
}

impl Console {
    /// Lines as they come. The output is painted with escape codes; give a stream that removes them where they are not wanted.
    pub fn plain(input: impl BufRead + 'static, output: impl Write + 'static) -> Self {
        Self { input: Input::Plain(Box::new(input)), output: Box::new(output) }
    }

    /// Standard input and output, with editing if both are a terminal.
    pub fn standard() -> io::Result<Self> {
        if !(io::stdin().is_terminal() && io::stdout().is_terminal()) {
            return Ok(Self::plain(io::stdin().lock(), anstream::stdout()));
        }
        // Pasted lines are answers one by one, and a terminal is easier to leave as it was without brackets around them.
        let config =
            Config::builder().auto_add_history(true).completion_type(CompletionType::List).bracketed_paste(false);
        let mut editor = Editor::with_history(config.build(), MemHistory::new()).map_err(io::Error::other)?;
        editor.set_helper(Some(Words::default()));
        Ok(Self { input: Input::Edited(Box::new(editor)), output: Box::new(anstream::stdout()) })
    }

    /// Whether there is a terminal, and thus somebody who can be asked.
    pub(super) fn is_terminal(&self) -> bool {
        matches!(self.input, Input::Edited(_))
    }

    /// Columns and rows of the terminal, if it is one.
    pub(super) fn size(&mut self) -> Option<(usize, usize)> {
        let Input::Edited(editor) = &mut self.input else { return None };
        let (columns, rows) = editor.dimensions()?;
        Some((usize::from(columns), usize::from(rows)))
    }

    /// Asks, and waits for a line. The words are what the tab key completes.
    pub(super) fn ask(&mut self, question: &str, words: Vec<String>) -> io::Result<Answer> {
        match &mut self.input {
            Input::Plain(input) => {
                write!(self.output, "{question}")?;
                self.output.flush()?;
                let line = read_line(input, MAX_LINE, MAX_LINE)?;
                Ok(line.map_or(Answer::End, |line| Answer::Line(String::from_utf8_lossy(&line.bytes).trim().into())))
            }
            Input::Edited(editor) => {
                self.output.flush()?;
                editor.set_helper(Some(Words(words)));
                match editor.readline(question) {
                    Ok(line) => Ok(Answer::Line(line.trim().into())),
                    Err(ReadlineError::Eof) => Ok(Answer::End),
                    Err(ReadlineError::Interrupted) => Ok(Answer::Interrupt),
                    // Bytes that are no text; the person can try again.
                    Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => {
                        Ok(Answer::Line(String::new()))
                    }
                    Err(error) => Err(io::Error::other(error)),
                }
            }
        }
    }

    /// Shows a long text, in a terminal a screen at a time.
    pub(super) fn page(&mut self, text: &str) -> io::Result<()> {
        let Some((_, rows)) = self.size() else { return writeln!(self.output, "{text}") };
        let lines: Vec<&str> = text.lines().collect();
        let mut rest = lines.chunks(rows.saturating_sub(2).max(1)).peekable();
        while let Some(screen) = rest.next() {
            writeln!(self.output, "{}", screen.join("\n"))?;
            if rest.peek().is_some()
                && self.ask("Enter for more, q to go back: ", Vec::new())? != Answer::Line(String::new())
            {
                break;
            }
        }
        Ok(())
    }
}

/// The words that may be typed here.
#[derive(Default)]
struct Words(Vec<String>);

impl Completer for Words {
    type Candidate = String;

    fn complete(&self, line: &str, pos: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let start = line[..pos].rfind(' ').map_or(0, |blank| blank + 1);
        let typed = line[start..pos].to_ascii_lowercase();
        Ok((start, self.0.iter().filter(|word| word.starts_with(&typed)).cloned().collect()))
    }
}

impl Hinter for Words {
    type Hint = String;
}

impl Highlighter for Words {}

impl Validator for Words {}

impl Helper for Words {}
