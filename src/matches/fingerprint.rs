//! Tells programs apart by what is in their files, wherever they are and whatever they are called.

use super::spec::Contestant;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

/// A number for the content of files: FNV-1a with 64 bits, the same on every machine. It notices mistakes, not fraud.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fingerprint(u64);

impl Fingerprint {
    pub(super) fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    pub(super) fn add(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn add_file(&mut self, path: &Path) -> io::Result<()> {
        let mut file = BufReader::with_capacity(1 << 16, File::open(path)?);
        let mut block = vec![0; 1 << 16];
        loop {
            match file.read(&mut block)? {
                0 => return Ok(()),
                count => self.add(&block[..count]),
            }
        }
    }

    pub(super) fn text(self) -> String {
        format!("fnv1a-{:016x}", self.0)
    }
}

/// The fingerprint of a file.
pub(crate) fn of_file(path: &Path) -> io::Result<String> {
    let mut fingerprint = Fingerprint::new();
    fingerprint.add_file(path)?;
    Ok(fingerprint.text())
}

/// The fingerprint of an engine: its program, and every file named in its arguments, such as a script.
pub(super) fn of_engine(engine: &Contestant) -> io::Result<String> {
    let mut fingerprint = Fingerprint::new();
    fingerprint.add_file(&found_in_path(&engine.program))?;
    for argument in engine.arguments.iter().map(Path::new).filter(|path| path.is_file()) {
        fingerprint.add_file(argument)?;
    }
    Ok(fingerprint.text())
}

/// The file of a program, which without a folder in its name is looked for where the system would.
fn found_in_path(program: &Path) -> PathBuf {
    if program.components().count() > 1 || program.is_absolute() {
        return program.into();
    }
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let files = std::env::split_paths(&folders).map(|folder| folder.join(program));
    let suffixed = |file: PathBuf| {
        let mut name = file.clone().into_os_string();
        name.push(std::env::consts::EXE_SUFFIX);
        [file, name.into()]
    };
    files.flat_map(suffixed).find(|file| file.is_file()).unwrap_or_else(|| program.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_those_of_fnv_1a() {
        for (text, expected) in [("", "cbf29ce484222325"), ("a", "af63dc4c8601ec8c"), ("foobar", "85944171f73967e8")] {
            let mut fingerprint = Fingerprint::new();
            fingerprint.add(text.as_bytes());
            assert_eq!(fingerprint.text(), format!("fnv1a-{expected}"));
        }
    }

    #[cfg(unix)]
    #[test]
    fn programs_are_found_where_the_system_finds_them() {
        assert!(found_in_path(Path::new("sh")).is_absolute());
        assert_eq!(found_in_path(Path::new("./sh")), Path::new("./sh"));
        assert_eq!(found_in_path(Path::new("no-such-program")), Path::new("no-such-program"));
    }

    #[test]
    fn an_engine_is_its_program_and_the_files_it_is_told_of() {
        let folder = std::env::temp_dir().join(format!("tern-fingerprint-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let [program, script] = ["program", "script"].map(|name| folder.join(name));
        std::fs::write(&program, "foo").unwrap();
        std::fs::write(&script, "bar").unwrap();
        let engine = |arguments: &[&str]| Contestant {
            name: "x".into(),
            command: vec![],
            program: program.clone(),
            arguments: arguments.iter().map(ToString::to_string).collect(),
            options: vec![],
            limit: crate::matches::limit::ThinkLimit::DEFAULT,
        };
        // That of `foobar`.
        assert_eq!(of_engine(&engine(&["--quiet", script.to_str().unwrap()])).unwrap(), "fnv1a-85944171f73967e8");
        assert_eq!(of_engine(&engine(&["--quiet"])).unwrap(), of_file(&program).unwrap());
        assert_ne!(of_file(&program).unwrap(), of_file(&script).unwrap());
        assert!(of_file(&folder.join("nothing")).is_err());
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
