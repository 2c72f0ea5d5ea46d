"""Matches and self-play over many machines, on Dask.

    python -m tern.cluster match -e name=new -e 'name=old cmd=./tern-old' --games 4000 --nodes 5000 --record all.txt

cuts a match into parts, plays them on the workers of a cluster, and puts them together with `tern merge`. Without `--scheduler`
the cluster is this machine. Parts whose worker dies are played again; a sequential test stops the rest; parts are kept in
`--folder`, so that a run that was interrupted goes on. It needs `distributed`: `pip install 'tern-engine[cluster]'`.
"""

from .driver import ClusterError, Driver, Folder
from .tasks import Job, Part, PartFailedError, PartRefusedError, play

__all__ = ["ClusterError", "Driver", "Folder", "Job", "Part", "PartFailedError", "PartRefusedError", "play"]
