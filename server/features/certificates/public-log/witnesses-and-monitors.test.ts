import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { certificates } from '@fairlead/contract/certificates/calls';
import { overview } from '@fairlead/contract/overview/calls';
import { verifyCheckpoint } from '@fairlead/contract/proofs/checkpoint';
import { parseVkey, toVkey } from '@fairlead/contract/proofs/signed-note';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { lookAt, type Seen } from '../../../../transparency/monitor.ts';
import { createWitness } from '../../../../transparency/witness.ts';
import { openWitnessStore } from '../../../../transparency/witness-store.ts';
import { Worker } from '../../../platform/jobs/worker.ts';
import { newestCheckpoint, proveConsistency } from '../../../platform/transparency/checkpoints.ts';
import { askWitnesses } from '../../../platform/transparency/witnesses.ts';
import { testApp } from '../../../testing/app.ts';
import { earned } from '../../../testing/journey.ts';
import { listen } from '../../../testing/listen.ts';
import { logGrower, witnessKey } from '../testing/growing-log.ts';
import { publicLogJobs } from './jobs.ts';
import { cosignJob, publishLog } from './publish-log.ts';

const folder = await mkdtemp(join(tmpdir(), 'fairlead-witness-'));
const { privateKey, verifier } = witnessKey();
const program = await testApp({ WITNESSES: `${toVkey(verifier)} http://127.0.0.1:9` });
const { call, db, chainAppender, clock, keys, app } = program;
const log = [(await keys.log()).verifier];
const witness = createWitness({ verifier, privateKey, logs: log, store: openWitnessStore(folder), clock });
const listening = await listen(witness);
const witnesses = [{ verifier, url: listening.url }];
const url = `${await app.listen({ port: 0, host: '127.0.0.1' })}/api/log`;
afterAll(async () => {
  await listening.close();
  await rm(folder, { recursive: true });
});

const { certificate } = await earned(program);
await chainAppender.append();
/** The certificate of the entries that tests make up. */
const { certificate: decoy } = await earned(program);
const grow = logGrower(program, decoy);

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

  test('that refuses is reported to staff at once with its reason, and asked again with the next checkpoint', async () => {
    const registrar = await program.person('registrar');
    const others = await listen(
      createWitness({ verifier, privateKey, logs: [], store: openWitnessStore(folder), clock }),
    );
    const publishTo = async (url: string) => {
      const platform = { ...program, config: { ...program.config, witnesses: [{ verifier, url }] } };
      await grow(1);
      await publishLog(platform);
      await new Worker({ db, handlers: publicLogJobs(platform), clock, log: program.app.log }).drain();
      const { logFlaws, jobsGivenUp } = (await call(overview.getOverview, registrar)).body.data;
      return { flaws: logFlaws?.longest.map(({ title, detail }) => ({ title, detail })), jobs: jobsGivenUp?.count };
    };
    const refused = {
      title: 'The public log is refused',
      detail: 'The witness witness.example refused the checkpoint: 404',
    };
    expect(await publishTo(others.url)).toEqual({ flaws: [refused], jobs: 0 });
    expect(await publishTo(others.url)).toEqual({ flaws: [refused], jobs: 0 });
    expect(await publishTo(listening.url)).toEqual({ flaws: [], jobs: 0 });
    await others.close();
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

  test('follows the log, and returns each entry once', async () => {
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
    expect([backDated.backDated, (await lookAt(means, backDated.seen)).backDated]).toEqual([1, 1]);
  });

  // shows: threats/register-changed-directly
  test('notices an entry that was changed after it was seen, while the checkpoint stayed', async () => {
    const { seen } = await lookAt(means, undefined);
    const backDating = async (path: string) => {
      const response = await fetch(path);
      if (!path.includes('/entries/')) return response;
      const entries = Buffer.from(await response.arrayBuffer()).toString('latin1');
      return new Response(Buffer.from(entries.replace('"2026-11-', '"2026-10-'), 'latin1'));
    };
    expect((await lookAt({ ...means, get: backDating }, seen)).alarms).toEqual([
      {
        kind: 'fork',
        text: `The log shows other entries than before among its first ${seen?.size}: it was rewritten.`,
      },
    ]);
  });
});
