import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { writeMarker } from '../../platform/academy-id/marker.ts';
import { version } from '../../settings/version.ts';
import { runCommand } from '../../testing/command.ts';
import { freePort } from '../../testing/free-port.ts';

test('the command prints a line for each finding, with its remedy, and fails for what is wrong', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'fairlead-doctor-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  for (const made of ['database/pg18', 'secrets']) await mkdir(join(dataDir, made), { recursive: true });
  await writeFile(join(dataDir, 'secrets/link'), 'x'.repeat(32));
  await writeFile(join(dataDir, 'secrets/vault'), 'x'.repeat(32));
  const academy = '0198c0de-0000-7000-8000-000000000000';
  await writeMarker(dataDir, { academy, knownAt: new Date() });
  const PUBLIC_URL = `http://127.0.0.1:${await freePort()}`;
  const refused = await runCommand('doctor.ts', { dataDir }, { env: { PORT: 'x' } });
  expect([refused.code, refused.output]).toEqual([1, 'WRONG  settings  PORT must be a port number\n']);
  const { code, output } = await runCommand('doctor.ts', { dataDir }, { env: { PUBLIC_URL }, openFiles: 512 });
  expect(code).toBe(1);
  expect(output).toContain(`fine   machine   Fairlead ${version}\n`);
  expect(output).toMatch(/^WRONG {2}machine {3}This user may have 512 files open.*\n +→ ulimit -Hn 65536/m);
  expect(output).toMatch(/^WRONG {2}site {6}Nobody can reach .*\n +→ Start the program/m);
  expect(output).toMatch(/^fine {3}database {2}The embedded database/m);
  expect(output).toMatch(new RegExp(`^fine {3}academy {3}The academy ${academy}`, 'm'));
  expect(output).toMatch(/^\d+ wrong, \d+ to look at, \d+ fine\n$/m);
});
