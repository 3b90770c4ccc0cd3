"""Plays by hand through 'tobago connect --plain', as someone at a pipe would: raises and claims
where it can, is lively otherwise, and agrees to what others propose. With UNDO=N in the
environment it asks to take back its decision before the Nth, with PAUSE=S it thinks that long.
Usage: hand.py SEED COMMAND..."""
import os
import random
import re
import signal
import subprocess
import sys
import time

random.seed(int(sys.argv[1]))
client = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
signal.signal(signal.SIGTERM, lambda *_: (client.kill(), sys.exit(1)))
DULL = ('end', 'exchange', 'pass', 'amulet')


def say(line):
    try:
        client.stdin.write(line + '\n')
        client.stdin.flush()
    except BrokenPipeError:
        pass


def choose(moves):
    words = [move.split()[1] for move in moves]
    for eager in ('raise', 'claim'):
        if eager in words:
            return words.index(eager) + 1
    lively = [n for n, word in enumerate(words) if word not in DULL]
    return random.choice(lively or range(len(moves))) + 1


moves, wanted, decisions = [], 0, 0
undo = int(os.environ.get('UNDO', 0))
for line in client.stdout:
    sys.stdout.write(line)
    sys.stdout.flush()
    asked = re.search(r'it is your decision among (\d+)', line)
    listed = re.match(r' +(\d+)  (\S.*)', line)
    if "'yes' or 'no'?" in line:
        say('yes')
    if asked:
        decisions += 1
        moves, wanted = [], int(asked[1])
        if decisions == undo:
            wanted = 0
            say('undo')
        elif 'list' in line:
            say('list')
    elif listed and wanted and int(listed[1]) == len(moves) + 1:
        moves.append(listed[2])
        if len(moves) == wanted:
            wanted = 0
            time.sleep(float(os.environ.get('PAUSE', 0)))
            say(str(choose(moves)))
sys.exit(client.wait())
