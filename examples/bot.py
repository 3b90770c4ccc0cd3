#!/usr/bin/env python3
"""A small Tobago bot in Python, with the standard library alone.

It speaks the bot protocol of docs/bots.md on standard input and output:

    tobago arena --bots "cmd:python3 examples/bot.py,easy" --games 20

It knows nothing of the island. It follows the lines of its view as far as it needs them,
chooses from the list of legal moves that comes with each question, and answers with the
number of its choice. A bot of your own can begin as a copy of this one: Player is what it
knows, Player.choose is how it thinks, and the rest is the protocol.
"""

import random
import sys


class Player:
    """What the bot remembers of one game, and how it chooses."""

    def __init__(self, seed):
        self.random = random.Random(seed)  # the arena's seed: games can be repeated
        self.seat = None
        self.roses = {}  # treasure -> how many clues of ours lie on its map
        self.looked_at = []  # treasure cards that we looked at, not turned up yet
        self.offered = 0

    def follow(self, words):
        """One line of our view: of the header, or a move."""
        if words[0] == "view":
            self.seat = words[1]
        elif words[0] == "nature":
            self.follow_nature(words[1:])
        elif len(words) > 1:
            self.follow_player(words[0], words[1:])

    def follow_nature(self, words):
        if words[0] == "peek" and words[1] == self.seat:
            self.looked_at.append(words[2])
        elif words[0] in ("reveal", "curse"):
            card = words[1] if words[0] == "reveal" else "curse"
            self.offered = int(words[1]) if words[0] == "reveal" else 0
            if card in self.looked_at:
                self.looked_at.remove(card)

    def follow_player(self, seat, words):
        if words[0] == "amulet":
            words = words[1:]
        if words[0] in ("start", "clue", "volcanic") and seat == self.seat:
            self.roses[words[1]] = self.roses.get(words[1], 0) + 1
        elif words[0] == "raise":
            self.roses[words[1]] = 0
            self.looked_at = []

    def choose(self, moves):
        """The number of a move, from 1."""
        ours = [move.split()[1:] for move in moves]
        scores = [self.score(words) + self.random.random() for words in ours]
        return 1 + scores.index(max(scores))

    def score(self, words):
        """How much we like a move. Chance, below 1, decides between equals."""
        kind = words[0]
        if kind == "raise":
            return 100
        if kind in ("claim", "pass"):
            return self.score_claim() if kind == "claim" else 50
        if kind == "clue":
            return 40 + 2 * self.roses.get(words[1], 0)
        if kind == "leg":
            return 30
        if kind in ("move", "take", "start", "atv"):
            return 20
        if kind == "end":
            return 10
        return 0  # exchanges, amulets: when there is nothing else

    def score_claim(self):
        """Claim good cards; with a curse about, anything; else wait for a better one."""
        if "curse" in self.looked_at:
            return 60
        better = [card for card in self.looked_at if int(card) > self.offered]
        return 60 if self.offered >= 4 or not better else 40


def lines():
    """The lines from the arena, without their newlines, until it goes away."""
    for line in sys.stdin:
        yield line.rstrip("\n")


def say(text):
    print(text, flush=True)  # without the flush the answer would stay with us


def main():
    player, moves = None, []
    source = lines()
    for line in source:
        words = line.split()
        if words[0] == "hello":
            say("python-example")
        elif words[0] == "new":
            player = Player(words[1])
        elif words[0] == "choose":
            moves = [next(source) for _ in range(int(words[1]))]
            say(player.choose(moves))
        elif words[0] == "illegal":  # we cannot have been wrong, but if we were:
            print("refused:", line, file=sys.stderr)
            say(1)
        elif words[0] == "over":
            player = None
        elif words[0] == "bye":
            break
        else:
            player.follow(words)


if __name__ == "__main__":
    main()
