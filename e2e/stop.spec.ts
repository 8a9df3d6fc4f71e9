import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { resolve } from 'node:path';
import { json } from 'node:stream/consumers';
import { expect, test } from '@playwright/test';
import { eventually, startAcademy } from './academy.ts';
import { embedded, firstStart } from './engines.ts';

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

test('a start that cannot succeed reports why in one line', async () => {
  const academy = await startAcademy({ engine: embedded, mail: 'files' });
  const attempt = async (env: Record<string, string>) => {
    const child = spawn(process.execPath, ['server/programs/main.ts'], {
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
    expect(wrongValue).toEqual({ code: 78, said: 'Configuration: PORT must be a port number\n' });
  } finally {
    await academy.stop();
  }
});
