#!/usr/bin/env python3
"""Takes the picture of the full-screen game that the README shows: docs/screen.svg.

    make && docs/screen.py

It copies the first lines of examples/evening.tobago, plays on from there in a terminal that
tmux provides, presses a few keys, waits until the screen stands still, and turns the letters
and colours on it into an SVG. The same program gives the same picture; after a change of the
terminal game, run it again and look at the result.

    docs/screen.py [--out FILE] [--at LINE] [--seats LIST] [--size COLUMNSxROWS] [KEY...]

KEYs are tmux's names (Escape, Down, c). TOBAGO names the program (default: build/tobago).
Needs tmux and Python's standard library.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from xml.sax.saxutils import escape

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
RECORD = os.path.join(ROOT, "examples", "evening.tobago")

# Pixels: of a letter, around the screen, of the title bar.
CELL_X, CELL_Y, MARGIN, BAR = 8, 17, 14, 26
BACKGROUND, FOREGROUND = "#16181d", "#d4d4d4"
FONT = "DejaVu Sans Mono, Menlo, Consolas, Liberation Mono, monospace"


# ---- The screen ----


class Screen:
    """A terminal of tmux with a server of its own, which ends with it."""

    def __init__(self, folder, columns, rows, command):
        self.socket = os.path.join(folder, "tmux")
        self.complaint = os.path.join(folder, "complaint")
        environment = {
            "HOME": folder,
            "XDG_DATA_HOME": folder,
            "XDG_CONFIG_HOME": folder,
            "XDG_STATE_HOME": folder,
            "LC_ALL": "C.UTF-8",
            "TERM": "screen-256color",  # writes blanks of any colour as letters
        }
        words = ["env", "-u", "NO_COLOR"] + [f"{k}={v}" for k, v in environment.items()]
        line = " ".join("'" + w.replace("'", "'\\''") + "'" for w in words + command)
        self.tmux("-f", "/dev/null", "new-session", "-d", "-x", str(columns), "-y", str(rows),
                  f"{line} 2> '{self.complaint}'; exec sleep 60")

    def tmux(self, *words):
        done = subprocess.run(["tmux", "-S", self.socket, *words], capture_output=True,
                              env={**os.environ, "LC_ALL": "C.UTF-8"}, check=False)
        if done.returncode:
            sys.exit("screen.py: tmux: " + done.stderr.decode().strip())
        return done.stdout.decode()

    def capture(self):
        return self.tmux("capture-pane", "-e", "-p", "-N")

    def listen(self):
        """Ends with what the program complains about, if it does."""
        if os.path.exists(self.complaint):
            with open(self.complaint, encoding="utf-8") as complaint:
                said = complaint.read().strip()
            if said:
                self.close()
                sys.exit("screen.py: " + said)

    def settle(self, seconds=15):
        """The screen, once it is not empty and has not changed for half a second."""
        end, last, since = time.monotonic() + seconds, None, time.monotonic()
        while time.monotonic() < end:
            self.listen()
            now = self.capture()
            if now != last or not now.strip():
                last, since = now, time.monotonic()
            elif time.monotonic() - since > 0.5:
                return now
            time.sleep(0.05)
        sys.exit("screen.py: the screen does not stand still")

    def close(self):
        subprocess.run(["tmux", "-S", self.socket, "kill-server"], capture_output=True,
                       check=False)


def take(options):
    """The letters and colours of the screen, as tmux gives them."""
    with tempfile.TemporaryDirectory() as folder:
        game = os.path.join(folder, "evening.tobago")
        with open(RECORD, encoding="utf-8") as record, open(game, "w", encoding="utf-8") as out:
            out.writelines(record.readlines()[: options.at])
        program = os.environ.get("TOBAGO", os.path.join(ROOT, "build", "tobago"))
        columns, rows = map(int, options.size.split("x"))
        screen = Screen(folder, columns, rows,
                        [program, "play", game, "--seats", options.seats, "--seed", "1"])
        try:
            text = screen.settle()
            for key in options.keys:
                screen.tmux("send-keys", key)
                text = screen.settle()
        finally:
            screen.close()
        return text, columns, rows


# ---- Colours ----


def colour(number):
    """One of the 256 colours of a terminal."""
    basic = "000000 cd3131 0dbc79 e5e510 2472c8 bc3fbc 11a8cd e5e5e5 " \
            "666666 f14c4c 23d18b f5f543 3b8eea d670d6 29b8db ffffff"
    if number < 16:
        return "#" + basic.split()[number]
    if number >= 232:
        return "#" + "%02x" % (8 + 10 * (number - 232)) * 3
    steps = [0, 95, 135, 175, 215, 255]
    number -= 16
    return "#%02x%02x%02x" % (steps[number // 36], steps[number // 6 % 6], steps[number % 6])


class Style:
    """What the escape sequences have set so far."""

    def __init__(self):
        self.reset()

    def reset(self):
        self.ink = self.ground = None
        self.bold = self.dim = self.reverse = self.underline = False

    def change(self, numbers):
        numbers = [int(n or 0) for n in re.split("[;:]", numbers)]
        while numbers:
            n = numbers.pop(0)
            if n in (38, 48) and numbers:
                kind = numbers.pop(0)
                if kind == 5:
                    value = colour(numbers.pop(0))
                else:
                    value = "#%02x%02x%02x" % tuple(numbers[:3])
                    del numbers[:3]
                if n == 38:
                    self.ink = value
                else:
                    self.ground = value
            elif n == 0:
                self.reset()
            elif n in (1, 22):
                self.bold, self.dim = n == 1, self.dim and n == 1
            elif n == 2:
                self.dim = True
            elif n in (4, 24):
                self.underline = n == 4
            elif n in (7, 27):
                self.reverse = n == 7
            elif 30 <= n <= 37 or 90 <= n <= 97:
                self.ink = colour(n - 30 if n < 90 else n - 82)
            elif 40 <= n <= 47 or 100 <= n <= 107:
                self.ground = colour(n - 40 if n < 100 else n - 92)
            elif n == 39:
                self.ink = None
            elif n == 49:
                self.ground = None

    def look(self):
        ink, ground = self.ink or FOREGROUND, self.ground or BACKGROUND
        if self.reverse:
            ink, ground = ground, ink
        return ink, ground, self.bold, self.dim, self.underline


def cells_of(line, style, columns):
    """A row of (letter, look), as wide as the screen."""
    cells = []
    for part in re.split("(\x1b\\[[0-9;:]*m)", line):
        if part.startswith("\x1b["):
            style.change(part[2:-1])
        else:
            cells += [(letter, style.look()) for letter in part if letter >= " "]
    blank = (" ", (FOREGROUND, BACKGROUND, False, False, False))
    return (cells + [blank] * columns)[:columns]


# ---- The picture ----


def runs(cells, same):
    """The stretches of a row that look the same: (first column, cells)."""
    start = 0
    for i in range(1, len(cells) + 1):
        if i == len(cells) or same(cells[i]) != same(cells[start]):
            yield start, cells[start:i]
            start = i


def picture(text, columns, rows):
    width = columns * CELL_X + 2 * MARGIN
    height = rows * CELL_Y + MARGIN + BAR
    classes, grounds, letters = {}, [], []
    style = Style()
    for row, line in enumerate(text.split("\n")[:rows]):
        cells = cells_of(line, style, columns)
        top = BAR + row * CELL_Y
        for column, run in runs(cells, lambda cell: cell[1][1]):
            if run[0][1][1] != BACKGROUND:
                grounds.append(f'<rect x="{MARGIN + column * CELL_X}" y="{top}" '
                               f'width="{len(run) * CELL_X}" height="{CELL_Y}" '
                               f'fill="{run[0][1][1]}"/>')
        for column, run in runs(cells, lambda cell: (cell[0] == " ", cell[1])):
            if run[0][0] == " ":
                continue
            ink, _, bold, dim, underline = run[0][1]
            name = classes.setdefault((ink, bold, dim, underline), f"c{len(classes)}")
            word = "".join(letter for letter, _ in run)
            letters.append(f'<text class="{name}" x="{MARGIN + column * CELL_X}" '
                           f'y="{top + 13}" textLength="{len(run) * CELL_X}">'
                           f"{escape(word)}</text>")
    rules = [f".{name}{{fill:{ink}{';font-weight:bold' if bold else ''}"
             f"{';opacity:.6' if dim else ''}{';text-decoration:underline' if line else ''}}}"
             for (ink, bold, dim, line), name in classes.items()]
    dots = "".join(f'<circle cx="{MARGIN + 4 + 18 * i}" cy="{BAR // 2}" r="5" fill="{c}"/>'
                   for i, c in enumerate(("#e0655a", "#dfa839", "#5fb35f")))
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" role="img">',
        "<title>Tobago in a terminal</title>",
        "<!-- Made by docs/screen.py from a real screen: run it again, do not edit. -->",
        f"<style>text{{font:13px {FONT};white-space:pre}}{''.join(rules)}</style>",
        f'<rect width="{width}" height="{height}" rx="8" fill="{BACKGROUND}"/>', dots,
        *grounds, *letters, "</svg>", ""])


def main():
    parser = argparse.ArgumentParser(description="Takes the picture of the README.")
    parser.add_argument("--out", default=os.path.join(ROOT, "docs", "screen.svg"))
    parser.add_argument("--at", type=int, default=43, help="lines of the record")
    parser.add_argument("--seats", default="human,hard,medium")
    parser.add_argument("--size", default="110x34")
    parser.add_argument("keys", nargs="*", default=["Escape", "c", "Down"])
    options = parser.parse_args()
    svg = picture(*take(options))
    with open(options.out, "w", encoding="utf-8") as out:
        out.write(svg)


if __name__ == "__main__":
    main()
