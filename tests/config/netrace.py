#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes scenarios/netrace.tra.bz2, a trace of twelve packets in the format of netrace (docs/reference/traces.md).

usage: tests/config/netrace.py [FILE]      the file in the tree by default
"""
import bz2
import pathlib
import struct
import sys

# cycle, type, source, destination, the packets that wait for this one; ids count from 0 on.
PACKETS = [
    (0, 1, 0, 5, [2]),      # node 0 reads from the cache at node 5
    (4, 15, 3, 6, [3]),     # node 3 wants a line of node 6 for itself
    (24, 1, 5, 15, [5]),    # which node 5 has to read from memory
    (30, 27, 6, 9, [4]),    # node 9 has to give up its copy
    (50, 28, 9, 6, [6]),
    (180, 2, 15, 5, [7]),
    (190, 16, 6, 3, [8]),
    (200, 2, 5, 0, [9]),
    (215, 6, 3, 3, [10]),   # within node 3
    (230, 13, 0, 5, [11]),
    (240, 6, 3, 12, []),
    (250, 14, 5, 0, []),
]
REGIONS = [(200, 7), (60, 5)]  # cycles, packets
NOTES = b'twelve packets, written by hand\0'


def packet(number):
    cycle, kind, source, destination, dependents = PACKETS[number]
    head = struct.pack('<QIIBBBBB', cycle, number, 0x1000 + 64 * number, kind, source, destination, 0x02, len(dependents))
    return head + struct.pack(f'<{len(dependents)}I', *dependents)


def trace():
    packets = [packet(i) for i in range(len(PACKETS))]
    out = struct.pack('<If30sBBQQII8s', 0x484A5455, 1.0, b'twelve', 16, 0, sum(c for c, _ in REGIONS), len(PACKETS),
                      len(NOTES), len(REGIONS), b'') + NOTES
    first = 0
    for cycles, count in REGIONS:
        out += struct.pack('<QQQ', sum(map(len, packets[:first])), cycles, count)
        first += count
    return out + b''.join(packets)


def main():
    tree = pathlib.Path(__file__).resolve().parents[2]
    path = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else tree / 'scenarios/netrace.tra.bz2'
    path.write_bytes(bz2.compress(trace()))


main()
