#!/usr/bin/env python3
"""Openings in which neither player is ahead, for matches: random moves, kept if a search calls the position even and the
engine, playing itself from there, wins about as often with either side.

    python3 examples/openings.py target/release/tern wali > openings.txt

In a game where a random opening often decides, most pairs of games are won by the same side twice, whoever plays it, and
a match says little. Every line is a list of moves, as `tern match --openings` reads it.
"""

import argparse
import random
import subprocess
import sys

# The engine plays itself with about as many nodes a move, times the number of games.
NODES_A_MOVE = 1000


class Engine:
    def __init__(self, command, game):
        self.process = subprocess.Popen(
            [command, "--game", game], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def say(self, line):
        self.process.stdin.write(line + "\n")

    def hear(self, word):
        """The words of the next line that begins with `word`, and of the line before it."""
        before = []
        for line in self.process.stdout:
            words = line.split()
            if words[0] == word:
                return words, before
            before = words
        sys.exit("the engine has gone")

    def query(self, what):
        self.say(f"query {what}")
        return self.hear("response")[0][1:]


def is_even(engine, nodes, margin):
    engine.say(f"go nodes {nodes}")
    _, info = engine.hear("bestmove")
    kind, value = info[info.index("score") + 1 :][:2]
    return kind == "cp" and abs(int(value)) <= margin


def self_play(engine, moves, nodes):
    """The points of the first player in a game of the engine against itself."""
    engine.say("uginewgame")
    for move in moves:
        engine.say(f"move {move}")
    while engine.query("gameover") == ["false"]:
        engine.say(f"go nodes {nodes}")
        engine.say(f"move {engine.hear('bestmove')[0][1]}")
    return {"p1win": 1.0, "draw": 0.5, "p2win": 0.0}[engine.query("result")[0]]


def is_fair(engine, moves, games, drawn):
    """Whether so many games, each with another number of nodes, end within half a point of an even score, few of them drawn."""
    lead = 0.0
    for left in reversed(range(games)):
        points = self_play(engine, moves, NODES_A_MOVE * (games + left))
        lead += points - 0.5
        drawn -= points == 0.5
        if abs(lead) - left / 2 > 0.5 or drawn < 0:
            return False
    return True


def opening(engine, rng, plies):
    """Random moves from the start, or None if they end the game."""
    engine.say("uginewgame")
    moves = []
    for _ in range(plies):
        if engine.query("gameover") == ["true"]:
            return None
        moves.append(rng.choice(engine.query("moves")))
        engine.say(f"move {moves[-1]}")
    return None if engine.query("gameover") == ["true"] else moves


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("engine", help="the program")
    parser.add_argument("game", help="wali, wali-total, differo or waldmeister")
    parser.add_argument("--count", type=int, default=100, help="how many openings (%(default)s)")
    parser.add_argument("--plies", type=int, nargs=2, default=[4, 7], help="fewest and most moves (4 7)")
    parser.add_argument("--nodes", type=int, default=300_000, help="how long to look at each (%(default)s)")
    parser.add_argument("--margin", type=int, default=8, help="what is even, in points (%(default)s)")
    parser.add_argument("--games", type=int, default=4, help="how many games to try each in (%(default)s)")
    parser.add_argument("--drawn", type=int, default=4, help="how many of these may be drawn (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed, the same openings (%(default)s)")
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    engine = Engine(arguments.engine, arguments.game)
    # Without a seed of its own it varies its first moves.
    engine.say(f"setoption name Seed value {arguments.seed}")
    found = 0
    while found < arguments.count:
        moves = opening(engine, rng, rng.randint(*arguments.plies))
        if (
            moves
            and is_even(engine, arguments.nodes, arguments.margin)
            and is_fair(engine, moves, arguments.games, arguments.drawn)
        ):
            print(" ".join(moves), flush=True)
            found += 1
            print(f"\r{found} of {arguments.count}", end="", file=sys.stderr)
    print(file=sys.stderr)


if __name__ == "__main__":
    main()
