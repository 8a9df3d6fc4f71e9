import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { certificates } from '@fairlead/contract/certificates/calls';
import { publicLog } from '@fairlead/contract/certificates/public-log';
import { parseCheckpoint, parseProof, verifyCheckpoint, verifyProof } from '@fairlead/contract/proofs/checkpoint';
import { isSameHash, leafHash, nodeHash, splitOf } from '@fairlead/contract/proofs/merkle';
import { parseVkey, toVkey } from '@fairlead/contract/proofs/signed-note';
import { afterAll, describe, expect, test } from 'vitest';
import { tilePath } from '../../../../transparency/monitor.ts';
import { newestCheckpoint, publishCheckpoint } from '../../../platform/transparency/checkpoints.ts';
import { testApp } from '../../../testing/app.ts';
import { earned } from '../../../testing/journey.ts';
import { checkWholeLogs } from '../../audit/check-logs.ts';
import { certificateChain } from '../certificate-log.ts';
import { logGrower, witnessKey } from '../testing/growing-log.ts';
import { parseTilePath } from './tile-routes.ts';

const folder = await mkdtemp(join(tmpdir(), 'fairlead-proof-'));
afterAll(() => rm(folder, { recursive: true }));
const { verifier } = witnessKey();
const program = await testApp({ WITNESSES: `${toVkey(verifier)} http://127.0.0.1:9` });
const { call, db, chainAppender, keys, app } = program;
const log = [(await keys.log()).verifier];
const url = `${await app.listen({ port: 0, host: '127.0.0.1' })}/api/log`;

/** The root over texts by the definition of RFC 6962, 2.1. */
function rootOf(texts: readonly string[]): Uint8Array {
  if (texts.length === 1) return leafHash(Buffer.from(texts[0] ?? ''));
  const middle = splitOf(texts.length);
  return nodeHash(rootOf(texts.slice(0, middle)), rootOf(texts.slice(middle)));
}

const tile = async (path: string) => {
  const response = await fetch(`${url}/tile/${path}`);
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
};
function textsIn(bundle: Buffer): string[] {
  const texts: string[] = [];
  for (let at = 0; at < bundle.length; at += 2 + bundle.readUInt16BE(at)) {
    texts.push(bundle.toString('utf8', at + 2, at + 2 + bundle.readUInt16BE(at)));
  }
  return texts;
}

const { certificate, learner } = await earned(program);
await chainAppender.append();
const grow = logGrower(program, (await earned(program)).certificate);

describe('the public log as a tiled log', () => {
  test('publishes its keys, and a checkpoint that they verify', async () => {
    const { data } = (await call(publicLog.keys)).body;
    expect(data.origin).toBe('academy.example/api/log');
    expect(data.keys.map(parseVkey)).toEqual(log);
    expect(data.witnesses).toEqual([{ key: toVkey(verifier), url: 'http://127.0.0.1:9' }]);
    const response = await fetch(`${url}/checkpoint`);
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await verifyCheckpoint(await response.text(), log)).toMatchObject({ origin: data.origin, size: 1 });
  });

  test('has the entries and hashes of the chain in tiles, full and partial, that lead to the signed root', async () => {
    const sizes = [await grow(100), await grow(200), await grow(300)];
    expect(sizes).toEqual([102, 302, 602]);
    const { root, size } = parseCheckpoint(await (await fetch(`${url}/checkpoint`)).text());
    const bundles = await Promise.all(['entries/000', 'entries/001', 'entries/002.p/90'].map(tile));
    const texts = bundles.flatMap(({ bytes }) => textsIn(bytes));
    expect(texts).toHaveLength(size);
    expect(isSameHash(rootOf(texts), root)).toBe(true);
    const leaves = await Promise.all(['0/000', '0/001', '0/002.p/90'].map(tile));
    expect(Buffer.concat(leaves.map(({ bytes }) => bytes))).toEqual(
      Buffer.concat(texts.map((text) => leafHash(Buffer.from(text)))),
    );
    const above = await tile('1/000.p/2');
    expect(above.bytes).toEqual(Buffer.concat([rootOf(texts.slice(0, 256)), rootOf(texts.slice(256, 512))]));
    // earlier partial tiles stay
    expect((await tile('0/000.p/102')).bytes).toEqual(leaves[0]?.bytes.subarray(0, 102 * 32));
    const entries = (await call(publicLog.entries, { query: { from: 1, limit: 1 } })).body.data;
    expect(JSON.parse(texts[0] ?? '').slice(0, 5)).toEqual(Object.values(entries[0] ?? {}).slice(0, 5));
  });

  test.each([
    '0/003',
    '0/002',
    '0/002.p/91',
    '2/000',
    'entries/002',
    'entries/003.p/1',
    '0/0',
    'x/000',
    '0/000.p/256',
    '0/000.p/0',
    '00/000',
    '0/x000/001',
    '-1/000',
    'entries/..%2f..',
  ])('has no tile %s', async (path) => {
    expect((await tile(path)).status).toBe(404);
  });

  test('reads and writes the path of a tile alike', () => {
    for (const number of [0, 1, 999, 1000, 1_234_067, 999_999_999]) {
      expect(parseTilePath(`0/${tilePath(number)}.p/7`)).toEqual({ level: 0, number, width: 7 });
    }
    expect(tilePath(1_234_067)).toBe('x001/x234/067');
  });

  test('is not signed any more once its beginning was changed', async () => {
    const first = () => db.selectFrom('logTile').select('hashes').where('level', '=', 1).executeTakeFirstOrThrow();
    const set = (hashes: Buffer) => db.updateTable('logTile').set({ hashes }).where('level', '=', 1).execute();
    const { hashes } = await first();
    await set(Buffer.concat([Buffer.alloc(32), hashes.subarray(32)]));
    const signed = (await newestCheckpoint(db))?.size;
    await expect(grow(1)).rejects.toThrow('The log was changed');
    expect((await newestCheckpoint(db))?.size).toBe(signed);
    await set(hashes);
    expect((await publishCheckpoint(program, certificateChain))?.size).toBe((signed ?? 0) + 1);
  });
});

// shows: threats/register-changed-directly
test('a whole check notices a tile whose hashes are not those of the log', async () => {
  const ofTree = async () =>
    (await checkWholeLogs(db)).certificates.flaws.filter(
      ({ reason }) => reason === 'the published tree has another entry',
    );
  // more than the tiles that are read at once
  await grow(430);
  expect(await ofTree()).toEqual([]);
  const tileOf = async (number: number) => {
    const tile = db.selectFrom('logTile').select('hashes').where('level', '=', 0).where('number', '=', number);
    return (await tile.executeTakeFirstOrThrow()).hashes;
  };
  const set = (number: number, hashes: Buffer) =>
    db.updateTable('logTile').set({ hashes }).where('level', '=', 0).where('number', '=', number).execute();
  const [first, second] = [await tileOf(0), await tileOf(1)];
  await set(1, Buffer.concat([second.subarray(0, 32), Buffer.alloc(32), second.subarray(64)]));
  expect(await ofTree()).toMatchObject([{ index: 258 }]);
  // all hashes in their order, but not each in its tile
  await set(0, Buffer.concat([first, second.subarray(0, 32)]));
  await set(1, second.subarray(32));
  expect(await ofTree()).toMatchObject([{ index: 1 }]);
  await set(0, first);
  expect(await ofTree()).toMatchObject([{ index: 257 }]);
  await set(1, second);
  expect(await ofTree()).toEqual([]);
  const fifth = await tileOf(4);
  await set(4, Buffer.alloc(fifth.length));
  expect(await ofTree()).toMatchObject([{ index: 1025 }]);
  await set(4, fifth);
  // the check page sees it at once, by the proof in the register's answer
  const proved = async () => {
    const { logProof } = (await call(certificates.verify, { params: { number: certificate.number } })).body.data;
    const proof = parseProof(logProof ?? '');
    const { entry } = JSON.parse(Buffer.from(proof.extra ?? []).toString());
    return verifyProof(proof, Buffer.from(entry), { log });
  };
  await set(0, Buffer.concat([first.subarray(0, 32), Buffer.alloc(32), first.subarray(64)]));
  await expect(proved()).rejects.toThrow();
  await set(0, first);
  expect((await proved()).size).toBeGreaterThan(400);
});

const python = '/usr/bin/python3';

describe('the proof of a certificate', () => {
  test('is in the register’s answer, and leads from its entry to a signed checkpoint', async () => {
    const { data } = (await call(certificates.verify, { params: { number: certificate.number } })).body;
    const proof = parseProof(data.logProof ?? '');
    const { entry, ...rest } = JSON.parse(Buffer.from(proof.extra ?? []).toString());
    expect(rest).toEqual({});
    expect((await verifyProof(proof, Buffer.from(entry), { log })).size).toBeGreaterThan(600);
    expect(JSON.parse(entry).slice(2, 4)).toEqual(['issue', certificate.logId]);
    await expect(verifyProof(proof, Buffer.from(entry.replace('issue', 'revoke')), { log })).rejects.toThrow();
  });

  // shows: threats/register-changed-directly
  test('is refused, and the certificate not confirmed, once the log no longer leads to what was signed', async () => {
    const check = async () => (await call(certificates.verify, { params: { number: certificate.number } })).status;
    const tile = () => db.selectFrom('logTile').select('hashes').where('level', '=', 1).executeTakeFirstOrThrow();
    const set = (hashes: Buffer) => db.updateTable('logTile').set({ hashes }).where('level', '=', 1).execute();
    const { hashes } = await tile();
    // entries 257 to 512, beside those of the certificate
    await set(Buffer.concat([hashes.subarray(0, 32), Buffer.alloc(32), hashes.subarray(64)]));
    expect(await check()).toBe(409);
    await set(hashes);
    expect(await check()).toBe(200);
  });

  test('is missing until the entry is chained', async () => {
    const fresh = await earned(program);
    const { data } = (await call(certificates.verify, { params: { number: fresh.certificate.number } })).body;
    expect(data.logProof).toBeNull();
  });

  // shows: threats/register-changed-directly
  test.skipIf(!existsSync(python))(
    'is verified in another language, with the facts if it is the holder’s',
    async () => {
      const { data } = (await call(certificates.verify, { params: { number: certificate.number } }, learner)).body;
      const file = join(folder, 'certificate.tlog-proof');
      const verify = async (text: string) => {
        await writeFile(file, text);
        const script = join(import.meta.dirname, '../../../../transparency/verify_proof.py');
        return promisify(execFile)(python, [script, file, ...log.map(toVkey), toVkey(verifier)]).then(
          ({ stdout }) => stdout,
          ({ stdout }: { stdout: string }) => stdout,
        );
      };
      const text = data.logProof ?? '';
      expect(await verify(text)).toMatch(/^signed by academy\.example\/api\/log\nentry 1 of \d+: issue, .*\n/);
      expect(await verify(text)).toContain('name: Asha Nair\n');
      const proof = parseProof(text);
      const extra = Buffer.from(proof.extra ?? []).toString();
      const forged = (content: string) =>
        text.replace(/^extra .*$/m, `extra ${Buffer.from(content).toString('base64')}`);
      expect(await verify(forged(extra.replace('Asha Nair', 'Fake Impostor')))).toContain('the facts are not those');
      expect(await verify(forged(extra.replace('issue', 'correct')))).toContain('the entry is not in the log');
      expect(await verify(text.replace(/\n(\d+)\n(?=[^\n]{44}\n\n—)/, '\n9999\n'))).toContain('is wrong');
      expect(await verify(text.replace(/^index 0$/m, 'index 1'))).toContain('the entry is not in the log');
    },
  );
});
