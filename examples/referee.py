#!/usr/bin/env python3
"""A referee in a few lines: plays two engines that speak the protocol against each other, and prints the game.

    python3 examples/referee.py [GAME [COMMAND1 [COMMAND2]]]      for example: differo "tern" "./other --fast"
"""

import shlex
import subprocess
import sys


class Engine:
    """An engine at the other end of two pipes."""

    def __init__(self, command, game):
        self.name = command
        try:
            self.process = subprocess.Popen(
                shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
            )
        except OSError as error:
            sys.exit(f"cannot start {command}: {error}")
        self.ask("ugi", "ugiok")
        self.say(f"setoption name Game value {game}")
        self.say("uginewgame")
        self.ask("isready", "readyok")

    def say(self, line):
        self.process.stdin.write(line + "\n")

    def ask(self, line, answer):
        """Sends a line and waits for the answer that begins with a given word; gives the words after it."""
        self.say(line)
        for reply in self.process.stdout:
            word, *rest = reply.split() or [""]
            if word == answer:
                return rest
            if word == "error":
                sys.exit(f"{self.name} says: {reply.strip()}")
        sys.exit(f"{self.name} ended before it answered {line!r}")

    def quit(self):
        self.say("quit")
        self.process.wait()


def play(game, commands, limits="nodes 2000"):
    """Plays a game and gives its moves, its result and the reason for it."""
    engines = [Engine(command, game) for command in commands]
    judge, moves = engines[0], []  # the first engine knows the rules
    while True:
        position = "position startpos" + "".join([" moves"] * bool(moves) + [f" {move}" for move in moves])
        for engine in engines:
            engine.say(position)
        if judge.ask("query gameover", "response") == ["true"]:
            break
        first_to_move = judge.ask("query p1turn", "response") == ["true"]
        moves += engines[0 if first_to_move else 1].ask(f"go {limits}", "bestmove")[:1]
    result, reason = judge.ask("query result", "response"), judge.ask("query reason", "response")
    for engine in engines:
        engine.quit()
    return moves, " ".join(result), " ".join(reason)


if __name__ == "__main__":
    game, *commands = sys.argv[1:] or ["wali"]
    commands = (commands * 2 or ["tern", "tern"])[:2]
    moves, result, reason = play(game, commands)
    print(" ".join(moves))
    print(f"{result} by {reason} after {len(moves)} moves")
