"""A server as an admin runs it, driven from outside: behind a proxy, over TLS, under systemd.

Usage: python3 tests/running.py CHECKED RELEASE FOLDER, the program with the sanitizers and
without. Called by tests/cli_running.sh; prints TAP.
Python's standard library alone. What systemd does (it hands over a socket and listens for
notes) is done here by hand.
"""

import base64
import json
import os
import re
import resource
import shutil
import signal
import socket
import ssl
import struct
import subprocess
import sys
import threading
import time
import traceback

PROGRAM, RELEASE, FOLDER = sys.argv[1:]
SITE = os.path.join(FOLDER, "site")
LONG = os.environ.get("LONG") == "1"
WAIT_S = 60  # for anything that has to happen at all

sections = []


class Skip(Exception):
    """What cannot be tested here, with the reason."""


def section(function):
    sections.append(function)
    return function


def expect(condition, *what):
    if not condition:
        raise AssertionError(" ".join(map(str, what)))


def wait_for(condition, what):
    end = time.time() + WAIT_S
    while not condition():
        expect(time.time() < end, "waited in vain:", what)
        time.sleep(0.02)


# ---- A server ----

# As systemd does it: descriptors from 3 on, and the process that they are meant for.
HAND_OVER = """
import fcntl, os, sys
given = [fcntl.fcntl(int(each), fcntl.F_DUPFD, 100) for each in sys.argv[1].split(",")]
for i, each in enumerate(given):
    os.dup2(each, 3 + i)
    os.close(each)
os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS=str(len(given)))
os.execv(sys.argv[2], sys.argv[2:])
"""


class Server:
    """A process of the program. It ends with 'stop', which wants a clean end."""

    count = 0

    def __init__(self, *words, environment=(), sockets=(), data=None, listen=("--listen", "127.0.0.1:0"),
                 before=None, program=PROGRAM):
        Server.count += 1
        self.errors = os.path.join(FOLDER, f"errors-{Server.count}")
        data = data or os.path.join(FOLDER, f"data-{Server.count}")
        environment = {**{k: v for k, v in os.environ.items() if not k.startswith("TOBAGO_")},
                       **dict(environment)}
        command = [program, "serve", "--site", SITE, "--data", data, *listen, *words]
        if sockets:
            numbers = ",".join(str(each.fileno()) for each in sockets)
            command = [sys.executable, "-c", HAND_OVER, numbers, *command]
        with open(self.errors, "wb") as errors:
            self.process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=errors, stdin=subprocess.DEVNULL,
                env=environment, pass_fds=[each.fileno() for each in sockets], preexec_fn=before)
        self.line = self.process.stdout.readline().decode()
        found = re.match(r"(https?)://([^:/]+|\[[^]]+\])(?::([0-9]+))?/ serves ", self.line)
        expect(found, "no server:", self.line, self.said())
        self.port = int(found[3] or 0)
        if found[1] == "http":  # an answer shows that it is past its beginning
            with connect(self.port) as wire:
                expect(ask(wire, "GET", "/healthz")[0] == 200, "it does not serve")

    def said(self):
        with open(self.errors, encoding="utf-8") as file:
            return file.read()

    def stop(self, how=signal.SIGTERM):
        self.process.send_signal(how)
        code = self.process.wait(WAIT_S)
        self.process.stdout.close()
        expect(code == 0, "exit code", code, self.said())
        expect("ERROR: " not in self.said() and "runtime error" not in self.said(), self.said())


# ---- Clients ----

def connect(port, context=None):
    plain = socket.create_connection(("127.0.0.1", port), timeout=WAIT_S)
    return context.wrap_socket(plain, server_hostname="localhost") if context else plain


def ask(wire, method, path, body=None, **fields):
    """One request; status, head and body of the answer. The connection stays open."""
    text = json.dumps(body).encode() if body is not None else b""
    head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    if body is not None:
        head += f"Content-Type: application/json\r\nContent-Length: {len(text)}\r\n"
    for name, value in fields.items():
        head += f"{name.replace('_', '-')}: {value}\r\n"
    wire.sendall(head.encode() + b"\r\n" + text)
    return read_answer(wire)


def read_answer(wire):
    got = b""
    while b"\r\n\r\n" not in got:
        more = wire.recv(1)
        expect(more, "no answer but", got)
        got += more
    length = int((re.search(rb"content-length: ([0-9]+)", got) or [0, 0])[1])
    body = b""
    while len(body) < length:
        more = wire.recv(length - len(body))
        expect(more, "half an answer")
        body += more
    return int(got.split()[1]), got.decode(), body


class Guest:
    """A guest on a WebSocket."""

    def __init__(self, port, context=None, cookie=None, **fields):
        self.wire = connect(port, context)
        if not cookie:
            status, head, _ = ask(self.wire, "POST", "/api/guest", {"name": "Ada"})
            expect(status == 200, head)
            cookie = re.search(r"set-cookie: ([^;\r]*)", head)[1]
        self.cookie, self.bytes, self.id, self.other = cookie, b"", 0, []
        key = base64.b64encode(os.urandom(16)).decode()
        status, head, _ = ask(self.wire, "GET", "/ws", Upgrade="websocket", Connection="Upgrade",
                              Sec_WebSocket_Key=key, Sec_WebSocket_Version="13",
                              Sec_WebSocket_Protocol="tobago.1", Cookie=cookie, **fields)
        expect(status == 101, head)
        self.hello = self.read()
        expect(self.hello["is"] == "hello" and self.hello["guest"], self.hello)

    def take(self, count):
        while len(self.bytes) < count:
            more = self.wire.recv(65536)
            if not more:
                raise ConnectionError("the connection is closed")
            self.bytes += more
        taken, self.bytes = self.bytes[:count], self.bytes[count:]
        return taken

    def frame(self, data, opcode=1):
        mask, length = os.urandom(4), len(data)
        head = bytes([0x80 | opcode]) + (bytes([0x80 | length]) if length < 126 else
                                         b"\xfe" + struct.pack(">H", length))
        return head + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(data))

    def read(self):
        while True:
            first, second = self.take(2)
            length = second & 0x7F
            if length == 126:
                length = struct.unpack(">H", self.take(2))[0]
            elif length == 127:
                length = struct.unpack(">Q", self.take(8))[0]
            data = self.take(length)
            if first & 0x0F == 8:
                raise ConnectionError("closed by the server")
            if first & 0x0F == 9:
                self.wire.sendall(self.frame(data, 10))
            elif first & 0x0F == 1:
                return json.loads(data)

    def do(self, act, **fields):
        """Sends a request and returns its answer; what else comes is kept in 'other'."""
        self.id += 1
        self.wire.sendall(self.frame(json.dumps({"id": self.id, "do": act, **fields}).encode()))
        while True:
            came = self.read()
            if came.get("re") == self.id:
                return came
            self.other.append(came)

    def do_all(self, requests):
        """Sends all of them at once; yields their answers."""
        first = self.id + 1
        frames = b""
        for each in requests:
            self.id += 1
            frames += self.frame(json.dumps({"id": self.id, **each}).encode())
        threading.Thread(target=lambda: self.wire.sendall(frames), daemon=True).start()
        for _ in requests:
            came = self.read()
            while came.get("re", 0) < first:
                came = self.read()
            yield came

    def close(self):
        self.wire.close()


# ---- Behind a proxy ----

@section
def with_a_url_its_pages_may_talk_and_cookies_stay_on_https():
    server = Server("--url", "https://club.example")
    expect(server.line.startswith("https://club.example/ serves "), server.line)
    port = listening_port(server)
    for origin, wanted in (("https://club.example", 200), ("http://127.0.0.1", 200),
                           ("https://evil.example", 403), ("http://club.example", 403)):
        with connect(port) as wire:
            status, head, _ = ask(wire, "POST", "/api/guest", {"name": "Ada"}, Origin=origin)
            expect(status == wanted, origin, head)
            expect(status != 200 or "; Secure" in head, head)
    Guest(port, Origin="https://club.example").close()
    server.stop()
    server = Server()
    with connect(server.port) as wire:
        expect("Secure" not in ask(wire, "POST", "/api/guest", {"name": "Ada"})[1], "Secure without TLS")
    server.stop()


def listening_port(server):
    """The port that a process listens on, from /proc."""
    inodes = set()
    folder = f"/proc/{server.process.pid}/fd"
    for each in os.listdir(folder):
        found = re.match(r"socket:\[([0-9]+)\]", os.readlink(os.path.join(folder, each)))
        if found:
            inodes.add(found[1])
    with open("/proc/net/tcp", encoding="ascii") as file:
        for line in file.readlines()[1:]:
            words = line.split()
            if words[3] == "0A" and words[9] in inodes:
                return int(words[1].split(":")[1], 16)
    raise AssertionError("no listening socket")


# ---- TLS ----

def make_certificate(name, into="tls"):
    """A certificate for this name, that signs itself."""
    made = os.path.join(FOLDER, "fresh")
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
                    "-nodes", "-days", "2", "-subj", f"/CN={name}", "-addext", "subjectAltName=DNS:localhost",
                    "-keyout", made + ".key", "-out", made + ".pem"], check=True, capture_output=True)
    for ending in (".pem", ".key"):
        os.replace(made + ending, os.path.join(FOLDER, into + ending))
    return os.path.join(FOLDER, into + ".pem"), os.path.join(FOLDER, into + ".key")


def trusting(certificate):
    context = ssl.create_default_context(cafile=certificate)
    return context


def name_of(wire):
    return dict(pair[0] for pair in wire.getpeercert()["subject"])["commonName"]


@section
def tls_carries_pages_and_tables():
    certificate, key = make_certificate("first")
    server = Server("--tls-certificate", certificate, "--tls-key", key)
    expect(server.line.startswith("https://127.0.0.1:"), server.line)
    context = trusting(certificate)
    with connect(server.port, context) as wire:
        expect(wire.version() in ("TLSv1.2", "TLSv1.3"), wire.version())
        for _ in range(3):
            status, head, body = ask(wire, "GET", "/")
            expect(status == 200 and body == b"page\n", head)
        status, head, body = ask(wire, "GET", "/large.txt")
        expect(len(body) == 3000000 and body == b"0123456789" * 300000, "a large file", len(body))
        # requests sent ahead, in one record that is larger than what is read at once
        wire.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nx: " + b"y" * 4000 + b"\r\n\r\n"
                     + b"GET / HTTP/1.1\r\nHost: x\r\nx: " + b"y" * 4000 + b"\r\n\r\n"
                     + b"GET / HTTP/1.1\r\nHost: x\r\nx: " + b"y" * 4000 + b"\r\n\r\n")
        for _ in range(3):
            expect(read_answer(wire)[0] == 200, "requests sent ahead")
    guest = Guest(server.port, context)
    with connect(server.port, context) as wire:
        expect("; Secure" in ask(wire, "POST", "/api/guest", {"name": "B"})[1], "a cookie without Secure")
    made = guest.do("create", seats=["me", "open"])
    expect(made["ok"], made)
    # many frames in one record: all of them are read
    frames = b"".join(guest.frame(json.dumps({"id": 1000 + i, "do": "mine", "follow": False}).encode())
                      for i in range(90))
    guest.wire.sendall(frames)
    answered = set()
    while len(answered) < 90:
        answered.add(guest.read().get("re"))
    long = json.dumps({"id": 5000, "do": "nothing", "x": "y" * 15000}).encode()
    guest.wire.sendall(guest.frame(long))
    expect(guest.read()["re"] == 5000, "a long frame")
    guest.close()
    server.stop()


@section
def tls_refuses_the_old_the_plain_and_the_broken():
    certificate, key = make_certificate("first")
    server = Server("--tls-certificate", certificate, "--tls-key", key)
    for bytes_ in (b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", os.urandom(400), b"\x16\x03\x01\x40\x00" + b"x" * 300):
        with connect(server.port) as wire:
            try:
                wire.sendall(bytes_)
                wire.shutdown(socket.SHUT_WR)
                expect(b"HTTP/" not in wire.recv(100), "an answer in plain text")
            except OSError:  # it may have hung up already
                pass
    for version in ("-tls1", "-tls1_1"):
        done = subprocess.run(["openssl", "s_client", version, "-cipher", "ALL:@SECLEVEL=0", "-connect",
                               f"127.0.0.1:{server.port}"], capture_output=True, stdin=subprocess.DEVNULL)
        expect(b"Cipher is (NONE)" in done.stdout or done.returncode, version, "is spoken")
    done = subprocess.run(["openssl", "s_client", "-tls1_2", "-connect", f"127.0.0.1:{server.port}"],
                          input=b"R\n", capture_output=True)
    expect(b"no renegotiation" in done.stderr or b"renegotiation" in done.stderr or done.returncode,
           "renegotiation", done.stderr)
    # cut off in the middle of a handshake, many times
    for _ in range(20):
        wire = connect(server.port)
        wire.sendall(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03")
        wire.close()
    with connect(server.port, trusting(certificate)) as wire:
        expect(ask(wire, "GET", "/healthz")[0] == 200, "it still serves")
    if LONG:
        silent = connect(server.port)
        silent.settimeout(20)
        began = time.time()
        expect(silent.recv(1) == b"" and 5 < time.time() - began < 20, "a handshake that never comes")
    server.stop()


@section
def sighup_brings_a_new_password():
    certificate, key = make_certificate("house")
    path = os.path.join(FOLDER, "password")

    def write(text):
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def lets_in(password):
        with connect(server.port, trusting(certificate)) as wire:
            status, _, _ = ask(wire, "POST", "/api/guest", {"name": "Ada", "password": password})
        expect(status in (200, 403), status)
        return status == 200

    write("open sesame\n")
    server = Server("--tls-certificate", certificate, "--tls-key", key, "--password-file", path)
    expect(lets_in("open sesame") and not lets_in("simsala"), "the first password")
    write("simsala\n")
    server.process.send_signal(signal.SIGHUP)
    wait_for(lambda: "the password was read again" in server.said(), "the password")
    expect(lets_in("simsala") and not lets_in("open sesame"), "the second password")
    write("\n")
    server.process.send_signal(signal.SIGHUP)
    wait_for(lambda: "the old password stays in use" in server.said(), "a complaint")
    expect(path in server.said() and lets_in("simsala") and not lets_in(""), "the old one stays")
    server.stop()


@section
def sighup_brings_a_new_certificate_and_drops_nobody():
    certificate, key = make_certificate("first")
    server = Server("--tls-certificate", certificate, "--tls-key", key)
    guest = Guest(server.port, trusting(certificate))
    old = trusting(certificate)
    kept = connect(server.port, old)
    expect(name_of(kept) == "first", "the first certificate")

    make_certificate("second")
    server.process.send_signal(signal.SIGHUP)
    wait_for(lambda: "read again" in server.said(), "the certificate")
    with connect(server.port, trusting(certificate)) as wire:
        expect(name_of(wire) == "second", "the second certificate")
    expect(ask(kept, "GET", "/healthz")[0] == 200, "a connection from before")
    expect(guest.do("mine", follow=False)["ok"], "a WebSocket from before")

    for wrong in ("", "no certificate\n"):
        with open(certificate, "w", encoding="ascii") as file:
            file.write(wrong)
        said = server.said().count("stays in use")
        server.process.send_signal(signal.SIGHUP)
        wait_for(lambda: server.said().count("stays in use") > said, "a complaint")
    expect(certificate in server.said(), server.said())
    make_certificate("third", "other")
    os.replace(os.path.join(FOLDER, "other.pem"), certificate)  # which does not fit the key
    server.process.send_signal(signal.SIGHUP)
    wait_for(lambda: server.said().count("stays in use") > 2, "a complaint about the key")
    os.remove(certificate)
    server.process.send_signal(signal.SIGHUP)
    wait_for(lambda: server.said().count("stays in use") > 3, "a complaint about no file")
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    with connect(server.port, context) as wire:
        expect(b"second" in wire.getpeercert(binary_form=True), "the old certificate stays")
    expect(guest.do("mine", follow=False)["ok"], "a WebSocket from before")
    kept.close()
    guest.close()
    server.stop()


@section
def without_a_usable_certificate_it_does_not_start():
    certificate, key = make_certificate("first")
    with open(os.path.join(FOLDER, "locked.key"), "wb") as file:
        file.write(subprocess.run(["openssl", "pkey", "-aes128", "-passout", "pass:x", "-in", key],
                                  check=True, capture_output=True).stdout)
    for words, what in ((("--tls-certificate", os.path.join(FOLDER, "none")), "none: No such file"),
                        (("--tls-certificate", certificate), "tls.pem: it cannot be used for TLS"),
                        (("--tls-certificate", key), "tls.key: it cannot be used for TLS"),
                        (("--tls-certificate", certificate, "--tls-key", os.path.join(FOLDER, "locked.key")),
                         "locked.key: it cannot be used for TLS"),
                        (("--tls-key", key), "tls-key is set")):
        done = subprocess.run([PROGRAM, "serve", "--site", SITE, "--data", os.path.join(FOLDER, "never"),
                               "--listen", "127.0.0.1:0", *words], capture_output=True, text=True, timeout=WAIT_S)
        expect(done.returncode in (1, 3) and what in done.stderr and not done.stdout, words, done)


# ---- Under systemd ----

class Notes:
    """The socket to which a service sends its notes."""

    def __init__(self, name=None):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.path = name or os.path.join(FOLDER, "notes")
        if not name and os.path.exists(self.path):
            os.remove(self.path)
        self.socket.bind("\0" + name[1:] if name else self.path)
        self.socket.settimeout(WAIT_S)
        self.kept = []

    def wait(self, note):
        """Reads notes until this one comes; returns it."""
        while True:
            text = self.socket.recv(4096).decode()
            self.kept.append(text)
            if note in text.split("\n"):
                return text


def listening():
    made = socket.socket()
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    made.bind(("127.0.0.1", 0))
    made.listen(512)
    return made


@section
def it_says_when_it_is_ready_reloads_and_stops_and_feeds_the_watchdog():
    for name in (None, f"@tobago-test-{os.getpid()}"):
        notes = Notes(name)
        server = Server(environment={"NOTIFY_SOCKET": notes.path, "WATCHDOG_USEC": "200000"})
        notes.wait("READY=1")
        notes.wait("WATCHDOG=1")
        notes.wait("WATCHDOG=1")
        server.process.send_signal(signal.SIGHUP)  # which ends a server that nobody manages
        reloading = notes.wait("RELOADING=1")
        expect(re.search(r"^MONOTONIC_USEC=[0-9]+$", reloading, re.M), reloading)
        notes.wait("READY=1")
        with connect(server.port) as wire:
            expect(ask(wire, "GET", "/healthz")[0] == 200, "it serves after SIGHUP")
        os.kill(server.process.pid, signal.SIGSTOP)  # a server that hangs feeds no watchdog
        time.sleep(0.5)
        notes.socket.setblocking(False)
        try:
            while True:
                notes.socket.recv(4096)
        except BlockingIOError:
            pass
        time.sleep(0.5)
        try:
            expect(not notes.socket.recv(4096), "a watchdog is fed by a server that hangs")
        except BlockingIOError:
            pass
        os.kill(server.process.pid, signal.SIGCONT)
        notes.socket.settimeout(WAIT_S)
        notes.wait("WATCHDOG=1")
        server.process.send_signal(signal.SIGTERM)
        notes.wait("STOPPING=1")
        server.stop()
    server = Server()
    server.stop(signal.SIGHUP)


@section
def a_socket_that_is_handed_over_is_used_and_others_are_refused():
    with listening() as given:
        server = Server(sockets=[given], listen=())
        expect(server.port == given.getsockname()[1], server.line)
        with connect(server.port) as wire:
            expect(ask(wire, "GET", "/healthz")[0] == 200, "no answer")
        server.stop()
        for sockets in ([given, given], [socket.socket()], [socket.socket(socket.AF_UNIX)]):
            try:
                Server(sockets=sockets, listen=())
                raise RuntimeError("the socket was taken")
            except AssertionError as error:
                expect("handed over" in str(error), error)
        # variables that are meant for another process
        server = Server(environment={"LISTEN_PID": "1", "LISTEN_FDS": "1", "NOTIFY_SOCKET": "/nowhere",
                                     "WATCHDOG_USEC": "x"})
        expect(server.port != given.getsockname()[1], server.line)
        server.stop()


class Player(threading.Thread):
    """Plays against a bot at a table of her own, and comes back whenever she is cut off. A move
    that was confirmed has to be in the record for ever."""

    def __init__(self, port):
        super().__init__()
        self.port, self.over, self.wrong = port, False, None
        self.guest = Guest(port)
        self.table = self.guest.do("create", seats=["me", "easy"])["table"]
        for act, fields in (("contribute", {"bytes": "07" * 16}), ("start", {})):
            done = self.guest.do(act, table=self.table, **fields)
            expect(done.get("ok", True), done)
        self.confirmed, self.gap, self.returns = [], 0.0, 0

    def come_back(self):
        began = time.time()
        self.guest.close()
        while True:
            try:  # never refused: the socket is open all the time
                self.guest = Guest(self.port, cookie=self.guest.cookie)
                self.gap = max(self.gap, time.time() - began)
                self.returns += 1
                return
            except ConnectionRefusedError:
                raise
            except (OSError, AssertionError):
                expect(time.time() - began < WAIT_S, "the server does not come back")
                time.sleep(0.01)

    def look(self):
        return self.guest.do("follow", table=self.table, after=0, chat_after=0)

    def move(self):
        table = self.look()
        legal = table.get("legal")
        if legal:
            line = legal[len(self.confirmed) * 7 % len(legal)]
            done = self.guest.do("move", table=self.table, after=table["n"], line=line)
            if done.get("is") == "event" or done.get("ok"):
                self.confirmed.append(line)

    def run(self):
        try:
            while not self.over:
                try:
                    self.move()
                    time.sleep(0.02)
                except OSError:
                    self.come_back()
        except BaseException as error:
            self.wrong = error


def all_move_on(players):
    """Waits until each has made another move."""
    before = [len(each.confirmed) for each in players]
    wait_for(lambda: all(each.wrong or len(each.confirmed) > count
                         for each, count in zip(players, before)), "moves")


@section
def a_restart_under_load_refuses_nobody_and_loses_nothing():
    data = os.path.join(FOLDER, "data-restart")
    with listening() as given:
        port = given.getsockname()[1]
        words = ("--limit", "connections_address=1000")
        server = Server(*words, sockets=[given], listen=(), data=data)
        players = [Player(port) for _ in range(24)]
        for each in players:
            each.start()
        down = []
        for _ in range(3):
            all_move_on(players)
            began = time.time()
            server.stop()
            server = Server(*words, sockets=[given], listen=(), data=data)
            down.append(time.time() - began)
        all_move_on(players)
        for each in players:
            each.over = True
        for each in players:
            each.join(WAIT_S)
            expect(not each.wrong, repr(each.wrong))
            expect(each.returns >= 3, "a player came back", each.returns, "times")
            record = each.look()["record"].split("\n")
            mine = iter(line for line in record if line.startswith("1 "))
            expect(all(line in mine for line in each.confirmed), "lost:", each.confirmed, record)
            each.guest.close()
        # a second on a machine that has the time, longer where others want the cores, too
        most = max(1, os.getloadavg()[0] / os.cpu_count())
        expect(min(down) < most, "seconds without a server:", down, "and not", most)
        print(f"# from SIGTERM to the new server's line at most {max(down):.2f} s, "
              f"until a player is back at most {max(e.gap for e in players):.2f} s, "
              f"{sum(len(e.confirmed) for e in players)} moves")
        server.stop()


@section
def the_unit_is_right_and_leaves_little_exposed():
    if not shutil.which("systemd-analyze"):
        raise Skip("systemd is not installed")
    unit = "systemd/tobago-server.service"
    done = subprocess.run(["systemd-analyze", "security", "--offline=true", "--threshold=20", "--no-pager",
                           unit], capture_output=True, text=True)
    expect(done.returncode == 0, done.stdout[-200:], done.stderr)
    # what it calls is there, and means what it says; only the program is not installed here
    copy = os.path.join(FOLDER, "tobago-server.service")
    for ending in ("service", "socket"):
        with open(f"systemd/tobago-server.{ending}", encoding="utf-8") as file:
            text = file.read().replace("/usr/bin/tobago", os.path.abspath(PROGRAM))
        with open(os.path.join(FOLDER, f"tobago-server.{ending}"), "w", encoding="utf-8") as file:
            file.write(text)
    done = subprocess.run(["systemd-analyze", "verify", "--man=no", copy], capture_output=True, text=True)
    complaints = [line for line in done.stderr.split("\n") if "tobago" in line]
    expect(not complaints, complaints)
    with open("systemd/server.conf", encoding="utf-8") as file:
        lines = file.read()
    conf = os.path.join(FOLDER, "server.conf")
    with open(conf, "w", encoding="utf-8") as file:  # with every example in it
        text = re.sub(r"^#([a-z-]+ = )", r"\1", lines, flags=re.M)
        certificate, key = make_certificate("unit", "unit")  # those of the examples are not here
        text = re.sub(r"^(tls-certificate = ).*", lambda m: m[1] + certificate, text, flags=re.M)
        file.write(re.sub(r"^(tls-key = ).*", lambda m: m[1] + key, text, flags=re.M))
    done = subprocess.run([PROGRAM, "serve", "--check-config", "--config", conf],
                          capture_output=True, text=True)
    expect(done.returncode == 0 and done.stdout.count("server.conf:") == 4, done)


# ---- Memory ----

@section
def two_hundred_greedy_clients_fit_into_half_a_gigabyte():
    most = 512 << 20
    server = Server("--limit", "connections_address=1000", program=RELEASE,
                    before=lambda: resource.setrlimit(resource.RLIMIT_AS, (most, most)))
    guests = [Guest(server.port) for _ in range(100)]
    for each in guests:  # ask for much, and read nothing of it
        frame = each.frame(json.dumps({"id": 1, "do": "lobby", "follow": True}).encode())
        each.wire.setblocking(False)
        try:
            each.wire.send(frame * 100)
        except BlockingIOError:
            pass
    wires = [connect(server.port) for _ in range(100)]
    for each in wires:
        each.sendall(b"GET /large.txt HTTP/1.1\r\nHost: x\r\n\r\n")
    with connect(server.port) as wire:
        expect(ask(wire, "GET", "/healthz")[0] == 200, "it serves others")
    with open(f"/proc/{server.process.pid}/status", encoding="ascii") as file:
        peak = int(re.search(r"VmPeak:\s+([0-9]+)", file.read())[1])
    print(f"# address space at its peak: {peak // 1024} MB")
    expect(peak << 10 < most, "more than the limit")
    for each in guests + wires:
        each.close()
    server.stop()


def status_kb(server, key):
    with open(f"/proc/{server.process.pid}/status", encoding="ascii") as file:
        return int(re.search(key + r":\s+([0-9]+)", file.read())[1])


ANY_NUMBER = [word for name in ("frames_s", "tables", "tables_guest", "tables_address")
              for word in ("--limit", f"{name}=10000")]


@section
def a_server_without_memory_says_so_and_keeps_every_table_that_it_answered():
    data = os.path.join(FOLDER, "data-scarce")
    server = Server(*ANY_NUMBER, data=data, program=RELEASE)
    ada, made = Guest(server.port), []
    most = (status_kb(server, "VmSize") + 3000) << 10
    resource.prlimit(server.process.pid, resource.RLIMIT_AS, (most, most))
    create = {"do": "create", "seats": ["me", "easy"]}
    try:
        while len(made) < 5000:
            for answer in ada.do_all([create] * 50):
                if not answer["ok"]:
                    raise ConnectionError("refused")
                made.append(answer["table"])
    except OSError:
        pass
    expect(10 < len(made) < 5000, "tables", len(made))
    ada.close()
    if server.process.poll() is None:
        server.process.kill()
    server.process.wait(WAIT_S)
    server.process.stdout.close()
    expect("memory" in server.said(), "it says nothing:", server.said())
    server = Server(*ANY_NUMBER, data=data, program=RELEASE)
    again = Guest(server.port, cookie=ada.cookie)
    for answer in again.do_all([{"do": "links", "table": table} for table in made]):
        expect(answer["ok"], "a table is lost", answer)
    again.close()
    server.stop()


@section
def tables_that_rest_give_their_memory_back():
    server = Server(*ANY_NUMBER, "--limit", "idle_s=2", program=RELEASE)
    ada = Guest(server.port)
    begun = status_kb(server, "VmRSS")
    made = [each["table"] for each in ada.do_all([{"do": "create", "seats": ["me", "easy"]}] * 1000)]
    for act in ({"do": "contribute", "bytes": "7d41c8f0325e9ab6187fd2c4e03b95a6"}, {"do": "start"}):
        for answer in ada.do_all([{**act, "table": table} for table in made]):
            expect(answer["ok"], answer)
    full = status_kb(server, "VmRSS")
    for _ in range(100):
        time.sleep(0.1)
        rested = status_kb(server, "VmRSS")
        if rested - begun < (full - begun) / 2:
            break
    print(f"# {begun} kB, with 1000 tables {full} kB, at rest {rested} kB")
    expect(rested - begun < (full - begun) / 2, "nothing is given back")
    ada.close()
    server.stop()


# ---- All of them ----

def main():
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # nohup would keep it from the servers
    os.makedirs(SITE)
    with open(os.path.join(SITE, "index.html"), "w", encoding="ascii") as file:
        file.write("page\n")
    with open(os.path.join(SITE, "large.txt"), "w", encoding="ascii") as file:
        file.write("0123456789" * 300000)
    failed = False
    for number, each in enumerate(sections, 1):
        try:
            each()
            print(f"ok {number} - {each.__name__.replace('_', ' ')}", flush=True)
        except Skip as why:
            print(f"ok {number} - {each.__name__.replace('_', ' ')} # skip: {why}", flush=True)
        except Exception:
            failed = True
            print(f"not ok {number} - {each.__name__.replace('_', ' ')}")
            print("# " + traceback.format_exc().replace("\n", "\n# "), flush=True)
    print(f"1..{len(sections)}")
    sys.exit(failed)


main()
