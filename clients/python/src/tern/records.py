"""Records of games, as `tern match --record` writes them: tags in brackets, then moves with remarks in braces.

>>> import io, tern
>>> text = '''[Number "1"]
... [Game "wali"]
... [P1 "new"]
... [P2 "old"]
... [Result "1-0"]
... [Reason "stones"]
...
... 1. d2 {opening} c4 {-20/6 3ms} 2. e3 {#4/5 8ms} 1-0
...
... '''
>>> for record in tern.records.read(io.StringIO(text)):
...     print(record.players, record.result, [move.text for move in record.moves])
('new', 'old') 1-0 ['d2', 'c4', 'e3']
>>> record.moves[1].score, record.moves[1].depth, record.moves[1].time
(Cp(-20, turn='p2'), 6, 0.003)
>>> str(record) == text
True

Files are read game by game, however large they are; `manifest` has what they say about the match as a whole.
Tags and remarks that this version does not know are kept.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, TextIO

from .rules import Outcome
from .score import Cp, Mate, Player, Score, opponent

if TYPE_CHECKING:
    from .board import Board

RESULTS: Final[dict[str, Player | None]] = {"1-0": "p1", "0-1": "p2", "1/2-1/2": None}

LARGEST_RECORD: Final = 16 * 1024 * 1024
"""Characters. Nobody plays games of that length."""

MANIFEST: Final = "% tern manifest "
"""Begins a line that says what match the games after it belong to."""

WIDTH: Final = 100
"""Lines of moves are broken here."""

_TAG = re.compile(r'\[([A-Za-z0-9]+) "((?:[^"\\\n]|\\["\\])*)"\]\s*')
_MOVE = re.compile(r"\s*(?:\d+\.(?:\.\.)?\s*)?([^\s{}\[\]]+)(?:\s*\{([^}]*)\})?")
_FIRST_BLACK = re.compile(r"\s*1\.\.\.(?!\S)")
_NUMBER = re.compile(r"\d+\.")
_REMARK = re.compile(r"(?:#([+-]?\d{1,9})|([+-]?\d{1,9})|-)(?:/(\d{1,9}))?\s+(\d{1,15})ms(?!\S)")


class RecordError(ValueError):
    """Something that is not a record, and in which line."""


@dataclass(frozen=True)
class RecordedMove:
    """A move, and what the engine that played it thought."""

    text: str
    """The move."""
    remark: str | None = None
    """What stands in braces behind it: `opening` for a move that no engine chose."""
    player: Player = "p1"
    """Who played it."""
    game: str | None = field(default=None, compare=False)
    """The game it belongs to."""

    @property
    def is_opening(self) -> bool:
        """Whether it was given and not chosen."""
        return _REMARK.match(self.remark or "") is None

    @property
    def score(self) -> Score | None:
        """What the player thought of the position before the move."""
        found = _REMARK.match(self.remark or "")
        if found is None:
            return None
        mate, cp = found[1], found[2]
        if mate is not None:
            return Mate(int(mate), turn=self.player, game=self.game)
        return None if cp is None else Cp(int(cp), turn=self.player, game=self.game)

    @property
    def depth(self) -> int | None:
        """How many plies the player looked ahead."""
        found = _REMARK.match(self.remark or "")
        return int(found[3]) if found and found[3] else None

    @property
    def time(self) -> float | None:
        """How many seconds the player thought."""
        found = _REMARK.match(self.remark or "")
        return int(found[4]) / 1000 if found else None


@dataclass
class Record:
    """A game that was played. The tags say all about it but its moves."""

    tags: dict[str, str]
    """Names and values, in the order of the file."""
    moves: list[RecordedMove] = field(default_factory=list)
    first: Player = "p1"
    """Who made the first move."""

    @property
    def number(self) -> int | None:
        """Its place in the match, from 1 on."""
        text = self.tags.get("Number", "")
        return int(text) if text.isdecimal() and len(text) < 20 else None

    @property
    def game(self) -> str:
        """Which game it was."""
        return self.tags["Game"]

    @property
    def players(self) -> tuple[str, str]:
        """Who played, the first player first."""
        return self.tags["P1"], self.tags["P2"]

    @property
    def result(self) -> str:
        """`1-0`, `0-1` or `1/2-1/2`."""
        return self.tags["Result"]

    @property
    def points(self) -> float:
        """What the first player got: 1, 0 or a half."""
        return {"p1": 1.0, "p2": 0.0, None: 0.5}[RESULTS[self.result]]

    @property
    def outcome(self) -> Outcome:
        """Who won, and why."""
        return Outcome(RESULTS[self.result], self.tags.get("Reason", ""))

    @property
    def fault(self) -> str | None:
        """What an engine did wrong, if it lost by that."""
        return self.tags.get("Fault")

    @property
    def start(self) -> str | None:
        """The text of the position that it began with; `None` for the usual one."""
        return self.tags.get("Start")

    @property
    def opening(self) -> tuple[str, ...]:
        """The moves that were given before the engines took over."""
        count = next((i for i, move in enumerate(self.moves) if not move.is_opening), len(self.moves))
        return tuple(move.text for move in self.moves[:count])

    def board(self, ply: int | None = None) -> Board:
        """The game after so many moves, or at its end; `IllegalMoveError` if the rules do not allow a move."""
        from .board import Board

        return Board(self.game, fen=self.start, moves=[move.text for move in self.moves[:ply]])

    def __str__(self) -> str:
        tags = [f'[{name} "{_escaped(value)}"]\n' for name, value in self.tags.items()]
        return "".join([*tags, "\n", _filled([*self._words(), self.result]), "\n\n"])

    def _words(self) -> Iterator[str]:
        """The moves with their numbers and remarks."""
        offset = 0 if self.first == "p1" else 1
        # Who was to move is told even if nobody did.
        if offset and not self.moves:
            yield "1..."
        for i, move in enumerate(self.moves):
            ply = i + offset
            number = f"{ply // 2 + 1}. " if ply % 2 == 0 else "1... " if i == 0 else ""
            yield f"{number}{move.text}{'' if move.remark is None else f' {{{move.remark}}}'}"


def read(source: str | os.PathLike[str] | TextIO) -> Iterator[Record]:
    """The games of a file, one after the other; `RecordError` where something else stands.

    A game at the end of which the result is missing, because a match was interrupted, is left out.
    """
    if isinstance(source, (str, os.PathLike)):
        with open(source, encoding="utf-8", newline="\n") as file:
            yield from _read(file)
    else:
        yield from _read(source)


def manifest(source: str | os.PathLike[str]) -> dict[str, Any] | None:
    """What a record says about its match, or its part of a match; `None` if it was written before records did."""
    with open(source, encoding="utf-8", newline="\n") as file:
        line = file.readline(LARGEST_RECORD)
    if not line.startswith(MANIFEST):
        return None
    try:
        read = json.loads(line[len(MANIFEST) :])
    except ValueError as error:
        raise RecordError(f"line 1: the manifest cannot be read: {error}") from None
    if not isinstance(read, dict):
        raise RecordError("line 1: the manifest is not an object")
    return read


def write(target: str | os.PathLike[str] | TextIO, records: Iterable[Record]) -> None:
    """Writes games to a new file, or to one that is open; `FileExistsError` if there is such a file."""
    if isinstance(target, (str, os.PathLike)):
        with open(target, "x", encoding="utf-8", newline="\n") as file:
            write(file, records)
    else:
        target.writelines(map(str, records))


def _read(file: TextIO) -> Iterator[Record]:
    for number, text, is_last in _chunks(file):
        try:
            record = parse(text)
        except RecordError as error:
            if is_last and text.startswith("[") and not _ends_in_result(text):
                return
            raise RecordError(f"line {number + error.args[1]}: {error.args[0]}") from None
        yield record


def _chunks(file: TextIO) -> Iterator[tuple[int, str, bool]]:
    """The texts of the games: the number of the line at which it begins, the text, and whether it is the last."""
    lines: list[str] = []
    begin = number = 1
    size, moves_seen = 0, False
    while line := file.readline(LARGEST_RECORD):
        if moves_seen and line.startswith("["):
            yield begin, "".join(lines), False
            lines, size, moves_seen = [], 0, False
        if line.startswith(MANIFEST) and (moves_seen or not lines):
            if moves_seen:
                yield begin, "".join(lines), False
                lines, size, moves_seen = [], 0, False
            number += 1
            continue
        size += len(line)
        if size > LARGEST_RECORD:
            raise RecordError(f"line {begin}: the game that begins here does not end")
        if line.isspace() and not lines:
            size = 0
        else:
            begin = begin if lines else number
            lines.append(line)
            moves_seen = moves_seen or not (line.isspace() or line.startswith("["))
        number += 1
    if lines:
        yield begin, "".join(lines), True


def parse(text: str) -> Record:
    """Reads one game. The second argument of a `RecordError` is the number of the line within it, from 0 on."""
    tags, place = _parse_tags(text)
    first: Player = "p1"
    found = _FIRST_BLACK.match(text, place)
    if found:
        first, place = "p2", found.end()
    moves: list[RecordedMove] = []
    game, player, word = tags.get("Game"), first, ""
    while found := _MOVE.match(text, place):
        word, remark = found[1], found[2]
        if word in RESULTS or _NUMBER.match(word):
            break
        moves.append(RecordedMove(word, remark, player, game))
        player, place = opponent(player), found.end()
    if found is None or word not in RESULTS or found[2] is not None or text[found.end() :].strip():
        raise _syntax_error(text, place)
    for name in ("Game", "P1", "P2", "Result"):
        if name not in tags:
            raise RecordError(f'this game has no [{name} "…"]', 0)
    if tags["Result"] != word:
        raise RecordError(f"the tags say {tags['Result']!r}, and after the moves stands {word!r}", 0)
    return Record(tags, moves, first)


def _parse_tags(text: str) -> tuple[dict[str, str], int]:
    """The tags, and where they end."""
    tags: dict[str, str] = {}
    place = 0
    while found := _TAG.match(text, place):
        name, value = found[1], found[2]
        if name in tags:
            raise RecordError(f"a second [{name}] in one game", text.count("\n", 0, place))
        tags[name] = re.sub(r"\\(.)", r"\1", value) if "\\" in value else value
        place = found.end()
    return tags, place


def _syntax_error(text: str, place: int) -> RecordError:
    place += len(text[place:]) - len(text[place:].lstrip())
    line = text[place : place + 40].partition("\n")[0]
    message = f'expected a game, with [Tag "value"] lines, moves and a result, not {line!r}'
    return RecordError(message, text.count("\n", 0, place))


def _ends_in_result(text: str) -> bool:
    return text.split()[-1] in RESULTS


def _escaped(value: str) -> str:
    if "\n" in value or "\r" in value:
        raise ValueError(f"the value of a tag must be one line, not {value!r}")
    return value.replace("\\", "\\\\").replace('"', '\\"')


def _filled(words: Iterable[str]) -> str:
    """Words in lines of a certain width, each word kept together."""
    lines: list[str] = []
    column = 0
    for word in words:
        if lines and column + 1 + len(word) <= WIDTH:
            lines[-1] += f" {word}"
            column += len(word) + 1
        else:
            lines.append(word)
            column = len(word) + 1
    return "\n".join(lines)
