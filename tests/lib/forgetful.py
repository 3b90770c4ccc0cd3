"""A game server that forgets: python3 forgetful.py EVERY. Each EVERYth move reaches three
of the four players. It prints its address, and shows that bench/load counts what is lost."""
import asyncio
import base64
import hashlib
import json
import sys

every = int(sys.argv[1])
tables = {}  # by id: the writers of those who follow, in the order of their seats
moves = 0


def frame(value):
    text = json.dumps(value).encode()
    head = bytes([0x81, len(text)]) if len(text) < 126 else bytes([0x81, 126]) + len(text).to_bytes(2, "big")
    return head + text


async def receive(reader):
    head = await reader.readexactly(2)
    length = head[1] & 0x7F
    if length == 126:
        length = int.from_bytes(await reader.readexactly(2), "big")
    mask = await reader.readexactly(4)
    text = await reader.readexactly(length)
    return json.loads(bytes(byte ^ mask[i % 4] for i, byte in enumerate(text)))


def event(table, n, kind, forgotten=None, sender=None, re=None):
    for seat, writer in enumerate(tables[table]):
        if seat == forgotten:
            continue
        told = {"is": "event", "table": table, "n": n, "kind": kind, "lines": ["1 [\"x\"] \\"]}
        if writer is sender:
            told["re"] = re
        if seat == n % 2:
            told["legal"] = ["1 leg h8", "1 end"]
        writer.write(frame(told))


def act(asked, writer):
    global moves
    do, re, table = asked["do"], asked.get("id"), asked.get("table")
    if do == "create":
        table = f"t{len(tables)}"
        tables[table] = []
        writer.write(frame({"re": re, "ok": True, "table": table, "link": f"join={table}.secret"}))
    elif do == "follow":
        tables[table].append(writer)
        writer.write(frame({"is": "table", "re": re, "table": {"id": table}, "n": 0, "legal": None}))
    elif do == "start":
        event(table, 1, "start", sender=writer, re=re)
    elif do == "move":
        assert asked["line"] in ("1 leg h8", "1 end"), asked
        moves += 1
        event(table, asked["after"] + 1, "lines", 3 if moves % every == 0 else None, writer, re)
    else:
        writer.write(frame({"re": re, "ok": True}))


async def serve(reader, writer):
    try:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        if head.startswith("POST"):
            writer.write(b"HTTP/1.1 200 OK\r\nSet-Cookie: tobago=x; HttpOnly\r\nContent-Length: 0\r\n\r\n")
        elif head.startswith("GET /ws"):
            key = next(line.split(": ")[1] for line in head.split("\r\n") if line.startswith("Sec-WebSocket-Key"))
            accept = base64.b64encode(hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest())
            writer.write(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                         b"Sec-WebSocket-Accept: " + accept + b"\r\n\r\n" + frame({"is": "hello"}))
            while True:
                act(await receive(reader), writer)
        else:
            writer.write(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
        await writer.drain()
    except (asyncio.IncompleteReadError, ConnectionError):
        pass
    writer.close()


async def main():
    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    print("http://127.0.0.1:%d" % server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


asyncio.run(main())
