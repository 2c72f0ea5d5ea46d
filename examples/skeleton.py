#!/usr/bin/env python3
"""A whole engine in one file: Wali by the rules of rules.md, played at random.

Something to start from. It speaks enough of the protocol for any referee:

    tern check --game wali -- python3 examples/skeleton.py
    tern match --games 2 --movetime 50 -e name=tern -e 'name=skeleton cmd="python3 examples/skeleton.py"'

The rules are in Position, the conversation in Engine. A better engine needs another `choose`.
"""

import random
import sys
import threading
import time

COLUMNS, ROWS = 6, 5
START = "6/6/6/6/6 w 12 12 - - 0"
CELLS = [(c, r) for r in range(ROWS) for c in range(COLUMNS)]


def name(cell):
    return "abcdef"[cell[0]] + str(cell[1] + 1)


def cell(text):
    if len(text) != 2 or text[0] not in "abcdef" or text[1] not in "12345":
        raise ValueError(f"{text!r} is not a cell")
    return ("abcdef".index(text[0]), int(text[1]) - 1)


def neighbours(at):
    around = [(at[0] + 1, at[1]), (at[0] - 1, at[1]), (at[0], at[1] + 1), (at[0], at[1] - 1)]
    return [to for to in around if to in CELLS]


class Position:
    """Stones by cell, the hands, the forbidden steps back, and the plies without a capture."""

    def __init__(self, fen=START):
        rows, self.side, white, black, *back, idle = fen.split()
        if len(back) != 2 or self.side not in "wb" or rows.count("/") != ROWS - 1:
            raise ValueError(f"{fen!r} is not a position")
        self.stones = {}
        for row, text in zip(reversed(range(ROWS)), rows.split("/")):
            column = 0
            for sign in text:
                if sign in "wb":
                    self.stones[(column, row)] = sign
                    column += 1
                else:
                    column += int(sign)
            if column != COLUMNS:
                raise ValueError(f"{text!r} is not a row")
        self.hands = {"w": int(white), "b": int(black)}
        self.back = {s: None if t == "-" else (cell(t[:2]), cell(t[2:])) for s, t in zip("wb", back)}
        self.idle = int(idle)
        self.end_of_dropping()

    def key(self):
        """What must be the same for a repetition: everything but the idle plies."""
        return (frozenset(self.stones.items()), self.side, tuple(self.hands.values()), tuple(self.back.values()))

    def other(self):
        return "b" if self.side == "w" else "w"

    def drops(self, side):
        if self.hands[side] == 0:
            return []
        alone = lambda at: all(self.stones.get(to) != side for to in neighbours(at))
        return [at for at in CELLS if at not in self.stones and alone(at)]

    def end_of_dropping(self):
        if not self.drops("w") and not self.drops("b"):
            self.hands = {"w": 0, "b": 0}

    def in_three(self, at):
        """Whether the stone on a cell stands in a run of exactly three, along its row or its column."""
        for dx, dy in ((1, 0), (0, 1)):
            length = 1
            for sign in (1, -1):
                step = 1
                while self.stones.get((at[0] + sign * step * dx, at[1] + sign * step * dy)) == self.stones[at]:
                    length, step = length + 1, step + 1
            if length == 3:
                return True
        return False

    def moves(self):
        """Every legal move as text, whatever the outcome."""
        if any(self.hands.values()):
            return [name(at) for at in self.drops(self.side)] or ["pass"]
        moves = []
        for at in [at for at in CELLS if self.stones.get(at) == self.side]:
            for to in neighbours(at):
                if to in self.stones or self.back[self.side] == (at, to):
                    continue
                moves += [name(at) + name(to) + prey for prey in self.captures(at, to) or [""]]
        return moves

    def captures(self, at, to):
        del self.stones[at]
        self.stones[to] = self.side
        prey = []
        if self.in_three(to):
            enemy = [e for e in CELLS if self.stones.get(e) == self.other() and not self.in_three(e)]
            prey = ["x" + name(e) for e in enemy]
        del self.stones[to]
        self.stones[at] = self.side
        return prey

    def play(self, move):
        if move not in self.moves():
            raise ValueError(f"{move!r} is not a legal move")
        side = self.side
        if len(move) == 2:
            self.stones[cell(move)] = side
            self.hands[side] -= 1
            self.end_of_dropping()
        elif move != "pass":
            at, to = cell(move[:2]), cell(move[2:4])
            self.stones[to] = self.stones.pop(at)
            self.back[side] = (to, at)
            self.idle += 1
            if "x" in move:
                prey = cell(move[5:])
                del self.stones[prey]
                self.idle = 0
                if self.back[self.other()] and self.back[self.other()][0] == prey:
                    self.back[self.other()] = None
        self.side = self.other()

    def result(self):
        """p1win, p2win, draw or none; repetitions are seen elsewhere."""
        if any(self.hands.values()):
            return "none"
        lost = {"w": "p2win", "b": "p1win"}
        for side in (self.side, self.other()):
            if list(self.stones.values()).count(side) <= 2:
                return lost[side]
        if not self.moves():
            return lost[self.side]
        return "draw" if self.idle >= 100 else "none"


class Engine:
    def __init__(self):
        self.set_up(START, [])
        self.searching = None
        self.stop = threading.Event()
        self.printing = threading.Lock()

    def say(self, line):
        with self.printing:
            print(line, flush=True)

    def set_up(self, fen, moves):
        position = Position(fen)
        seen = [position.key()]
        for move in moves:
            position.play(move)
            seen.append(position.key())
        self.position, self.seen = position, seen

    def result(self):
        result = self.position.result()
        return "draw" if result == "none" and self.seen.count(self.seen[-1]) >= 3 else result

    def choose(self, moves):
        return random.choice(moves)

    def go(self, words):
        if self.result() != "none":
            self.say("info depth 0 score cp 0")
            self.say("bestmove (none)")
            return
        moves = self.position.moves()
        if "searchmoves" in words:
            wanted = words[words.index("searchmoves") + 1:]
            moves = [m for m in moves if any(m == w or m.startswith(w + "x") for w in wanted)] or moves
        limits = {"depth", "nodes", "movetime", "mate", "p1time", "p2time", "wtime", "btime", "movestogo"}
        endless = "infinite" in words or "ponder" in words or not limits & set(words)
        self.stop.clear()
        self.endless = endless
        self.searching = threading.Thread(target=self.search, args=(moves, endless), daemon=True)
        self.searching.start()

    def search(self, moves, endless):
        started = time.time()
        best = self.choose(moves)
        if endless:
            self.stop.wait()
        spent = int((time.time() - started) * 1000)
        self.say(f"info depth 1 seldepth 1 multipv 1 score cp 0 nodes 1 nps 1000 hashfull 0 time {spent} pv {best}")
        self.say(f"bestmove {best}")

    def wait(self):
        if self.searching:
            self.searching.join()
            self.searching = None

    def query(self, question):
        result = self.result()
        answers = {
            "gameover": lambda: str(result != "none").lower(),
            "p1turn": lambda: str(self.position.side == "w").lower(),
            "result": lambda: result,
            "game": lambda: "wali",
        }
        if question not in answers:
            raise ValueError(f"unknown question {question!r}")
        self.say(f"response {answers[question]()}")

    def hear(self, words):
        command, rest = words[0], words[1:]
        if command in ("ugi", "uci"):
            self.say("id name skeleton")
            self.say("id author you")
            self.say(command + "ok")
        elif command == "isready":
            self.say("readyok")
        elif command in ("stop", "ponderhit"):
            self.stop.set()
            self.wait()
        elif command == "query" and rest:
            self.query(rest[0])
        elif self.searching and self.searching.is_alive() and self.endless:
            self.say("error a search is running")
        elif command in ("uginewgame", "ucinewgame"):
            self.set_up(START, [])
        elif command == "position" and rest:
            self.wait()
            at = rest.index("moves") if "moves" in rest else len(rest)
            self.set_up(START if rest[0] == "startpos" else " ".join(rest[1:at]), rest[at + 1:])
        elif command == "go":
            self.wait()
            self.go(rest)
        elif command != "setoption":
            self.say(f"error unknown command {command!r}")

    def run(self):
        for line in sys.stdin.buffer:
            try:
                words = line.decode().split()
                if words[:1] == ["quit"]:
                    return
                if words and not words[0].startswith("#"):
                    self.hear(words)
            except (ValueError, IndexError) as error:
                self.say(f"error {error}".replace("\n", " ")[:200])
        if self.searching and self.endless:
            self.stop.set()
        self.wait()


if __name__ == "__main__":
    Engine().run()
