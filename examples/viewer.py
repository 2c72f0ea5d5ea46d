#!/usr/bin/env python3
"""Plays and shows any game of tern in the terminal, and knows the rules and the board of none.

    python3 examples/viewer.py --game waldmeister --size 5

Where cells are comes from `query board`, what stands on them from `query pieces`, what is in hand from `query hands`, what
can be done from `query steps`. A game that tern learns tomorrow is played with this file as it is.
"""

import argparse
import random
import shlex
import subprocess
import sys

HELP = "a move, go (tern moves), undo, steps CELL, new, help or quit"


class Tern:
    """An engine in a process of its own: a line in, lines out."""

    def __init__(self, command, game, size):
        self.process = subprocess.Popen(
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )
        self.send("ugi")
        while self.line() != "ugiok":
            pass
        for wish in (f"Game value {game}", f"BoardSize value {size}")[: 2 if size else 1]:
            for error in self.ask(f"setoption name {wish}"):
                sys.exit(error)
        if self.query("protocol") != "2":
            sys.exit("this engine does not speak protocol 2")

    def send(self, line):
        print(line, file=self.process.stdin, flush=True)

    def line(self):
        line = self.process.stdout.readline()
        if not line:
            sys.exit("the engine has gone")
        return line.rstrip("\n")

    def ask(self, command):
        """Everything that is said to a command; `isready` marks the end of it."""
        self.send(f"{command}\nisready")
        return list(iter(self.line, "readyok"))

    def query(self, question):
        self.send(f"query {question}")
        answer = self.line()
        return answer.removeprefix("response ") if answer.startswith("response ") else f"({answer})"

    def words(self, question):
        return [word for word in self.query(question).split() if word != "(none)"]

    def best(self):
        self.send("go movetime 300")
        return next(line.split()[1] for line in iter(self.line, None) if line.startswith("bestmove"))

    def play(self, move):
        """Plays a move or half a move; gives the words that complete it and the command for that, or an error."""
        for line in self.ask(f"move {move}"):
            kind, *words = line.split()
            return (words[0], words[1:]) if kind == "awaiting" else ("error", [line])
        return None, []


def draw(tern):
    """The board as text: pieces where they stand, names where nothing does, every cell at its own place."""
    pieces = dict(word.split("=") for word in tern.words("pieces"))
    places = [(name, float(x), float(y)) for name, x, y in (word.split(",") for word in tern.words("board"))]
    left, right = (end(x for _, x, _ in places) for end in (min, max))
    width = 6 if right - left <= 12 else 4  # even, as cells may be half a cell further right
    for row in sorted({y for _, _, y in places}, reverse=True):
        line = ""
        for name, x, _ in sorted((place for place in places if place[2] == row), key=lambda place: place[1]):
            shown = f"[{pieces[name]}]" if name in pieces else f" {name}"
            line = line.ljust(round((x - left) * width) + 2) + shown
        print(line.rstrip())
    hands = tern.words("hands")
    for player in ("p1", "p2"):
        if held := [word.split(":")[1].replace("=", " ") for word in hands if word.startswith(player)]:
            print(f"{player} holds {', '.join(held)}")


def state(tern):
    result = tern.query("result")
    to_move = "p1" if tern.query("p1turn") == "true" else "p2"
    return f"{to_move} to move" if result == "none" else f"{result} ({tern.query('reason')})"


def at_random(tern, rng):
    """Both sides play any step until the game is over, or long enough."""
    for _ in range(400):
        steps = tern.words("steps")
        if not steps:
            break
        command, words = tern.play(rng.choice(steps))
        problem = words if command == "error" else tern.ask(f"{command} {rng.choice(words)}") if command else []
        if problem:
            sys.exit(problem[0])
    draw(tern)
    print(f"{len(tern.words('history'))} moves, {state(tern)}")


def by_hand(tern):
    print(HELP)
    while True:
        draw(tern)
        try:
            order = input(f"{state(tern)}> ").split() or ["help"]
        except EOFError:
            return
        if order[0] == "quit":
            return
        elif order[0] == "help":
            print(HELP)
        elif order[0] == "steps":
            print(tern.query(" ".join(order)))
        elif order[0] in ("undo", "new"):
            print("\n".join(tern.ask("uginewgame" if order[0] == "new" else "undo")))
        elif order[0] == "go":
            tern.play(best := tern.best())
            print(f"tern plays {best}")
        else:
            command, words = tern.play(order[0])
            if command == "error":
                print(words[0])
            elif command:
                print("\n".join(tern.ask(f"{command} {input(f'{command} one of {chr(32).join(words)}> ')}")))


def main():
    parser = argparse.ArgumentParser(description="Play any game of tern in the terminal.")
    parser.add_argument("--game", default="wali")
    parser.add_argument("--size", type=int, help="side of the board, in games that have several")
    parser.add_argument("--engine", default="tern", help="how the engine is started")
    parser.add_argument("--random", type=int, metavar="SEED", help="both sides play at random; the end is shown")
    arguments = parser.parse_args()
    tern = Tern(arguments.engine, arguments.game, arguments.size)
    if arguments.random is None:
        by_hand(tern)
    else:
        at_random(tern, random.Random(arguments.random))
    tern.send("quit")


if __name__ == "__main__":
    main()
