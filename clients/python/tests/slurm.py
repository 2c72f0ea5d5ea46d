"""Slurm on this machine alone, for tests: a controller and a node on loopback, with a key, a folder and ports of their own."""

import contextlib
import getpass
import os
import socket
import subprocess
import tempfile
import time
from pathlib import Path

PROGRAMS = ("munged", "slurmctld", "slurmd", "sbatch")

# Debian keeps daemons where only root looks.
PATH = f"{os.environ['PATH']}:/usr/sbin:/usr/local/sbin"

CONFIGURATION = """
ClusterName=recipes
SlurmctldHost=localhost
SlurmctldPort={controller}
SlurmdPort={node}
SlurmUser={user}
SlurmdUser={user}
AuthInfo=socket={folder}/munge.sock
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmdSpoolDir={folder}/spool
StateSaveLocation={folder}/state
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=sched_min_interval=0,batch_sched_delay=0
NodeName=localhost NodeHostname={host} NodeAddr=127.0.0.1 CPUs={cores} RealMemory=1500
PartitionName=all Nodes=ALL Default=YES State=UP
"""


def free_port():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


def configure(folder):
    """Writes what the daemons read, and gives the file."""
    # Everybody must be able to reach the socket of munge, and nobody else to read its key.
    folder.chmod(0o755)
    key = folder / "munge.key"
    key.touch(0o600)
    key.write_bytes(os.urandom(1024))
    for name in ("spool", "state"):
        (folder / name).mkdir()
    facts = {"controller": free_port(), "node": free_port(), "user": getpass.getuser(), "cores": os.cpu_count()}
    host = socket.gethostname().split(".")[0]
    file = folder / "slurm.conf"
    file.write_text(CONFIGURATION.format(folder=folder, host=host, **facts))
    return file


def wait_until(done, daemons, log):
    until = time.monotonic() + 60
    while not done():
        running = all(daemon.poll() is None for daemon in daemons)
        assert running and time.monotonic() < until, log.read_text(errors="replace")
        time.sleep(0.1)


@contextlib.contextmanager
def cluster():
    """Starts it, gives the environment in which Slurm's commands find it, and ends it."""
    with tempfile.TemporaryDirectory(prefix="slurm-") as name, contextlib.ExitStack() as daemons:
        folder = Path(name)
        environment = {"PATH": PATH, "SLURM_CONF": str(configure(folder))}
        log = folder / "log"
        started = []

        def start(*command):
            with open(log, "ab") as output:
                daemon = subprocess.Popen(
                    command, stdin=subprocess.DEVNULL, stdout=output, stderr=output, env=os.environ | environment
                )
            started.append(daemon)
            daemons.callback(daemon.wait, 60)
            daemons.callback(daemon.terminate)

        def is_idle():
            command = ["sinfo", "--noheader", "--format=%t"]
            return "idle" in subprocess.run(command, capture_output=True, text=True, env=os.environ | environment).stdout

        files = {"socket": "sock", "key-file": "key", "pid-file": "pid", "seed-file": "seed"}
        start("munged", "--foreground", *(f"--{option}={folder}/munge.{ending}" for option, ending in files.items()))
        wait_until((folder / "munge.sock").exists, started, log)
        start("slurmctld", "-D")
        start("slurmd", "-D", "-N", "localhost")
        wait_until(is_idle, started, log)
        yield environment
        subprocess.run(["scancel", "--full", f"--user={getpass.getuser()}"], check=True, env=os.environ | environment)
