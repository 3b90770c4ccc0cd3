"""A hostile server for tests/cli_connect.sh: HTTP and one WebSocket on a free port of loopback,
printed as a URL. It answers a client as far as it must, and lies to it otherwise. With a
certificate and its key as arguments it speaks TLS."""
import base64
import hashlib
import json
import socket
import ssl
import struct
import sys
import threading

HEADER = 'tobago 1\nplayers Eve Mallory\nisland ABC0\nview 1\n'
SEATS = [{'who': 'person', 'name': 'Eve', 'here': True, 'ready': False},
         {'who': 'person', 'name': 'Mallory\x07', 'here': False}]


def table(state):
    return {'id': 't1', 'state': state, 'seats': SEATS, 'host': 1, 'island': 'ABC0', 'n': 1}


def read_frame(stream):
    first, second = stream.read(2)
    length = second & 0x7F
    if length == 126:
        length = struct.unpack('>H', stream.read(2))[0]
    mask = stream.read(4)
    data = bytes(b ^ mask[i % 4] for i, b in enumerate(stream.read(length)))
    return first & 15, data


def frame(text, opcode=1):
    data = text if isinstance(text, bytes) else text.encode()
    size = bytes([len(data)]) if len(data) < 126 else b'\x7f' + struct.pack('>Q', len(data))
    return bytes([0x80 | opcode]) + size + data


# What is sent after the first snapshot, one frame each; the event numbers are the game.
def lies():
    yield 'no json'
    yield '[1,2,3]'
    yield '"text"'
    yield 'null'
    yield '{"is":7,"re":"x"}'
    yield '{"is":"event"}'
    yield '{"is":"event","table":"t1","n":-5,"kind":"lines","lines":["1 end"]}'
    yield '{"is":"event","table":"other","n":2,"kind":"end"}'
    yield '{"is":"chat","message":null}'
    yield '{"is":"presence","seat":99,"here":true}'
    yield json.dumps({'is': 'chat', 'table': 't1', 'message': {
        'n': 1, 'seat': None, 'name': 'Mallory', 'text': 'x'}})
    yield json.dumps({'is': 'chat', 'table': 't1', 'message': {
        'n': 2, 'seat': 2, 'name': 'Mallory\x1b', 'text': '\x1b[31mred\r\n\x9b\u202ehidden'}})
    yield json.dumps({'is': 'event', 'table': 't1', 'n': 2, 'kind': 'seats', 'about': 5})
    yield json.dumps({'is': 'event', 'table': 't1', 'n': 3, 'kind': 'seats', 'about': {
        'seats': [None, 7, {'name': 'x' * 5000}] * 50, 'state': 'waiting'}})
    yield json.dumps({'is': 'event', 'table': 't1', 'n': 4, 'kind': 'lines', 'lines': ['1 end']})


def after_second_snapshot():
    yield json.dumps({'is': 'event', 'table': 't1', 'n': 2, 'kind': 'start',
                      'record': 'tobago 1\nnonsense\n', 'contributions': ['00', None]})


def after_third_snapshot():
    yield json.dumps({'is': 'event', 'table': 't1', 'n': 2, 'kind': 'start', 'record': HEADER,
                      'contributions': ['00' * 16, None]})
    yield json.dumps({'is': 'event', 'table': 't1', 'n': 3, 'kind': 'lines', 'seat': 1,
                      'lines': ['nature object statue e4 NW'], 'to_move': 1})
    yield json.dumps({'is': 'event', 'table': 't1', 'n': 4, 'kind': 'undo', 'lines': 4})
    yield json.dumps({'is': 'event', 'table': 't1', 'n': 5, 'kind': 'consent', 'what': 'asked',
                      'proposal': {'id': 3, 'kind': 'undo', 'seat': 2, 'lines': 2}})
    yield json.dumps({'is': 'event', 'table': 't1', 'n': 6, 'kind': 'end', 'why': 'closed',
                      'coins': [1, 2, 3, 4, 5, 6, 7], 'places': 'x'})


SCRIPTS = [lies, after_second_snapshot, after_third_snapshot]


def talk(connection, stream, key):
    accept = hashlib.sha1((key + '258EAFA5-E914-47DA-95CA-C5AB0DC85B11').encode()).digest()
    connection.sendall(b'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n'
                       b'Connection: Upgrade\r\nSec-WebSocket-Protocol: tobago.1\r\n'
                       b'Sec-WebSocket-Accept: ' + base64.b64encode(accept) + b'\r\n\r\n')
    connection.sendall(frame('{"is":"hello","server":"evil","rules":"0","guest":null}'))
    follows = 0
    while True:
        opcode, data = read_frame(stream)
        if opcode != 1:
            return
        request = json.loads(data)
        if request['do'] != 'follow':
            connection.sendall(frame(json.dumps({
                're': request['id'], 'ok': True, 'tables': [table('waiting')]})))
            continue
        connection.sendall(frame(json.dumps({
            'is': 'table', 're': request['id'], 'table': table('waiting'), 'n': 1, 'seat': 1,
            'record': '', 'commitment': 'ab' * 32, 'legal': None, 'chat': []})))
        # The second snapshot is the answer to join, if there is one; the scripts go on with each.
        for text in SCRIPTS[follows]() if follows < len(SCRIPTS) else ():
            connection.sendall(frame(text))
        follows += 1


def serve(connection):
    stream = connection.makefile('rb')
    try:
        while True:
            line = stream.readline().decode()
            if not line:
                return
            headers = {}
            for header in iter(stream.readline, b'\r\n'):
                name, _, value = header.decode().partition(':')
                headers[name.lower()] = value.strip()
            stream.read(int(headers.get('content-length', 0)))
            if 'sec-websocket-key' in headers:
                return talk(connection, stream, headers['sec-websocket-key'])
            body = b'{"guest":"g1","name":"Eve"}' if '/api/guest' in line else b'lies\n' * 9
            connection.sendall(b'HTTP/1.1 200 OK\r\nSet-Cookie: tobago=1; HttpOnly\r\n'
                               b'Content-Length: %d\r\n\r\n' % len(body) + body)
    except (OSError, ValueError):
        pass
    finally:
        connection.close()


def accept(connection):
    try:
        serve(tls.wrap_socket(connection, server_side=True) if tls else connection)
    except OSError:
        connection.close()


tls = None
if len(sys.argv) == 3:
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(*sys.argv[1:])
listener = socket.create_server(('127.0.0.1', 0))
name = 'https://localhost' if tls else 'http://127.0.0.1'
print(f'{name}:{listener.getsockname()[1]}', flush=True)
while True:
    threading.Thread(target=accept, args=(listener.accept()[0],), daemon=True).start()
