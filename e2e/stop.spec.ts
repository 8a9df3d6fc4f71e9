import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type ClientRequest, get, type IncomingMessage, request } from 'node:http';
import { resolve } from 'node:path';
import { json } from 'node:stream/consumers';
import { training } from '@fairlead/contract/training';
import { expect, test } from '@playwright/test';
import { uploadsPath } from '../server/platform/files/resumable-uploads.ts';
import { eventually, startAcademy } from './academy.ts';
import { ask } from './ask.ts';
import { embedded, firstStart } from './engines.ts';
import { film } from './films.ts';
import { openSchool } from './pages/school.ts';
import { announce, sendingOf } from './tus.ts';

const wrong = JSON.stringify({ email: 'nobody@example.org', password: 'a wrong guess' });

/** A login whose head the program has received, and whose body is not sent yet. */
async function beginLogin(url: string): Promise<ClientRequest> {
  const login = request(`${url}/api/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': wrong.length, expect: '100-continue' },
  });
  login.flushHeaders();
  await once(login, 'continue');
  return login;
}

const isDeaf = async (url: string) => {
  try {
    await fetch(`${url}/healthz`);
    return undefined;
  } catch {
    // No new connection is accepted any more: that is what the caller waits for.
    return true;
  }
};

test('a program that is stopped completes pending requests, exits cleanly and starts again on the same data', async () => {
  const academy = await startAcademy({ engine: firstStart, mail: 'files' });
  try {
    const login = await beginLogin(academy.url);
    const answered = once(login, 'response') as Promise<[IncomingMessage]>;
    const ended = academy.terminate();
    await eventually('the program takes nobody any more', () => isDeaf(academy.url));
    login.end(wrong);
    const [answer] = await answered;
    expect([answer.statusCode, answer.headers.connection]).toEqual([401, 'close']);
    expect(await json(answer)).toMatchObject({ message: 'Invalid email or password' });
    expect(await ended).toBe(0);

    await academy.restart();
    const { email, password } = academy.admin;
    const again = await fetch(`${academy.url}/api/user/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    expect(again.status).toBe(200);
    expect(await academy.terminate()).toBe(0);
  } finally {
    await academy.stop();
  }
});

test('a program that is stopped during an upload and a film exits in time and keeps what it has received', async () => {
  test.setTimeout(480_000);
  const academy = await startAcademy({ mail: 'files' });
  try {
    const school = await openSchool(academy);
    const courseId = await school.course('Life rafts', { films: 1, played: true, test: false });
    const asha = await school.learner('Asha');
    await school.enrol(asha, courseId);
    const learner = { url: academy.url, token: asha.login.accessToken };
    const read = async () =>
      (await ask(learner, training.getForCourse, { params: { courseId } })).data[0]?.trainingVideo[0];
    const before = await read();
    const body = { watched: [[0, 6]] as [number, number][], position: 6 };
    const params = { id: before?._id ?? '' };
    const { data: credited } = await ask(learner, training.reportProgress, { params, body });
    // a player that has requested the film and reads it slowly
    const player = get(new URL(before?.url ?? '', academy.url));
    const [playing] = (await once(player, 'response')) as [IncomingMessage];
    expect(playing.statusCode).toBe(200);
    playing.on('error', () => {});
    playing.pause();

    const desk = { url: academy.url, token: school.principal.login.accessToken };
    const content = await readFile(film('e2e-raft'));
    const sending = sendingOf(desk, await announce(desk, 'raft.mp4', content.length));
    const acknowledged = await sending.send(0, content.subarray(0, 64 * 1024));
    // a second piece, of which only a part has arrived when the program is asked to end
    const piece = request(`${academy.url}${uploadsPath}/${sending.id}`, {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${desk.token}`,
        'tus-resumable': '1.0.0',
        'upload-offset': acknowledged,
        'content-type': 'application/offset+octet-stream',
        'content-length': content.length - acknowledged,
        expect: '100-continue',
      },
    });
    const cut = once(piece, 'close');
    piece.on('error', () => {});
    piece.flushHeaders();
    await once(piece, 'continue');
    piece.write(content.subarray(acknowledged, acknowledged + 64 * 1024));
    expect(await academy.terminate()).toBe(0);
    await cut;

    await academy.restart();
    const there = await sending.offset();
    expect(there).toBeGreaterThanOrEqual(acknowledged);
    expect(await sending.send(there, content.subarray(there))).toBe(content.length);
    expect((await read())?.watchedSeconds).toBeGreaterThanOrEqual(credited.watchedSeconds);
    const again = await fetch(new URL((await read())?.url ?? '', academy.url));
    expect(Buffer.from(await again.arrayBuffer()).equals(content)).toBe(true);
  } finally {
    await academy.stop();
  }
});

test('a start that cannot succeed reports why in one line', async () => {
  const academy = await startAcademy({ engine: embedded, mail: 'files' });
  const attempt = async (env: Record<string, string>) => {
    const child = spawn(process.execPath, ['server/main.ts'], {
      cwd: resolve(import.meta.dirname, '..'),
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH, ...env },
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
    const [code] = await once(child, 'close');
    return { code, said };
  };
  try {
    const [sameFolder, wrongValue] = await Promise.all([
      attempt({ DATA_DIR: academy.dataDir, PORT: '0' }),
      attempt({ DATA_DIR: academy.dataDir, PORT: 'harbour' }),
    ]);
    expect(sameFolder.code).toBe(1);
    expect(sameFolder.said).toMatch(/^Cannot start: .*\/database is in use by another process.*\n$/);
    expect(wrongValue).toEqual({ code: 1, said: 'Configuration: PORT must be a port number\n' });
  } finally {
    await academy.stop();
  }
});
