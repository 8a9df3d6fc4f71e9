import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runCertificateCommand } from './certificate-command.ts';

const folder = await mkdtemp(join(tmpdir(), 'fairlead-command-'));
afterAll(() => rm(folder, { recursive: true }));
const path = join(folder, 'command');

const asked = { host: 'ship-9074729.academy.example', request: 'a request\n' };
const { signal } = new AbortController();

async function runScript(lines: string, options: { signal?: AbortSignal; wait?: number } = {}) {
  await writeFile(path, `#!/bin/sh\n${lines}\n`, { mode: 0o700 });
  return runCertificateCommand(path, asked, { signal, ...options });
}

test('it gets the host and the request, and nothing of the program’s environment', async () => {
  process.env.VAULT_SECRET = 'a secret of the academy';
  const written = await runScript('echo "$# $1"; cat; env');
  delete process.env.VAULT_SECRET;
  expect(written).toMatch(/^1 ship-9074729.academy.example\na request\n/);
  expect(written).toContain('PATH=');
  expect(written).not.toContain('a secret of the academy');
});

test('one that does not read its input, and is gone before it is written, is no failure', async () => {
  const large = { ...asked, request: 'x'.repeat(1_000_000) };
  await writeFile(path, '#!/bin/sh\nexec 0<&-\necho done\n', { mode: 0o700 });
  expect(await runCertificateCommand(path, large, { signal })).toBe('done\n');
});

test('one that fails is quoted with the end of its complaint', async () => {
  await expect(runScript('echo certificate; echo too many orders >&2; exit 3')).rejects.toThrow(
    'The command for certificates gave none: it ended with code 3: too many orders.',
  );
  const long = runScript(`head -c 100000 /dev/zero | tr '\\0' x >&2; exit 1`);
  await expect(long).rejects.toThrow(/^.{300,400}$/);
});

test('one that is not there, or no program, is said so', async () => {
  const run = (command: string) => runCertificateCommand(command, asked, { signal });
  await expect(run(join(folder, 'nothing'))).rejects.toThrow('cannot be started (ENOENT)');
  await writeFile(join(folder, 'text'), 'a text');
  await expect(run(join(folder, 'text'))).rejects.toThrow('cannot be started (EACCES)');
});

test('one that writes without end is ended', async () => {
  await expect(runScript('exec cat /dev/zero')).rejects.toThrow('it is too large');
});

test('one that hangs is ended with what it has started, and so is one that runs when the program stops', async () => {
  // it waits for all that hold its output: what was started, too
  const hangs = 'sleep 600 & wait';
  await expect(runScript(hangs, { wait: 300 })).rejects.toThrow('it took more than 0.3 s');
  // what has left its group, and holds its output open
  await expect(runScript('setsid sleep 20 & wait', { wait: 300 })).rejects.toThrow('it took more than 0.3 s');
  const ending = new AbortController();
  const running = runScript(hangs, { signal: ending.signal });
  ending.abort();
  await expect(running).rejects.toThrow('the program was stopped');
  await expect(runScript('echo done', { signal: ending.signal })).rejects.toThrow('the program was stopped');
});
