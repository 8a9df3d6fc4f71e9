import { execFile } from 'node:child_process';
import { createHash, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { certificates } from '@fairlead/contract/certificates';
import { parseCheckpoint, parseProof, verifyCheckpoint, verifyProof } from '@fairlead/contract/checkpoint';
import { isSameHash, leafHash, nodeHash, splitOf } from '@fairlead/contract/merkle';
import { publicLog } from '@fairlead/contract/public-log';
import { parseVkey, signatureTypes, toVkey } from '@fairlead/contract/signed-note';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { lookAt, type Seen, tilePath } from '../../../../transparency/monitor.ts';
import { createWitness } from '../../../../transparency/witness.ts';
import { openWitnessStore } from '../../../../transparency/witness-store.ts';
import { newestCheckpoint, proveConsistency, publishCheckpoint } from '../../../platform/transparency/checkpoints.ts';
import { askWitnesses } from '../../../platform/transparency/witnesses.ts';
import { testApp } from '../../../testing/app.ts';
import { earned } from '../../../testing/journey.ts';
import { checkWholeLogs } from '../../audit/check-logs.ts';
import { certificateChain } from '../certificate-log.ts';
import { publicLogJobs } from './jobs.ts';
import { cosignJob, publishLog } from './publish-log.ts';
import { parseTilePath } from './tile-routes.ts';

const folder = await mkdtemp(join(tmpdir(), 'fairlead-witness-'));
const { privateKey } = generateKeyPairSync('ed25519');
const key = Buffer.from(String(createPublicKey(privateKey).export({ format: 'jwk' }).x), 'base64url');
const verifier = { name: 'witness.example', type: signatureTypes.witness, key } as const;

const program = await testApp({ WITNESSES: `${toVkey(verifier)} http://127.0.0.1:9` });
const { call, db, chainAppender, clock, keys, app } = program;
const log = [(await keys.log()).verifier];
const witness = createWitness({ verifier, privateKey, logs: log, store: openWitnessStore(folder), clock });
await new Promise<void>((resolve) => witness.listen(0, '127.0.0.1', resolve));
const witnesses = [{ verifier, url: `http://127.0.0.1:${(witness.address() as AddressInfo).port}` }];
const site = await app.listen({ port: 0, host: '127.0.0.1' });
const url = `${site}/api/log`;
afterAll(async () => {
  await new Promise((resolve) => witness.close(resolve));
  await rm(folder, { recursive: true });
});

/** Adds entries about a certificate, and signs a checkpoint. */
async function grow(count: number): Promise<number> {
  await sql`
    insert into certificate_event (at, kind, certificate_id, subject, salt, digest)
    select ${clock()}, 'record', id, log_id, 'salt', encode(sha256(convert_to(n::text, 'UTF8')), 'hex')
    from certificate, generate_series(1, ${count}) as n where id = ${decoy.id}`.execute(db);
  await chainAppender.append();
  return parseCheckpoint((await newestCheckpoint(db))?.note ?? '').size;
}

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
/** The certificate of the entries that tests make up. */
const { certificate: decoy } = await earned(program);

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
  expect(await ofTree()).toEqual([]);
  const { hashes } = await db.selectFrom('logTile').select('hashes').where('number', '=', 1).executeTakeFirstOrThrow();
  const set = (changed: Buffer) =>
    db.updateTable('logTile').set({ hashes: changed }).where('level', '=', 0).where('number', '=', 1).execute();
  await set(Buffer.concat([hashes.subarray(0, 32), Buffer.alloc(32), hashes.subarray(64)]));
  expect(await ofTree()).toMatchObject([{ index: 258 }]);
  await set(hashes);
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

describe('a witness', () => {
  const add = async (body: string) => {
    const response = await fetch(`${witnesses[0]?.url}/add-checkpoint`, { method: 'POST', body });
    return { status: response.status, text: await response.text(), type: response.headers.get('content-type') };
  };
  const cosigned = async () =>
    (await verifyCheckpoint((await newestCheckpoint(db))?.note ?? '', log, [verifier])).cosignatures;

  test('cosigns each checkpoint of a log that grows, and the log publishes that', async () => {
    for (const count of [1, 2, 300]) {
      await grow(count);
      expect(await cosigned()).toEqual([]);
      await askWitnesses({ db, witnesses });
      expect(await cosigned()).toEqual([{ verifier, time: Math.floor(clock().getTime() / 1000) }]);
    }
    const proof = (await call(certificates.verify, { params: { number: certificate.number } })).body.data.logProof;
    expect(proof).toContain('— witness.example ');
  });

  test('answers with what it has seen to a log that has forgotten it', async () => {
    await grow(1);
    await db.deleteFrom('logCosignature').execute();
    await askWitnesses({ db, witnesses });
    expect(await cosigned()).toHaveLength(1);
  });

  test('shows its last checkpoint of a log', async () => {
    const origin = createHash('sha256').update('academy.example/api/log').digest('hex');
    const shown = await (await fetch(`${witnesses[0]?.url}/${origin}/checkpoint`)).text();
    expect((await verifyCheckpoint(shown, log, [verifier])).cosignatures).toHaveLength(1);
    expect((await fetch(`${witnesses[0]?.url}/${'0'.repeat(64)}/checkpoint`)).status).toBe(404);
  });

  test('refuses everything that is not a log that only grew', async () => {
    const before = await newestCheckpoint(db);
    const old = before?.size ?? 0;
    const size = await grow(2);
    const note = (await newestCheckpoint(db))?.note ?? '';
    const proof = (await proveConsistency(db, old, size)).map((hash) => Buffer.from(hash).toString('base64'));
    const body = (from: number, hashes: readonly string[], checkpoint: string) =>
      [`old ${from}`, ...hashes, '', checkpoint].join('\n');
    expect(await add(body(old, proof.slice(1), note))).toMatchObject({ status: 422 });
    expect(await add(body(old - 1, proof, note))).toEqual({ status: 409, text: `${old}\n`, type: 'text/x.tlog.size' });
    expect(await add(body(size + 1, proof, note))).toMatchObject({ status: 400 });
    expect(await add(body(old, proof, note.replace(`\n${size}\n`, `\n${size + 1}\n`)))).toMatchObject({ status: 403 });
    expect(await add(body(old, proof, note.replace('academy', 'another')))).toMatchObject({ status: 404 });
    for (const malformed of ['', 'old x\n\n', `old ${old}\n!\n\n${note}`, body(old, Array(64).fill(proof[0]), note)]) {
      expect(await add(malformed)).toMatchObject({ status: 400 });
    }
    expect((await add('x'.repeat(70_000))).status).toBe(413);
    const twice = await Promise.all([add(body(old, proof, note)), add(body(old, proof, note))]);
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('that is away leaves one job, which asks for the newest checkpoint once it answers', async () => {
    const { config } = program;
    const publish = (to: typeof witnesses) => publishLog({ ...program, config: { ...config, witnesses: to } });
    const open = () => db.selectFrom('job').select('id').where('kind', '=', cosignJob).where('doneAt', 'is', null);
    for (let n = 0; n < 3; n++) {
      await grow(1);
      await publish(witnesses);
    }
    expect(await open().execute()).toHaveLength(1);
    await publicLogJobs({ ...program, config: { ...config, witnesses } })[cosignJob]?.({ id: '', payload: {} });
    expect(await cosigned()).toHaveLength(1);
  });

  test('that does not answer, answers wrongly or has seen more is an error', async () => {
    await grow(1);
    const away = [{ verifier, url: 'http://127.0.0.1:9' }];
    await expect(askWitnesses({ db, witnesses: away })).rejects.toThrow('does not answer');
    const answering = (status: number, text: string) => async () => new Response(text, { status });
    const asked = (status: number, text: string) =>
      askWitnesses({ db, witnesses, send: answering(status, text) as typeof fetch });
    await expect(asked(500, '')).rejects.toThrow('answered 500');
    await expect(asked(403, '')).rejects.toThrow('refused the checkpoint');
    await expect(asked(200, '— witness.example AAAA\n')).rejects.toThrow();
    await expect(asked(200, '')).rejects.toThrow();
    await expect(asked(409, '99999\n')).rejects.toThrow('has seen 99999 entries');
  });
});

describe('a monitor', () => {
  const means = { url, log, witnesses: [verifier] };
  const notFoundFor = (part: string) => async (path: string) =>
    path.includes(part) ? new Response('', { status: 404 }) : fetch(path);
  const kinds = async (seen: Seen | undefined) => (await lookAt(means, seen)).alarms.map(({ kind }) => kind);

  test('follows the log, and reads each entry once', async () => {
    const first = await lookAt(means, undefined);
    expect(first.alarms).toEqual([]);
    expect(first.entries.at(0)).toMatchObject({ index: 1, kind: 'issue', subject: certificate.logId });
    expect(first.entries).toHaveLength(first.seen?.size ?? 0);
    const same = await lookAt(means, first.seen);
    expect([same.alarms, same.entries]).toEqual([[], []]);
    await grow(300);
    await askWitnesses({ db, witnesses });
    const next = await lookAt(means, first.seen);
    expect([next.alarms, next.entries.length]).toEqual([[], 300]);
    expect(next.cosignatures).toHaveLength(1);
  });

  // shows: threats/register-changed-directly
  test('notices a log that was rewritten, cut off, back-dated or signed by another', async () => {
    const { seen } = await lookAt(means, undefined);
    const stranger = parseVkey((await keys.publishedLog())[0] ?? '');
    expect((await lookAt({ ...means, log: [{ ...stranger, name: 'another' }] }, seen)).alarms[0]?.kind).toBe(
      'unsigned',
    );
    const shorter = { ...seen, note: seen?.note.replace(`\n${seen.size}\n`, `\n${seen.size + 1}\n`) } as Seen;
    expect(await kinds(shorter)).toEqual(['removed']);
    const gone = await lookAt({ ...means, get: notFoundFor('entries') }, undefined);
    expect(gone.alarms.map(({ kind }) => kind)).toEqual(['removed']);
    await expect(lookAt({ ...means, get: notFoundFor('checkpoint') }, seen)).rejects.toThrow('answered 404');
    const another = {
      ...seen,
      subtrees: seen?.subtrees.map((hash) => hash.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))),
    } as Seen;
    expect(await kinds(another)).toEqual(['fork']);

    await sql`
      insert into certificate_event (at, kind, certificate_id, subject, salt, digest)
      select ${new Date(clock().getTime() - 2 * 24 * 3600_000)}, 'record', id, log_id, 'salt', repeat('a', 64)
      from certificate where id = ${decoy.id}`.execute(db);
    await chainAppender.append();
    const backDated = await lookAt(means, seen);
    expect(backDated.alarms.map(({ kind }) => kind)).toEqual(['back-dated']);
    // reported once: it stays in the log, and the monitor must still notice what comes after it
    expect(backDated.seen?.size).toBe((seen?.size ?? 0) + 1);
    expect(await kinds(backDated.seen)).toEqual([]);
  });
});
