import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { checkMachine } from './check-machine.ts';
import { faults } from './testing/findings.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'fairlead-doctor-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

const limits = { filmBytes: 1, uploadBytes: 1, uploadsADay: 1, uploadBytesADay: 1 };

test('a machine whose other users can read DATA_DIR is named', async () => {
  chmodSync(dataDir, 0o755);
  expect(await faults(checkMachine({ dataDir, limits }))).toEqual([
    expect.stringMatching(/^wrong: Every user of this machine can read /),
  ]);
  chmodSync(dataDir, 0o700);
});

test('a machine whose disk is smaller than what may be uploaded is named', async () => {
  expect(await faults(checkMachine({ dataDir, limits: { ...limits, uploadBytes: 1e18 } }))).toEqual([
    expect.stringMatching(/^look: .* free, but uploads of 10{9}\.0 GB/),
  ]);
});
