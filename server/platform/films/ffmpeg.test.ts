import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runFfmpeg } from './ffmpeg.ts';

const folder = await mkdtemp(join(tmpdir(), 'ffmpeg-'));
afterAll(() => rm(folder, { recursive: true }));

test('a process that decodes uploaded films has no secrets in its environment', async () => {
  process.env.TOKEN_SECRET = 'a secret of thirty-two characters';
  const seen = join(folder, 'environment');
  const ffmpeg = join(folder, 'ffmpeg');
  await writeFile(ffmpeg, `#!/bin/sh\nenv > '${seen}'\n`);
  await chmod(ffmpeg, 0o700);
  try {
    await runFfmpeg({ ffmpeg, args: [], signal: new AbortController().signal });
  } finally {
    delete process.env.TOKEN_SECRET;
  }
  const environment = await readFile(seen, 'utf8');
  expect(environment).toContain('PATH=');
  expect(environment).not.toContain('SECRET');
});
