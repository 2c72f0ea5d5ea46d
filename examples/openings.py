#!/usr/bin/env python3
"""Openings in which neither player is ahead, for matches: random moves, kept if a search gives both the same chances and
the engine, playing itself from there, wins about as often with either side.

    python3 examples/openings.py target/release/tern wali > openings.txt

In a game where a random opening often decides, most pairs of games are won by the same side twice, whoever plays it, and
a match says little. Every line is a position and moves, as `tern match --openings` reads it.
"""

import argparse
import random
import subprocess
import sys

# The end of a position text that says which player of WaldMeister scores colours: both are tried.
FIRST_SCORES_COLOURS = " c"
FIRST_SCORES_HEIGHTS = " h"


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
    """Whether the player to move can expect half a point, give or take so many thousandths."""
    engine.say(f"go nodes {nodes}")
    _, info = engine.hear("bestmove")
    if "wdl" not in info:
        return False
    wins, draws, _ = map(int, info[info.index("wdl") + 1 :][:3])
    return abs(wins + draws / 2 - 500) <= margin


def self_play(engine, opening, nodes):
    """The points of the first player in a game of the engine against itself."""
    engine.say("uginewgame")
    engine.say(f"position {opening}")
    while engine.query("gameover") == ["false"]:
        engine.say(f"go nodes {nodes}")
        engine.say(f"move {engine.hear('bestmove')[0][1]}")
    return {"p1win": 1.0, "draw": 0.5, "p2win": 0.0}[engine.query("result")[0]]


def is_fair(engine, opening, games, nodes, drawn):
    """Whether games, each with other nodes a move, at least so many, end within half a point of an even score, few of them drawn."""
    lead = 0.0
    for left in reversed(range(games)):
        points = self_play(engine, opening, nodes * (games + left) // games)
        lead += points - 0.5
        drawn -= points == 0.5
        if abs(lead) - left / 2 > 0.5 or drawn < 0:
            return False
    return True


def random_opening(engine, rng, plies):
    """Random moves from the start, as `position` takes them; None if they end the game."""
    engine.say("uginewgame")
    engine.say("position startpos")
    text = "startpos"
    start = " ".join(engine.query("start"))
    if start.endswith(FIRST_SCORES_COLOURS) and rng.random() < 0.5:
        text = "fen " + start.removesuffix(FIRST_SCORES_COLOURS) + FIRST_SCORES_HEIGHTS
        engine.say(f"position {text}")
    moves = []
    for _ in range(plies):
        if engine.query("gameover") == ["true"]:
            return None
        moves.append(rng.choice(engine.query("moves")))
        engine.say(f"move {moves[-1]}")
    if engine.query("gameover") == ["true"]:
        return None
    return f"{text} moves {' '.join(moves)}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("engine", help="the program")
    parser.add_argument("game", help="wali, wali-total, differo or waldmeister")
    parser.add_argument("--count", type=int, default=100, help="how many openings (%(default)s)")
    parser.add_argument("--plies", type=int, nargs=2, default=[4, 7], help="fewest and most moves (4 7)")
    parser.add_argument("--nodes", type=int, default=300_000, help="how long to look at each (%(default)s)")
    parser.add_argument("--margin", type=int, default=30, help="what is even, in thousandths of a point (%(default)s)")
    parser.add_argument("--games", type=int, default=4, help="how many games to try each in (%(default)s)")
    parser.add_argument("--game-nodes", type=int, default=5000, help="nodes a move in these, at least (%(default)s)")
    parser.add_argument("--drawn", type=int, default=4, help="how many of these may be drawn (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed, the same openings (%(default)s)")
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    engine = Engine(arguments.engine, arguments.game)
    # Without a seed of its own it varies its first moves.
    engine.say(f"setoption name Seed value {arguments.seed}")
    engine.say("setoption name ShowWDL value true")
    found = 0
    while found < arguments.count:
        opening = random_opening(engine, rng, rng.randint(*arguments.plies))
        if (
            opening
            and is_even(engine, arguments.nodes, arguments.margin)
            and is_fair(engine, opening, arguments.games, arguments.game_nodes, arguments.drawn)
        ):
            print(opening.removeprefix("startpos moves ").removeprefix("fen "), flush=True)
            found += 1
            print(f"\r{found} of {arguments.count}", end="", file=sys.stderr)
    print(file=sys.stderr)


if __name__ == "__main__":
    main()
