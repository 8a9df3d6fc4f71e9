import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import type { Config } from '../../settings/config.ts';
import { testApp } from '../../testing/app.ts';
import { checkKeys, lostKeys } from './check-keys.ts';
import { faults } from './testing/findings.ts';

const { clock, config, db, keys: made } = await testApp();
await made.facts();
const folder = await mkdtemp(join(tmpdir(), 'fairlead-doctor-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const ending: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});

const keys = (pdfKey?: Config['pdfKey'], now = clock) => faults(checkKeys({ ...config, pdfKey }, now));
const file = join(import.meta.dirname, '../../platform/keys/fixtures/p-256.p12');

test('keys that others cannot read, and a bought one that is valid, have no fault', async () => {
  expect(await keys({ file, password: 'sésame' })).toEqual([]);
});

test('keys whose files are missing are named, with what prevents the start', async () => {
  const current = await db.selectFrom('signingKey').select(['id', 'purpose', 'publicPart']).execute();
  expect(await lostKeys(current, config.dataDir)).toEqual([]);
  expect(await lostKeys(current, folder)).toMatchObject([
    {
      says: expect.stringMatching(
        /^The program does not start: DATA_DIR\/keys lacks [\w-]{11}\.pem \(the key for facts\)/,
      ),
      remedy: expect.stringMatching(/^Copy keys and secrets .* npm run rotate-keys -- .*facts/),
    },
  ]);
});

test('keys that others can read, and a bought one that cannot be opened or has ended, are named', async () => {
  await chmod(join(config.dataDir, 'keys'), 0o755);
  ending.push(() => chmod(join(config.dataDir, 'keys'), 0o700));
  expect(await keys()).toEqual([expect.stringMatching(/^wrong: Others can read .* and sign certificates/)]);
  await chmod(join(config.dataDir, 'keys'), 0o700);
  expect(await keys({ file, password: 'other' })).toEqual([
    expect.stringMatching(/^wrong: PDF_KEY_FILE is of no use: /),
  ]);
  const later = () => new Date('2150-01-01');
  expect(await keys({ file, password: 'sésame' }, later)).toEqual([
    expect.stringMatching(/^wrong: The certificate in PDF_KEY_FILE ended on /),
  ]);
});
