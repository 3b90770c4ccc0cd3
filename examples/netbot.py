#!/usr/bin/env python3
"""A Tobago bot over the network, with Python's standard library alone.

It plays a seat at a table of 'tobago serve', by the protocol of docs/protocol.md:

    python3 examples/netbot.py 'http://127.0.0.1:8700/#join=k7q2m4xh9d.SECRET'

It needs no engine: the server sends every legal line with each decision. WebSocket is a small
client for RFC 6455, Bot is the protocol, and choose is how it thinks; a bot of your own can begin
as a copy of this one. If the connection is lost it connects again and begins with a snapshot, which
has the legal lines too. The link of an open table needs no secret: '#join=ID'.
"""

import base64
import hashlib
import http.client
import json
import os
import random
import socket
import struct
import sys
import time
import urllib.parse


class WebSocket:
    """One connection: text frames in and out. Everything that goes wrong is an OSError."""

    def __init__(self, host, port, path, cookie, protocol):
        self.socket = socket.create_connection((host, port), timeout=90)
        self.bytes = b""
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall((
            f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Protocol: {protocol}\r\nCookie: {cookie}\r\n\r\n").encode())
        while b"\r\n\r\n" not in self.bytes:
            self.receive()
        head, self.bytes = self.bytes.split(b"\r\n\r\n", 1)
        wanted = hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest()
        if b" 101 " not in head.split(b"\r\n")[0] or base64.b64encode(wanted) not in head:
            raise OSError("the server refuses the WebSocket")

    def receive(self):
        more = self.socket.recv(65536)
        if not more:
            raise OSError("the connection is closed")
        self.bytes += more

    def take(self, count):
        while len(self.bytes) < count:
            self.receive()
        taken, self.bytes = self.bytes[:count], self.bytes[count:]
        return taken

    def send(self, text, opcode=1):
        data, mask = text.encode() if isinstance(text, str) else text, os.urandom(4)
        length = len(data)
        head = bytes([0x80 | opcode])
        if length < 126:
            head += bytes([0x80 | length])
        else:
            head += bytes([0x80 | 126]) + struct.pack(">H", length)
        self.socket.sendall(head + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(data)))

    def read(self):
        """The next text; pings are answered on the way."""
        text = b""
        while True:
            first, second = self.take(2)
            length = second & 0x7F
            if length == 126:
                length = struct.unpack(">H", self.take(2))[0]
            elif length == 127:
                length = struct.unpack(">Q", self.take(8))[0]
            data = self.take(length)
            opcode = first & 0x0F
            if opcode == 8:
                raise OSError("the server closes the connection")
            if opcode == 9:
                self.send(data, 10)
            elif opcode in (0, 1):
                text += data
                if first & 0x80:
                    return text.decode()


def choose(legal):
    """The whole strategy: raise, claim what is offered, otherwise anything but standing still."""
    words = [line.split()[1] for line in legal]
    for eager in ("raise", "claim"):
        if eager in words:
            return legal[words.index(eager)]
    lively = [line for line, word in zip(legal, words)
              if word not in ("end", "exchange", "pass", "amulet")]
    return random.choice(lively or legal)


class Bot:
    def __init__(self, url):
        parts = urllib.parse.urlsplit(url)
        self.host, self.port = parts.hostname, parts.port or 80
        kind, _, link = parts.fragment.partition("=")
        self.table, _, self.key = link.partition(".")
        if parts.scheme != "http" or kind != "join" or not self.table:
            sys.exit(__doc__)
        self.cookie, self.last, self.id, self.over = "", 0, 0, False

    def become_guest(self, name):
        server = http.client.HTTPConnection(self.host, self.port, timeout=30)
        server.request("POST", "/api/guest", json.dumps({"name": name}),
                       {"Content-Type": "application/json"})
        answer = server.getresponse()
        if answer.status != 200:
            sys.exit(f"no guest: {answer.read().decode()}")
        self.cookie = answer.getheader("Set-Cookie").split(";")[0]

    def do(self, act, **fields):
        """Sends a request. Its answer comes like everything else."""
        self.id += 1
        request = {"id": self.id, "do": act, "table": self.table, **fields}
        if self.key and act in ("join", "follow"):
            request["key"] = self.key
        self.socket.send(json.dumps(request))

    def move(self, frame):
        if frame.get("legal"):
            self.do("move", after=self.last, line=choose(frame["legal"]))

    def take(self, frame):
        error = frame.get("error")
        kind = frame.get("is")
        if error and error["code"] not in ("stale", "unavailable"):
            sys.exit(f"refused: {error.get('reason')}")
        if error:  # the table has gone on without us, or cannot write: look again
            time.sleep(error.get("retry_ms", 100) / 1000)
            self.do("follow", after=0, chat_after=0)
        elif kind == "table":  # a snapshot
            self.last = frame["n"]
            if frame["seat"] and frame["table"]["state"] == "waiting":
                self.do("contribute", bytes=os.urandom(16).hex())
            self.over = frame["table"]["state"] in ("over", "closed")
            self.move(frame)
        elif kind == "event" and frame["table"] == self.table:
            self.last = frame["n"]
            if frame["kind"] == "end":
                print("places:", *frame["places"])
            self.over = frame["kind"] == "end"
            self.move(frame)

    def play(self):
        joined = False
        while not self.over:
            try:
                self.socket = WebSocket(self.host, self.port, "/ws", self.cookie, "tobago.1")
                if not joined:
                    self.do("join", program=True)
                    joined = True
                self.do("follow", after=0, chat_after=0)
                while not self.over:
                    self.take(json.loads(self.socket.read()))
            except OSError as trouble:
                print(f"{trouble}; trying again", file=sys.stderr)
                time.sleep(0.5)


if __name__ == "__main__":
    bot = Bot(sys.argv[1] if len(sys.argv) == 2 else "")
    bot.become_guest("netbot")
    bot.play()
