//! Markdown as text for a terminal: as much of it as rules.md uses.

/// As long as a line may be.
const WIDTH: usize = 78;

/// Headings underlined, paragraphs and lists wrapped, tables aligned, transcripts indented, pictures by what they show.
pub(super) fn text(markdown: &str) -> String {
    let mut blocks: Vec<String> = Vec::new();
    // Text and transcripts take turns.
    for (i, part) in markdown.split("\n```").enumerate() {
        if i % 2 == 1 {
            blocks.push(transcript(part));
        } else {
            blocks
                .extend(part.split("\n\n").map(|block| block.trim_matches('\n')).filter(|b| !b.is_empty()).map(block));
        }
    }
    blocks.retain(|block| !block.is_empty());
    blocks.join("\n\n")
}

/// What follows the opening marks of a transcript, its first line being what they are marked with.
fn transcript(part: &str) -> String {
    let lines: Vec<String> = part.lines().skip(1).flat_map(|line| wrapped(line, "    ", "        ")).collect();
    lines.join("\n")
}

fn block(block: &str) -> String {
    if let Some(picture) = block.strip_prefix("![") {
        let caption = picture.split("](").next().unwrap_or_default();
        return wrapped(&format!("[A picture in rules.md: {caption}]"), "    ", "    ").join("\n");
    }
    if block.starts_with('#') {
        let level = block.chars().take_while(|&c| c == '#').count();
        let title = clean(block[level..].trim());
        let line = if level < 3 { "=" } else { "-" };
        return format!("{title}\n{}", line.repeat(title.chars().count()));
    }
    if block.starts_with('|') {
        return table(block);
    }
    if let Some(quoted) = block.strip_prefix("> ") {
        return wrapped(&clean(quoted), "    ", "    ").join("\n");
    }
    let mut lines = Vec::new();
    for item in items(block) {
        let indent = item.find(|c: char| !c.is_ascii_digit() && !matches!(c, '-' | '.' | ' ')).unwrap_or(0);
        let is_item =
            item.starts_with("- ") || (item.starts_with(|c: char| c.is_ascii_digit()) && item[..indent].contains(". "));
        let later = if is_item { " ".repeat(indent) } else { String::new() };
        lines.extend(wrapped(&clean(&item), "", &later));
    }
    lines.join("\n")
}

/// The items of a list, or the one paragraph, each on a line of its own.
fn items(block: &str) -> Vec<String> {
    let mut items: Vec<String> = Vec::new();
    for line in block.lines() {
        let starts = !line.starts_with(' ')
            && (line.starts_with("- ") || line.split_once(". ").is_some_and(|(n, _)| n.parse::<u8>().is_ok()));
        match items.last_mut() {
            Some(item) if !starts => {
                item.push(' ');
                item.push_str(line.trim());
            }
            _ => items.push(line.trim().into()),
        }
    }
    items
}

/// Text without the marks for bold, for emphasis and for code, and with links reduced to what they say.
fn clean(text: &str) -> String {
    let mut cleaned = String::new();
    let mut rest = text;
    while let Some((before, link)) = rest.split_once('[') {
        let Some((label, after)) = link.split_once("](").and_then(|(label, to)| Some((label, to.split_once(')')?.1)))
        else {
            break;
        };
        cleaned.push_str(before);
        cleaned.push_str(label);
        rest = after;
    }
    cleaned.push_str(rest);
    cleaned.replace("**", "").replace(['*', '`'], "")
}

/// Lines that are not too long, the first after one indent and the others after another.
pub(crate) fn wrapped(text: &str, first: &str, later: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = first.to_owned();
    let mut is_empty = true;
    for word in text.split_whitespace() {
        if !is_empty && line.chars().count() + 1 + word.chars().count() > WIDTH {
            lines.push(std::mem::replace(&mut line, later.into()));
            is_empty = true;
        }
        if !is_empty {
            line.push(' ');
        }
        line.push_str(word);
        is_empty = false;
    }
    lines.push(line);
    lines
}

/// A table with its columns below each other. Its second line only says that the first is the heading.
fn table(block: &str) -> String {
    let cells = |line: &str| -> Vec<String> {
        line.trim().trim_matches('|').split('|').map(|cell| clean(cell.trim())).collect()
    };
    let rows: Vec<Vec<String>> =
        block.lines().enumerate().filter(|(i, _)| *i != 1).map(|(_, line)| cells(line)).collect();
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
    let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
    if widths.iter().sum::<usize>() + 2 * columns > WIDTH {
        return spelled_out(&rows);
    }
    let lines = rows.iter().map(|row| {
        let padded = row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:<width$}"));
        format!("  {}", padded.collect::<Vec<_>>().join("  ").trim_end())
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// A table too wide for the terminal: every row as a list of its cells under their headings.
fn spelled_out(rows: &[Vec<String>]) -> String {
    let Some((head, rows)) = rows.split_first() else { return String::new() };
    let mut lines = Vec::new();
    for row in rows {
        let Some((name, cells)) = row.split_first() else { continue };
        lines.push(format!("{name}:"));
        for (heading, cell) in head.iter().skip(1).zip(cells) {
            lines.extend(wrapped(&format!("{heading}: {cell}"), "  ", "    "));
        }
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_lists_and_tables() {
        let markdown = "## Title\n\nSome **bold** `code`\nand [a link](x.md).\n\n- one\n  more\n- two\n\n![alt](p.svg)\n\n\
                        | a | long |\n|---|---|\n| b | c |\n\n```tern\n>>> d\n```\n\nEnd.";
        let expected = "Title\n=====\n\nSome bold code and a link.\n\n- one more\n- two\n\n    [A picture in rules.md: alt]\n\n  a  long\n  b  c\n\n    >>> d\n\nEnd.";
        assert_eq!(text(markdown), expected);
    }

    #[test]
    fn long_lines_are_wrapped() {
        let text = wrapped(&"word ".repeat(40), "- ", "  ").join("\n");
        assert!(
            text.lines().all(|line| line.len() <= WIDTH) && text.lines().skip(1).all(|line| line.starts_with("  w"))
        );
    }
}
