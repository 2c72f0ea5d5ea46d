//! The modules of the page in one file, so that a browser asks once and not forty times.
//!
//! Every module becomes a function that is called after those it imports, and gives what it exports. This knows the plain
//! forms that the page is written in and no others; a test sees to it that there are no others.

use std::fmt::Write;

/// A file of the page and its text.
type File = (&'static str, &'static str);

/// What has been joined so far.
struct Bundle<'a> {
    files: &'a [File],
    done: Vec<&'static str>,
    text: String,
}

/// All that a module needs, and the module itself last.
pub(super) fn bundle(entry: &str, files: &[File]) -> String {
    let mut bundle = Bundle { files, done: Vec::new(), text: "const modules = {};\n".into() };
    bundle.add(entry);
    bundle.text
}

impl Bundle<'_> {
    fn add(&mut self, name: &str) {
        let Some(&(name, text)) = self.files.iter().find(|(known, _)| *known == name) else { return };
        if self.done.contains(&name) {
            return;
        }
        self.done.push(name);
        for line in text.lines() {
            if let Some((_, path)) = import(line) {
                self.add(&path);
            }
        }
        let mut exports = Vec::new();
        let _ = writeln!(self.text, "modules[\"{name}\"] = (() => {{");
        for line in text.lines() {
            let _ = writeln!(self.text, "{}", translated(line, &mut exports));
        }
        let _ = writeln!(self.text, "return {{ {} }};\n}})();", exports.join(", "));
    }
}

/// What a line imports, and from which file.
fn import(line: &str) -> Option<(&str, String)> {
    let (what, path) = line.strip_prefix("import ")?.strip_suffix("\";")?.split_once(" from \"./")?;
    Some((what, path.into()))
}

/// A line of a module as a line of its function. What it exports is added to `exports`.
fn translated(line: &str, exports: &mut Vec<String>) -> String {
    if let Some((what, path)) = import(line) {
        let default = if what.starts_with('{') { "" } else { ".default" };
        return format!("const {} = modules[\"{path}\"]{default};", what.replace(" as ", ": "));
    }
    let Some(exported) = line.strip_prefix("export ") else { return line.into() };
    if let Some(value) = exported.strip_prefix("default ") {
        exports.push("default: exported".into());
        return format!("const exported = {value}");
    }
    let name = exported.split(|c: char| !c.is_alphanumeric() && c != '_').find(|word| !is_keyword(word));
    exports.extend(name.map(Into::into));
    exported.into()
}

fn is_keyword(word: &str) -> bool {
    ["async", "class", "const", "function", ""].contains(&word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_become_functions_in_the_order_of_their_needs() {
        let files = [
            ("main.js", "import { a, b as c } from \"./one.js\";\nimport en from \"./texts/en.js\";\nc(a, en);"),
            ("one.js", "export const a = 1;\nexport async function b(x) {}\nconst own = 2;"),
            ("texts/en.js", "export default {\n};"),
        ];
        assert_eq!(
            bundle("main.js", &files),
            "const modules = {};\n\
             modules[\"one.js\"] = (() => {\nconst a = 1;\nasync function b(x) {}\nconst own = 2;\nreturn { a, b };\n})();\n\
             modules[\"texts/en.js\"] = (() => {\nconst exported = {\n};\nreturn { default: exported };\n})();\n\
             modules[\"main.js\"] = (() => {\nconst { a, b: c } = modules[\"one.js\"];\nconst en = modules[\"texts/en.js\"].default;\n\
             c(a, en);\nreturn {  };\n})();\n"
        );
    }
}
