"""An engine that misbehaves: faulty_engine.py FAULT PLY COMMAND...

Passes everything on to the engine COMMAND, and lets every search visit 200 positions, whatever it was told. But when it is
to search after exactly PLY moves, it does FAULT: crash, hang, cheat, late, error, flood (half a gigabyte without a line
end, then many lines), mute (closes its output), or none. Or it
does FAULT at other times: stray (a second answer, two moves after PLY), leave or sulk (before every other game), slow (every move).
If FAULTY_PIDS names a file, the process ids of this script and of the engine behind it are added to it.
"""

import os
import subprocess
import sys
import time

fault, ply, *command = sys.argv[1:]
engine = subprocess.Popen(command, stdin=subprocess.PIPE, text=True, bufsize=1)
if "FAULTY_PIDS" in os.environ:
    with open(os.environ["FAULTY_PIDS"], "a") as file:
        file.write(f"{os.getpid()}\n{engine.pid}\n")
moves = 0
for line in sys.stdin:
    words = line.split()
    if words[:1] == ["position"]:
        moves = len(words) - words.index("moves") - 1 if "moves" in words else 0
        if fault == "stray" and moves == int(ply) + 2:
            print("bestmove z9z9", flush=True)
    if words[:1] == ["uginewgame"]:
        if fault == "leave" and moves > 0:
            sys.exit(0)
        if fault == "sulk" and moves > 0:
            time.sleep(3600)
    if words[:1] == ["go"]:
        line = "go nodes 200\n"
        if fault == "slow":
            time.sleep(0.15)
        if moves == int(ply):
            if fault == "crash":
                sys.exit(3)
            if fault == "hang":
                time.sleep(3600)
            if fault == "cheat":
                line = "\n"
                print("bestmove z9z9", flush=True)
            if fault == "error":
                line = "\n"
                print("error not today", flush=True)
            if fault == "flood":
                for _ in range(512):
                    sys.stdout.write("x" * (1 << 20))
                sys.stdout.write("\n")
                for _ in range(200000):
                    print("option name flood type string default", "x" * 100)
                sys.stdout.flush()
            if fault == "mute":
                engine.kill()
                engine.wait()
                os.close(1)
                time.sleep(3600)
            if fault == "late":
                time.sleep(2.4)
    engine.stdin.write(line)
    engine.stdin.flush()
