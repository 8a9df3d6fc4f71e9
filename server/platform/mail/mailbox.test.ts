import { getEventListeners } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { Away } from '../outage.ts';
import { mailFolders, readMailbox } from './mailbox.ts';

const ending: (() => void)[] = [];
afterEach(() => {
  for (const end of ending.splice(0)) end();
});

type Behaviour = {
  /** The emails in the inbox, by their numbers. */
  emails: Map<number, string>;
  /** Its answers to CREATE, to the reading of an email, and to its move; `nil`: no content. */
  create?: () => string;
  give?: (uid: number) => string;
  move?: (uid: number) => string;
  /** The size that it states for an email, in bytes. */
  sizeOf?: (email: string) => number;
};

/** A mail server that does what is asked of it here, and refuses what it is told to refuse. */
async function mailServer({
  emails,
  create = () => 'OK',
  give = () => 'OK',
  move = () => 'OK',
  sizeOf = ({ length }) => length,
}: Behaviour) {
  const asked: string[] = [];
  const answer = (command: string): { lines?: string[]; ends?: string } => {
    const uid = Number(/^UID \w+ (\d+)/.exec(command)?.[1]);
    const email = emails.get(uid) ?? '';
    if (command.startsWith('CAPABILITY')) return { lines: ['* CAPABILITY IMAP4rev1 MOVE'] };
    if (command.startsWith('SELECT'))
      return { lines: [`* ${emails.size} EXISTS`, '* OK [UIDVALIDITY 1] valid', '* OK [UIDNEXT 99] next'] };
    if (command.startsWith('UID SEARCH')) return { lines: [`* SEARCH ${[...emails.keys()].join(' ')}`] };
    if (command.startsWith('CREATE')) return { ends: create() };
    if (command.startsWith('UID FETCH') && !emails.has(uid)) return {};
    if (command.startsWith('UID FETCH') && command.includes('RFC822.SIZE'))
      return { lines: [`* ${uid} FETCH (UID ${uid} RFC822.SIZE ${sizeOf(email)})`] };
    if (command.startsWith('UID FETCH') && give(uid) === 'nil')
      return { lines: [`* ${uid} FETCH (UID ${uid} BODY[]<0> NIL)`] };
    if (command.startsWith('UID FETCH') && give(uid) !== 'OK') return { ends: give(uid) };
    if (command.startsWith('UID FETCH')) {
      const most = Number(/<0\.(\d+)>/.exec(command)?.[1]);
      const sent = email.slice(0, most);
      return { lines: [`* ${uid} FETCH (UID ${uid} BODY[]<0> {${sent.length}}\r\n${sent})`] };
    }
    if (command.startsWith('UID MOVE')) {
      const ends = move(uid);
      if (ends === 'OK') emails.delete(uid);
      return { ends };
    }
    return {};
  };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.write('* PREAUTH ready\r\n');
    let rest = '';
    socket.on('data', (bytes) => {
      const lines = (rest + bytes).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const [, tag = '', command = ''] = /^(\S+) (.*)$/.exec(line) ?? [];
        asked.push(command);
        const { lines: said = [], ends = 'OK' } = answer(command);
        if (ends === 'cut') return socket.destroy();
        socket.write([...said, `${tag} ${ends} done`, ''].join('\r\n'));
        if (command === 'LOGOUT') socket.end();
      }
      return undefined;
    });
  });
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  const end = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  ending.push(end);
  const { port } = server.address() as AddressInfo;
  return { url: `imap://ship:secret@127.0.0.1:${port}/`, address: 'progress@academy.example', asked, end };
}

const three = () => new Map([1, 2, 3].map((uid) => [uid, `Subject: ${uid}\r\n\r\n`]));

/** Reads a mailbox, and says what came of it. */
async function reading(
  config: { url: string; address: string },
  { maxBytes = 1000, signal = new AbortController().signal } = {},
) {
  const read: (string | undefined)[] = [];
  const take = async (email: Uint8Array | undefined) => {
    read.push(email && Buffer.from(email).toString().trim());
    return 'taken' as const;
  };
  const refused = await readMailbox(config, { maxBytes, take, signal, patience: 5000 });
  return { read, refused };
}

const none = { reads: 0, moves: 0 };
const all = ['Subject: 1', 'Subject: 2', 'Subject: 3'];

test('a refused folder stops nothing: it is there already, or it is made before the first move', async () => {
  const emails = three();
  const there = await mailServer({ emails, create: () => 'NO' });
  expect(await reading(there)).toEqual({ read: all, refused: none });
  expect([emails.size, there.asked.filter((one) => one.startsWith('CREATE'))]).toEqual([0, []]);

  let isMade = false;
  const absent = await mailServer({
    emails: three(),
    create: () => {
      isMade = true;
      return 'OK';
    },
    move: () => (isMade ? 'OK' : 'NO [TRYCREATE]'),
  });
  expect(await reading(absent)).toEqual({ read: all, refused: none });
  expect(absent.asked.filter((one) => one.startsWith('CREATE'))).toEqual([`CREATE "${mailFolders.taken}"`]);
});

test('an email that the server does not move holds up none after it', async () => {
  const emails = three();
  const server = await mailServer({ emails, create: () => 'NO', move: (uid) => (uid === 1 ? 'NO [OVERQUOTA]' : 'OK') });
  expect(await reading(server)).toEqual({ read: all, refused: { reads: 0, moves: 1 } });
  expect([...emails.keys()]).toEqual([1]);
});

test.each(['NO [SERVERBUG]', 'BAD', 'nil'])(
  'an email that the server answers by %s stays, and the others are read',
  async (answer) => {
    const emails = three();
    const server = await mailServer({ emails, give: (uid) => (uid === 1 ? answer : 'OK') });
    expect(await reading(server)).toEqual({ read: all.slice(1), refused: { reads: 1, moves: 0 } });
    expect([...emails.keys()]).toEqual([1]);
  },
);

test('an email that somebody has moved meanwhile is passed over', async () => {
  const emails = three();
  const sizeOf = ({ length }: string) => {
    emails.delete(2);
    return length;
  };
  const server = await mailServer({ emails, sizeOf });
  const { read, refused } = await reading(server);
  expect([read, refused]).toEqual([['Subject: 1', 'Subject: 3'], none]);
});

test('a connection that is lost during a move is an outage', async () => {
  await expect(reading(await mailServer({ emails: three(), move: () => 'cut' }))).rejects.toThrow(Away);
});

test('an email is too large by what the server says, and by what it sends', async () => {
  const large = new Map([[1, 'a'.repeat(1001)]]);
  expect((await reading(await mailServer({ emails: new Map(large) }))).read).toEqual([undefined]);
  expect((await reading(await mailServer({ emails: new Map(large), sizeOf: () => 5 }))).read).toEqual([undefined]);
});

test('nothing is kept by the signal of a program that runs for months', async () => {
  const { signal } = new AbortController();
  const server = await mailServer({ emails: three() });
  await reading(server, { signal });
  server.end();
  await expect(reading(server, { signal })).rejects.toThrow(Away);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
  await expect(reading(server, { signal: AbortSignal.abort() })).rejects.toThrow(
    expect.objectContaining({ name: 'AbortError' }),
  );
});
