"""An engine with a fault: faulty_engine.py FAULT [FILE]. Its process id, and those of its children, are added to FILE."""

import os
import subprocess
import sys
import time

fault = sys.argv[1]


def note(pid):
    if len(sys.argv) > 2:
        with open(sys.argv[2], "a") as file:
            file.write(f"{pid}\n")


def say(text):
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def flood(piece, end="\n"):
    while True:
        sys.stdout.write((piece + end) * 1000)


note(os.getpid())
if fault == "has children":
    note(subprocess.Popen(["sleep", "1000"]).pid)
    note(subprocess.Popen(["sh", "-c", "sleep 1000 & wait"], stdout=subprocess.DEVNULL).pid)
if fault == "dies before ugiok":
    sys.stderr.write("first words\nlast words\n")
    sys.exit(3)
if fault == "never answers":
    time.sleep(1000)
if fault == "floods at once":
    flood("info string water")
if fault == "one endless line":
    flood("water", end="")

for line in sys.stdin:
    word = (line.split() or [""])[0]
    if word == "ugi":
        if fault == "talks nonsense":
            say("\x00\x01 nonsense\nid\nid name\noption\noption name\noption name x type\nbestmove\ninfo\nerror\n\n\xff")
        say("id name faulty\nid author nobody\nugiok")
    elif word == "isready":
        say("readyok")
    elif word == "quit" and fault != "stays":
        break
    elif word == "go":
        if fault == "dies in a search":
            say("info depth 1 score cp 3 pv c3")
            sys.stderr.write("out of memory\n")
            sys.exit(7)
        elif fault == "killed in a search":
            os.kill(os.getpid(), 9)
        elif fault == "hangs in a search":
            time.sleep(1000)
        elif fault == "floods in a search":
            flood("info depth 1 score cp 3 nodes 1 pv " + "c3 " * 20)
        elif fault == "never finds a move":
            say("info depth 1 score cp 3 pv c3")
        elif fault == "illegal move":
            say("info depth 1 score cp 3 pv c3\nbestmove z9")
        elif fault == "no move":
            say("bestmove")
        elif fault == "closes its output":
            os.close(1)
            time.sleep(1000)
        elif fault == "talks nonsense":
            say(
                "info depth banana score cp 99999999999999999999999999 pv\ninfo score mate\ninfo score\ninfo multipv -5 score cp 1\n"
                "info multipv 1000000 score cp 1 pv a1\ninfo wdl 1 2\nresponse what\nreadyok\ninfo depth 2 score cp 5 pv c3\nbestmove c3 ponder"
            )
        else:
            say("info depth 1 score cp 3 pv c3\nbestmove c3")
if fault == "stays":
    time.sleep(1000)
