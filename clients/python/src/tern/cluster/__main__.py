"""The command line: `python -m tern.cluster match …`, `python -m tern.cluster tune …`."""

from __future__ import annotations

import argparse
import contextlib
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ..binary import binary
from .driver import ClusterError, Driver, Folder
from .merging import Standing, merge
from .tasks import Job

if TYPE_CHECKING:
    from distributed import Client

PAIRS_A_PART: Final = 8
"""Pairs of games in a part, if nobody says how many parts there are."""

MOST_PARTS: Final = 1000
"""Parts, if nobody says how many there are."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Does what the command line says, and gives the exit code."""
    options, rest = _parser().parse_known_args(arguments)
    try:
        return int(options.run(options, rest))
    except (ClusterError, OSError) as error:
        sys.stderr.write(f"error: {error}\n")
        return 1
    except KeyboardInterrupt:
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tern.cluster", description="Plays the parts of a match on many machines.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    match = commands.add_parser(
        "match",
        allow_abbrev=False,
        help="play a match",
        usage="python -m tern.cluster match [OPTIONS] ARGUMENTS OF tern match…",
        epilog="All other arguments are those of tern match, and reach every worker as they are.",
    )
    match.set_defaults(run=_match)
    add = match.add_argument
    add("--record", type=Path, metavar="FILE", help="write the merged record to this file")
    add("--anchor", metavar="NAME=ELO", help="the rating of one engine, from which others are reckoned")
    add("--json", action="store_true", help="print the results as JSON")
    add("--parts", type=_count, metavar="N", help="cut the match into so many parts; about 8 pairs each if left out")
    _add_cluster(match)
    tune = commands.add_parser(
        "tune",
        allow_abbrev=False,
        help="fit an evaluation to games that the workers play",
        usage="python -m tern.cluster tune [OPTIONS] ARGUMENTS OF tern tune…",
        epilog="All other arguments are those of tern tune. Workers play the games, and the fit is made here.",
    )
    tune.set_defaults(run=_tune)
    tune.add_argument("--parts", type=_count, default=64, metavar="N", help="cut the games into so many parts (default 64)")
    tune.add_argument("--write", type=Path, metavar="FILE", help="the file with the weights, to put the new ones into it")
    _add_cluster(tune)
    return parser


def _add_cluster(parser: argparse.ArgumentParser) -> None:
    """What every command can be told about the cluster."""
    add = parser.add_argument
    add("--scheduler", metavar="ADDRESS", help="the scheduler of a cluster, as tcp://host:8786; this machine if left out")
    add("--workers", type=_count, metavar="N", help="workers on this machine; as many as it has cores if left out")
    add("--folder", type=Path, metavar="FOLDER", help="keep the parts here; those that are there are not played again")
    add("--retries", type=int, default=3, metavar="N", help="how often a part that failed is tried again (default 3)")
    add("--tern", metavar="PROGRAM", help="the tern to use, on every machine; the one installed there if left out")


def _count(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} must be 1 or more")
    return number


def _match(options: argparse.Namespace, rest: list[str]) -> int:
    _refuse(
        rest, ("--shard", "--resume", "-c", "--concurrency"), "a match that is spread over workers: parts and workers do that"
    )
    if options.record is not None and options.record.exists():
        raise ClusterError(f"{options.record} exists already")
    parts = options.parts or _parts(rest)
    job = Job(("match", *rest), "--record", parts, options.tern)
    with _folder(options.folder) as path, _client(options) as client:
        folder = Folder(path, parts)
        folder.claim(job)
        standing = Standing(folder, options.tern, any(word.split("=")[0] == "--sprt" for word in rest))
        # A test may have been decided before the run was interrupted.
        if not (folder.numbers() and standing(0)[0]):
            Driver(client, job, folder, standing, options.retries).run()
        return _tell(options, folder)


def _tune(options: argparse.Namespace, rest: list[str]) -> int:
    _refuse(rest, ("--shard", "--part", "--from"), "games that are spread over workers")
    job = Job(("tune", *rest), "--part", options.parts, options.tern)
    with _folder(options.folder) as path, _client(options) as client:
        folder = Folder(path, options.parts)
        folder.claim(job)
        Driver(client, job, folder, retries=options.retries).run()
        wanted = ["--write", str(options.write)] if options.write else []
        command = [options.tern or binary(), "tune", *rest, *wanted, "--from", *map(str, folder.files())]
        return subprocess.run(command, check=False).returncode


def _refuse(rest: list[str], options: Sequence[str], purpose: str) -> None:
    """Refuses options that are not ours to pass on, also with a value in the same word."""
    for option in options:
        if any(re.fullmatch(rf"{option}(=.*|\d+)?", word) for word in rest):
            raise ClusterError(f"{option} is not for {purpose}")


def _tell(options: argparse.Namespace, folder: Folder) -> int:
    """Prints what `tern merge` says about all parts."""
    wanted = ["--json"] if options.json else []
    if options.anchor:
        wanted += ["--anchor", options.anchor]
    if options.record:
        wanted += ["--record", str(options.record)]
    done = merge(folder.files(), *wanted, program=options.tern)
    sys.stdout.write(done.stdout)
    sys.stderr.write(done.stderr)
    return done.returncode


def _parts(rest: list[str]) -> int:
    """How many parts a match is cut into.

    >>> _parts(["--games", "400"]), _parts(["-n", "100000"]), _parts(["-e", "a", "-e", "b", "-e", "c", "--games=16"])
    (25, 1000, 3)
    """
    parser = argparse.ArgumentParser(allow_abbrev=False, add_help=False)
    parser.add_argument("-n", "--games", type=int, default=100)
    parser.add_argument("-e", "--engine", action="append", default=[])
    parser.add_argument("--tournament", default="round-robin")
    known, _ = parser.parse_known_args(rest)
    games: int = known.games
    engines = max(2, len(known.engine))
    pairings = engines * (engines - 1) // 2 if known.tournament == "round-robin" else engines - 1
    return min(MOST_PARTS, max(1, pairings * ((games + 1) // 2) // PAIRS_A_PART))


@contextlib.contextmanager
def _folder(path: Path | None) -> Iterator[Path]:
    if path is None:
        with tempfile.TemporaryDirectory(prefix="tern-parts-") as temporary:
            yield Path(temporary)
    else:
        path.mkdir(parents=True, exist_ok=True)
        yield path


@contextlib.contextmanager
def _client(options: argparse.Namespace) -> Iterator[Client]:
    """A cluster somewhere, or one on this machine that ends with us."""
    try:
        from distributed import Client, LocalCluster
    except ModuleNotFoundError:
        raise ClusterError("this needs distributed: pip install 'tern-engine[cluster]'") from None
    if options.scheduler:
        with Client(options.scheduler) as client:
            yield client
    else:
        workers = {} if options.workers is None else {"n_workers": options.workers}
        # A worker is one core, and has nothing to show to a browser.
        with LocalCluster(threads_per_worker=1, dashboard_address=None, **workers) as cluster, Client(cluster) as client:
            yield client


if __name__ == "__main__":
    sys.exit(main())
