#!/usr/bin/env python3
"""A Tobago bot in Python that lets 'tobago ask' know the island and the rules.

    tobago arena --bots "cmd:python3 examples/ask.py,easy" --games 20

It passes every line of its view on to one long-running 'tobago ask' and asks that for what
it wants to know: how many sites each card leaves (clues), where the treasures lie and who
has roses on them (position), how far it is to a place (distances). TOBAGO names the program
if it is not the 'tobago' in PATH.
"""

import json
import os
import random
import subprocess
import sys


class Oracle:
    """A 'tobago ask' of our own: one line in, one answer out."""

    def __init__(self):
        self.process = subprocess.Popen(
            [os.environ.get("TOBAGO", "tobago"), "ask"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        if "error" in answer:
            raise RuntimeError(f"{line}: {answer['error']['reason']}")
        return answer


class Player:
    """How the bot plays one game."""

    def __init__(self, oracle, seed):
        self.oracle = oracle
        self.random = random.Random(seed)
        oracle.ask("new")

    def follow(self, line):
        self.oracle.ask(line)

    def choose(self, moves):
        """The number of a move, from 1."""
        position = self.oracle.ask("position")
        me = position["to_move"]
        goals = [m["sites"][0] for m in position["maps"] if m["known"]]
        goals += position["amulets"]
        leaves = {}
        if any(" clue " in move for move in moves):
            for clue in self.oracle.ask("clues")["clues"]:
                leaves[clue["card"]] = clue["leaves"]
        here = position["seats"][me - 1]["atv"]
        legs = self.legs_to(goals) if here else {}
        scores = [self.score(m.split()[1:], position, leaves, legs, here) for m in moves]
        best = max(scores)
        return 1 + self.random.choice([i for i, s in enumerate(scores) if s == best])

    def legs_to(self, goals):
        """For every space the fewest legs to the nearest goal."""
        nearest = {}
        for goal in set(goals):
            for space, legs in self.oracle.ask(f"distances {goal}")["legs"].items():
                if legs is not None:
                    nearest[space] = min(legs, nearest.get(space, legs))
        return nearest

    def score(self, words, position, leaves, legs, here):
        """How much we like a move."""
        kind = words[0]
        if kind == "raise":
            return 1000
        if kind == "clue":  # the fewer sites it leaves, the better; a known site is best
            return 300 - leaves[words[2]][words[1]]
        if kind == "move":  # drive if a treasure or an amulet is in reach
            return 400 if 0 < legs.get(here, 9) <= 3 else 100
        if kind == "leg":
            there = legs.get(words[1], 99)
            return 500 - there if there < legs.get(here, 99) else 50
        if kind == "claim":
            return 500 if position["offer"]["coins"] >= 3 else 100
        if kind == "pass":
            return 300
        return {"start": 300, "atv": 300, "take": 200, "end": 90}.get(kind, 10)


def main():
    oracle, player = Oracle(), None
    source = (line.rstrip("\n") for line in sys.stdin)
    for line in source:
        words = line.split()
        if words[0] == "hello":
            print("ask-example", flush=True)
        elif words[0] == "new":
            player = Player(oracle, words[1])
        elif words[0] == "choose":
            moves = [next(source) for _ in range(int(words[1]))]
            print(player.choose(moves), flush=True)
        elif words[0] == "illegal":  # we choose from the list, so this does not happen
            print(1, flush=True)
        elif words[0] == "bye":
            break
        elif words[0] != "over":
            player.follow(line)


if __name__ == "__main__":
    main()
