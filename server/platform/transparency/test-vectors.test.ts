import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parseProof, verifyProof } from '@fairlead/contract/proofs/checkpoint';
import { leafHash } from '@fairlead/contract/proofs/merkle';
import { parseVkey } from '@fairlead/contract/proofs/signed-note';
import { expect, test } from 'vitest';
import { digestOf } from '../chain/link.ts';

const python = '/usr/bin/python3';
const root = join(import.meta.dirname, '../../..');
const folder = join(root, 'transparency/test-vectors');
const proof = await readFile(join(folder, 'certificate.tlog-proof'), 'utf8');
const keys = (await readFile(join(folder, 'keys.txt'), 'utf8')).trim().split('\n');

// What docs/public-log.md states of them.
test('the test vectors of the public log are verified here', async () => {
  const [log, witness] = keys.map(parseVkey);
  if (!log || !witness) throw new Error('there are no keys');
  const parsed = parseProof(proof);
  const { entry, salt, facts } = JSON.parse(Buffer.from(parsed.extra ?? []).toString());
  const checkpoint = await verifyProof(parsed, Buffer.from(entry), { log: [log], witnesses: [witness] });
  expect(checkpoint).toMatchObject({ size: 3, cosignatures: [{ time: 1_795_156_200 }] });
  expect(Buffer.from(checkpoint.root).toString('hex')).toMatch(/^a96e6b68/);
  expect(Buffer.from(leafHash(Buffer.from(entry))).toString('hex')).toMatch(/^adc73282/);
  expect(digestOf(salt, facts)).toBe(JSON.parse(entry)[4]);
});

test.skipIf(!existsSync(python))('the test vectors of the public log are verified in Python', async () => {
  const script = join(root, 'transparency/verify_proof.py');
  const { stdout } = await promisify(execFile)(python, [script, join(folder, 'certificate.tlog-proof'), ...keys]);
  expect(stdout).toMatch(
    /^signed by academy\.example\/api\/log\nsigned by witness\.example at 1795156200\nentry 2 of 3/,
  );
  expect(stdout).toContain("subjects: ['Fire', 'Foam — हवा']\n");
});
