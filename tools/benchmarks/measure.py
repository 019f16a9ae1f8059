"""Runs one command and says what it took."""

import os
import statistics
import subprocess
import sys


class Run:
    """Wall and CPU seconds, and the peak resident memory in megabytes, of a process and the children it waited for."""

    def __init__(self, wall, cpu, memory):
        self.wall, self.cpu, self.memory = wall, cpu, memory


class Failed(Exception):
    """A command that ended badly, or whose output is not complete."""


# Linux counts the memory of the process that starts a program against the
# program, so it is started by a small one: this, in a bare interpreter.
LAUNCHER = """
import os, sys, time
start = time.perf_counter()
child = os.posix_spawnp(sys.argv[2], sys.argv[2:], os.environ)
_, status, usage = os.wait4(child, 0)
wall = time.perf_counter() - start
with open(sys.argv[1], "w") as out:
    print(os.waitstatus_to_exitcode(status), wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss, file=out)
"""


def run(command, log):
    """Runs `command` with its output in the file `log`; a Run, or Failed with the output's last lines."""
    numbers = log + ".numbers"
    with open(log, "wb") as out:
        done = subprocess.run([sys.executable, "-I", "-S", "-c", LAUNCHER, numbers, *command],
                              stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT, check=False)
    status = f"launcher {done.returncode}"
    if done.returncode == 0:
        with open(numbers, encoding="ascii") as file:
            status, wall, cpu, kilobytes = file.read().split()
        os.remove(numbers)
    if status != "0":
        with open(log, encoding="utf-8", errors="replace") as text:
            tail = "".join(text.readlines()[-6:])
        raise Failed(f"{' '.join(command)}\nended with status {status}:\n{tail}")
    return Run(float(wall), float(cpu), int(kilobytes) * 1024 / 1e6)


def program(path):
    """The flipbook to be measured: the one at `path`, otherwise this checkout's, built where it is not."""
    if path:
        return path
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
    subprocess.run([os.path.join(root, "tools", "flipbook"), "--help"], stdout=subprocess.DEVNULL, check=True)
    return os.path.join(root, ".build", "release", "flipbook")


def frames_in(path):
    """How many frames ffprobe reads in the file."""
    done = subprocess.run(["ffprobe", "-v", "error", "-select_streams", "v:0", "-count_packets", "-show_entries",
                           "stream=nb_read_packets", "-of", "csv=p=0", path],
                          capture_output=True, text=True, check=False)
    text = done.stdout.strip().strip(",")
    if done.returncode != 0 or not text.isdigit():
        raise Failed(f"ffprobe cannot read {path}: {done.stderr.strip() or 'it has no frames'}")
    return int(text)


def median(runs, what):
    """The median of one of the three numbers."""
    return statistics.median(getattr(run, what) for run in runs)


def floor(log):
    """The least memory, in megabytes, that can be measured of a program: what the smallest one seems to take."""
    return run(["true"], log).memory
