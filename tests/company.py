"""People around tables of a server, each at a terminal of her own: every command of 'tobago connect'
that needs company, and what the others see of it. Prints what is wrong.
Usage: company.py TOBAGO URL FOLDER"""
import os
import pty
import re
import select
import subprocess
import sys
import time

TOBAGO, URL, FOLDER = sys.argv[1:4]
PATIENCE_S = 20
people = []


class Person:
    """Someone who types at a terminal; her client's output is a pipe."""

    def __init__(self, name, *words, home=None):
        self.name, self.seen, self.at = name, '', 0
        self.home = os.path.join(FOLDER, 'of-' + (home or name))
        ours, theirs = pty.openpty()
        self.keys = ours
        env = dict(os.environ, XDG_DATA_HOME=self.home, LC_ALL='C.UTF-8')
        self.client = subprocess.Popen([TOBAGO, 'connect', *words, '--plain'], stdin=theirs,
                                       stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=env)
        os.close(theirs)
        people.append(self)

    def read(self, seconds):
        if select.select([self.client.stdout], [], [], seconds)[0]:
            self.seen += os.read(self.client.stdout.fileno(), 65536).decode(errors='replace')

    def sees(self, pattern):
        """Waits for something that has come since the last thing waited for."""
        until = time.monotonic() + PATIENCE_S
        while not (found := re.compile(pattern).search(self.seen, self.at)):
            if time.monotonic() > until:
                print(f'{self.name} does not see "{pattern}":\n{self.seen[-1500:]}')
                sys.exit(1)
            self.read(0.1)
        self.at = found.end()
        return found

    def sees_all(self, *patterns):
        """The same for things that come in any order."""
        begin, ends = self.at, []
        for pattern in patterns:
            self.at = begin
            ends.append(self.sees(pattern).end())
        self.at = max(ends)

    def types(self, line, answer=None):
        self.read(0)
        self.at = len(self.seen)
        os.write(self.keys, (line + '\n').encode())
        return self.sees(answer) if answer else None

    def leaves(self):
        if self.client.poll() is None:
            self.types('quit')
            self.client.wait(PATIENCE_S)
        os.close(self.keys)


def run(name, *words):
    env = dict(os.environ, XDG_DATA_HOME=os.path.join(FOLDER, 'of-' + name), LC_ALL='C.UTF-8')
    return subprocess.run([TOBAGO, 'connect', *words], env=env, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=60)


def expect(holds, what, detail=''):
    if not holds:
        print(what, detail)


def before_the_game(ada, link):
    ben = Person('ben', link, '--name', 'Ben')
    ben.sees(r'2: Ben \(you\)')
    cleo = Person('cleo', link, '--name', 'Cleo')
    cleo.sees(r'3: Cleo \(you\)')
    cleo.types('say hi')
    ada.sees(r'\* Cleo: hi')

    ada.types('default 2 claim 4 pass curse', 'Whoever sits there begins with these answers')
    ben.sees('were changed elsewhere')
    ben.types('standing', 'standing claim 4 pass curse')
    ben.types('default 2 none', 'No: Only the person who made the table')
    ada.types('default 2 none', 'Whoever sits there')
    ada.types('order 2,1,3', 'The seats are changed')
    ben.sees(r'Seats 1: Ben \(you\), 2: Ada')
    ada.types('order 2,1,3', 'The seats are changed')
    ada.sees(r'Seats 1: Ada \(you\), 2: Ben')
    ben.types('kick 3', 'No: Only the person who made the table')
    ada.types('kick 3', 'The seat is free')
    cleo.sees('You have no seat at this table any more')
    cleo.leaves()
    ada.types('fill 3 nonsense', 'No: ')
    ada.types('fill 3 easy', 'A bot sits there')
    ben.sees('3: easy')
    table = link.split('join=')[1].split('.')[0]
    ada.types('block Cleo', 'You hear no more of that')
    expect('no such table' in run('cleo', URL, '--table', table, '--plain').stdout,
           'Cleo is not blocked')
    ada.types('block Nobody', 'No: nobody of that name')
    ada.types('unblock Cleo', 'All is forgiven')

    ada.types('revoke join', 'The old link no longer works')
    expect(run('dora', link, '--name', 'Dora', '--plain').returncode != 0, 'the old link works')
    guest = ada.types('guest', r'You on another device, secret: (\S+)')[1]
    expect(table in run('ada-s-tablet', guest, '--list').stdout, "the guest's link shows no table")
    return ben


def play_a_little(*players):
    """Until the bot of seat 3 has moved, too."""
    decided = dict.fromkeys(players, 0)
    until = time.monotonic() + PATIENCE_S
    while not re.search(r'\n  3 ', players[0].seen) and time.monotonic() < until:
        for person in players:
            person.read(0.05)
            if person.seen.count('it is your decision') > decided[person]:
                decided[person] += 1
                person.types('1')
    expect(re.search(r'\n  3 ', players[0].seen), 'the bot does not move')
    time.sleep(0.5)  # whoever decides next is asked
    for person in players:
        person.read(0)


def in_the_game(ada, ben, cleo):
    ada.types('start', 'It begins')
    ben.sees('The game begins')
    play_a_little(ada, ben)
    seat = ada.types('links', r'Your seat, secret: (\S+)')[1]
    phone = Person('ada-s-phone', seat)
    phone.sees('your decision|decides|Seats')
    ada.types('standing claim 3', 'The server answers offers for you')
    phone.sees('were changed elsewhere')
    phone.types('standing', 'standing claim 3')
    phone.types('standing claim all pass curse', 'The server answers')
    ada.sees('were changed elsewhere')
    ada.types('standing', 'standing claim all pass curse')
    ada.types('standing none', 'The server answers')
    ada.types('standing soon', "No: 'standing none'")
    ada.types('notes beware of the curse', 'Noted')
    phone.sees('were changed elsewhere')
    phone.types('notes', 'Your notes: beware of the curse')
    ada.types('revoke seat', 'The old link no longer works')
    phone.sees('You have no seat at this table any more')
    phone.leaves()

    ben.types('say one', 'Said')
    ada.sees(r'\* Ben: one')
    ada.types('mute Ben', 'You hear no more')
    ben.types('say two', 'Said')
    ada.types('unmute Ben', 'All is forgiven')
    ben.types('say three', 'Said')
    ada.sees(r'\* Ben: three')
    expect('Ben: two' not in ada.seen, 'a muted player is heard')
    cleo.types('say psst', r'\* Cleo \(watching\): psst')

    ada.types('time 2 120', 'The others are asked')
    ben.sees(r"Ada proposes: time. 'yes' or 'no'\?")
    ben.types('yes', 'Agreed')
    ada.sees('Clock: time, Ben')
    left = ada.types('clock', r'Clocks: .*seat 2 has (\d+):')[1]
    expect(left in ('11', '12'), 'more time is', left)
    ada.types('pause', 'The others are asked')
    ben.sees(r"Ada proposes: pause. 'yes' or 'no'\?")
    ben.types('no', 'Declined')
    ada.sees('pause.: declined')
    ben.types('pause', 'The others are asked')
    ada.sees(r"Ben proposes: pause. 'yes' or 'no'\?")
    ada.types('yes', 'Agreed')
    ben.sees('Clock: paused')
    ben.types('resume', 'The game goes on')
    ada.sees('Clock: resumed')
    ada.types('replace 2', 'No: A seat is offered when its player has been away')
    ada.types('win', 'No: Someone else still plays')
    ben.types('resign', "'resign really' hands your seat to a bot")
    ben.types('resign really', 'You have resigned')


def after_the_game(ada, ben, cleo):
    ada.sees('Seats')
    expect('psst' not in ada.seen, 'a player hears a spectator during the game')
    ada.types('win')
    ada.sees_all('The game is won', r'\* Cleo \(watching\): psst', 'The cards were fair')
    ben.sees('The game is over')
    following = ada.types('rematch', 'The next table is ([a-z0-9]+);')[1]
    ben.sees('The next table is ' + following)
    ada.types('rematch', 'No: The rematch is made already')
    for person in (ada, ben, cleo):
        person.leaves()
    expect(following in run('ben', URL, '--list').stdout, "the next table is not Ben's")


ada = Person('ada', URL, '--name', 'Ada', '--create', 'me,open,open', '--open', '--clock',
             'live:10+0')
try:
    link = ada.sees(r'link (\S+)')[1]
    ben = before_the_game(ada, link)
    cleo = Person('cleo', URL, '--table', link.split('join=')[1].split('.')[0], '--watch')
    cleo.sees('Seats')
    in_the_game(ada, ben, cleo)
    after_the_game(ada, ben, cleo)
finally:
    for person in people:
        if person.client.poll() is None:
            person.client.kill()
        expect('runtime error' not in person.seen and 'ERROR' not in person.seen, person.seen)
