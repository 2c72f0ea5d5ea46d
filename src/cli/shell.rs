//! What packagers install beside the program: completions for shells, and man pages.

use super::arguments::Arguments;
use crate::files;
use clap::CommandFactory;
use clap_complete::Shell;
use clap_mangen::Man;
use std::io;
use std::path::Path;

/// The script that completes `tern` in a shell.
pub(super) fn completions(shell: Shell) -> Vec<u8> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "tern", &mut script);
    script
}

/// The man page of `tern` itself.
pub(super) fn man_page() -> io::Result<Vec<u8>> {
    render(tern())
}

/// What is described: all commands but `help`, each with its whole name.
fn tern() -> clap::Command {
    let mut tern = Arguments::command().disable_help_subcommand(true);
    tern.build();
    tern
}

/// Writes a page for `tern` and one for every command into a folder that exists: `tern.1`, `tern-match.1` and so on.
pub(super) fn write_man_pages(folder: &Path) -> io::Result<()> {
    write_with_subcommands(&tern(), folder)
}

fn write_with_subcommands(command: &clap::Command, folder: &Path) -> io::Result<()> {
    for subcommand in command.get_subcommands() {
        write_with_subcommands(subcommand, folder)?;
    }
    // A build has given every command its name with dashes.
    let name = command.get_display_name().unwrap_or_else(|| command.get_name()).to_string();
    let file = folder.join(format!("{name}.1"));
    let explain = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", file.display()));
    files::replace(&file, &render(command.clone())?).map_err(explain)
}

fn render(command: clap::Command) -> io::Result<Vec<u8>> {
    let mut page = Vec::new();
    Man::new(command).render(&mut page)?;
    Ok(page)
}
