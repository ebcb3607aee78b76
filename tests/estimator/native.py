"""The C functions beside this file, compiled on first use."""
import ctypes
import functools
import pathlib
import subprocess
import tempfile

import numpy as np

HERE = pathlib.Path(__file__).parent


@functools.cache
def library(name):
    target = pathlib.Path(tempfile.mkdtemp()) / (name + ".so")
    flags = ["-O3", "-march=native", "-ffast-math", "-shared", "-fPIC"]
    subprocess.run(["cc", *flags, str(HERE / (name + ".c")), "-o", str(target)], check=True)
    return ctypes.CDLL(str(target))


def pointer(array):
    """The address of a numpy array or of a torch tensor."""
    if isinstance(array, np.ndarray):
        return array.ctypes.data_as(ctypes.c_void_p)
    return ctypes.c_void_p(array.data_ptr())


def facts(boards):
    """By board and point: liberties (0 to 4), parts by three partitions, life (1, 2), ladders (1, 2)."""
    boards = np.ascontiguousarray(boards, np.int8)
    count, area = boards.shape
    liberties = np.zeros((count, area), np.int8)
    parts = np.zeros((count, 3, area), np.int16)
    alive = np.zeros((count, area), np.int8)
    ladders = np.zeros((count, area), np.int8)
    size = int(round(area ** 0.5))
    library("facts").feats(count, size, *map(pointer, (boards, liberties, parts, alive, ladders)))
    return liberties, parts, alive, ladders
