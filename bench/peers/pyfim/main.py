"""Frequent pairs of terms by PyFIM. Standard input: a file of histories in numbers (users, terms, entries; then the history and the term of each entry), k, each a line. Tells processor seconds as JSON."""

import array
import json
import sys
import time

import fim

path, k = sys.stdin.read().split("\n")[:2]
numbers = array.array("I")
with open(path, "rb") as file:
    numbers.frombytes(file.read())
users, _, entries = numbers[:3]
histories = [[] for _ in range(users)]
for history, term in zip(numbers[3 : 3 + entries], numbers[3 + entries : 3 + 2 * entries]):
    histories[history].append(term)

seconds = {}
for miner in (fim.fpgrowth, fim.eclat):
    started = time.process_time()
    spectrum = miner(histories, target="s", supp=-int(k), zmin=2, zmax=2, report="=")
    seconds[miner.__name__] = time.process_time() - started
print(json.dumps({"seconds": min(seconds.values()), **seconds, "pairs": sum(count for _, _, count in spectrum) if spectrum else 0}))
