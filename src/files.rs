//! Files are written aside and then put in place, so that a full disk or a crash never costs what was there before.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Writes a whole file, in place of the one that is there. If anything fails, that one stays as it was.
///
/// # Errors
///
/// If the file cannot be written.
pub(crate) fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    replace_with(path, |file| file.write_all(content))
}

/// The same for a file that is too large to be in memory: `write` writes it bit by bit.
///
/// # Errors
///
/// If the file cannot be written, or what `write` says.
pub(crate) fn replace_with(path: &Path, write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>) -> io::Result<()> {
    let Some(target) = regular(path)? else {
        let mut file = BufWriter::new(File::options().write(true).open(path)?);
        return write(&mut file).and_then(|()| file.flush());
    };
    let (aside, file) = create_aside(&target)?;
    let put_in_place = || {
        if let Ok(old) = fs::metadata(&target) {
            fs::set_permissions(&aside, old.permissions())?;
        }
        let mut file = BufWriter::new(file);
        write(&mut file)?;
        file.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
        fs::rename(&aside, &target)
    };
    put_in_place().inspect_err(|_| drop(fs::remove_file(&aside)))
}

/// Writes a file that does not exist yet. If anything fails, there is none afterwards.
///
/// # Errors
///
/// If there is such a file, or it cannot be written.
pub(crate) fn create(path: &Path, content: &[u8]) -> io::Result<()> {
    // Takes the name, so that nobody else does.
    drop(File::create_new(path)?);
    replace(path, content).inspect_err(|_| drop(fs::remove_file(path)))
}

/// Finds out early whether [`replace`] has a chance, before hours of work depend on it.
///
/// # Errors
///
/// If the folder does not exist, or nothing can be written there.
pub(crate) fn check_writable(path: &Path) -> io::Result<()> {
    if path.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    if fs::metadata(path).is_ok_and(|file| file.permissions().readonly()) {
        return Err(io::ErrorKind::PermissionDenied.into());
    }
    let Some(target) = regular(path)? else { return Ok(()) };
    let (aside, file) = create_aside(&target)?;
    drop(file);
    fs::remove_file(aside)
}

/// The file behind any links, `None` if it is something else than a file, as a terminal or a pipe, and has no before.
fn regular(path: &Path) -> io::Result<Option<PathBuf>> {
    match fs::metadata(path) {
        Ok(found) if found.is_file() => fs::canonicalize(path).map(Some),
        Ok(_) => Ok(None),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Some(path.into())),
        Err(error) => Err(error),
    }
}

/// A new file beside another: only within a folder can a file be put in place at once.
fn create_aside(target: &Path) -> io::Result<(PathBuf, File)> {
    let name = target.file_name().ok_or(io::ErrorKind::InvalidInput)?;
    let mut hidden = OsString::from(".");
    hidden.push(name);
    hidden.push(format!(".{}.part", std::process::id()));
    let aside = target.with_file_name(hidden);
    // Left behind by a process that had our number and was killed.
    let _ = fs::remove_file(&aside);
    let file = File::create_new(&aside)?;
    Ok((aside, file))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("tern-files-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    fn names(folder: &Path) -> Vec<String> {
        let name = |entry: io::Result<fs::DirEntry>| entry.unwrap().file_name().into_string().unwrap();
        fs::read_dir(folder).unwrap().map(name).collect()
    }

    #[test]
    fn files_are_created_once_and_replaced_whole() {
        let folder = folder("replace");
        let file = folder.join("game.txt");
        create(&file, b"one").unwrap();
        assert_eq!(create(&file, b"two").unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read(&file).unwrap(), b"one");
        replace(&file, b"three").unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"three");
        check_writable(&file).unwrap();
        assert_eq!(names(&folder), ["game.txt"]);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn what_cannot_be_written_is_known_early() {
        let folder = folder("early");
        for (path, kind) in
            [(folder.clone(), io::ErrorKind::IsADirectory), (folder.join("no/such/place"), io::ErrorKind::NotFound)]
        {
            assert_eq!(check_writable(&path).unwrap_err().kind(), kind, "{}", path.display());
            assert!(create(&path, b"x").is_err());
        }
        check_writable(&folder.join("new")).unwrap();
        assert_eq!(names(&folder), [""; 0]);
        fs::remove_dir_all(folder).unwrap();
    }
}
