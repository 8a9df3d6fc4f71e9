import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

// The verifier in Go, which was written from docs/formats.md and docs/public-log.md alone, with the test vectors.

const root = join(import.meta.dirname, '../../..');
const vectors = join(root, 'transparency/test-vectors');
const go = '/usr/bin/go';
const folder = await mkdtemp(join(tmpdir(), 'fairlead-verifier-'));
afterAll(() => rm(folder, { recursive: true }));
const at = (name: string) => join(vectors, name);
const keys = at('academy-keys.json');
const logKeys = (await readFile(at('keys.txt'), 'utf8')).trim().split('\n');

const program = join(folder, 'verifier');
function verify(...args: string[]): { status: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  return { status, said: `${stdout}${stderr}` };
}
/** A vector with one text of it replaced, as a file. */
async function changed(name: string, old: string, by: string): Promise<string> {
  const bytes = await readFile(at(name));
  const place = bytes.indexOf(old);
  expect(place, name).toBeGreaterThanOrEqual(0);
  const path = join(folder, name);
  await writeFile(path, Buffer.concat([bytes.subarray(0, place), Buffer.from(by), bytes.subarray(place + old.length)]));
  return path;
}

test.skipIf(!existsSync(go))(
  'a verifier in Go accepts the test vectors, and none that was changed',
  { timeout: 300_000 },
  async () => {
    const built = spawnSync(go, ['build', '-o', program, '.'], {
      cwd: join(root, 'soak/verifier-go'),
      encoding: 'utf8',
    });
    expect(built.status, built.stderr).toBe(0);

    const code = verify('code', keys, at('code.txt'), at('withdrawals.json'));
    expect(code.said).toContain('FMA-2026-7K3PW9QX2MTHA, Asha Nair, Fire Fighting, issued 2026-11-20, no last day');
    expect(verify('list', keys, at('withdrawals.json'))).toEqual({
      status: 0,
      said: 'withdrawn: 2 as of 2026-11-20T06:30:00.000Z\n',
    });
    const pdf = verify('pdf', keys, at('certificate.pdf'), ...logKeys);
    expect(pdf.said).toMatch(
      /^signed by CN=[\s\S]*Asha Nair[\s\S]*checkpoint signed by witness\.example[\s\S]*log entry 2/,
    );
    const proof = verify('proof', at('certificate.tlog-proof'), ...logKeys);
    expect([code.status, pdf.status, proof.status]).toEqual([0, 0, 0]);
    const places = ['3', '5', '131071'].map((place) => verify('place', at('status-list.json'), place).said);
    expect(places).toEqual(['withdrawn: false\n', 'withdrawn: true\n', 'withdrawn: true\n']);

    const appended = join(folder, 'appended.pdf');
    await writeFile(appended, Buffer.concat([await readFile(at('certificate.pdf')), Buffer.from('% drawn over')]));
    const refused = [
      verify('code', keys, await changed('code.txt', 'SGJVAS2', 'SGJVAS3')),
      verify('list', keys, await changed('withdrawals.json', '"index": 2', '"index": 1')),
      verify('list', keys, await changed('withdrawals.json', '"revoked"', '"superseded"')),
      verify('pdf', keys, await changed('certificate.pdf', '%PDF-1.7', '%PDF-1.6')),
      verify('pdf', keys, appended),
      verify('proof', await changed('certificate.tlog-proof', 'index 1', 'index 0'), ...logKeys),
      verify('proof', at('certificate.tlog-proof'), logKeys[1] ?? ''),
    ];
    for (const { status, said } of refused) expect([status, said]).toEqual([1, expect.stringContaining('not valid: ')]);
  },
);
