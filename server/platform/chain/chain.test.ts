import { certificates } from '@fairlead/contract/certificates/calls';
import { publicLog } from '@fairlead/contract/certificates/public-log';
import { register } from '@fairlead/contract/certificates/register';
import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { certificateChain } from '../../features/certificates/certificate-log.ts';
import { testApp } from '../../testing/app.ts';
import { testOnServer } from '../../testing/database.ts';
import { passed } from '../../testing/journey.ts';
import { appendAudit } from '../audit/append.ts';
import { auditChain, eventFacts } from '../audit/chain.ts';
import { transaction } from '../db/database.ts';
import { readStatement } from '../keys/statement.ts';
import { ChainAppender } from './chain-appender.ts';
import { firstHash, hashOf, salted } from './link.ts';
import { type Verified, verifyChain } from './verify-chain.ts';

const program = await testApp();
const { call, person, db, chainAppender, clock, keys } = program;
const registrar = await person('registrar');
const log = { info: () => {}, error: (fields: object) => expect.fail(JSON.stringify(fields)) };

const write = (details: Record<string, unknown> = {}) =>
  transaction(db, (tx) =>
    appendAudit(tx, { actorId: null, action: 'test.action', subject: { kind: 'test', id: 'x' }, details }),
  );
const head = async () => (await call(publicLog.head)).body.data;
const entries = async (query: Record<string, string> = {}) =>
  (await call(publicLog.entries, { query: query as object })).body.data;
/** Verifies a chain after a change to a row, and rolls the change back, so that the next test finds an intact chain. */
async function tampering(statement: ReturnType<typeof sql>, chain = auditChain, after?: Verified) {
  const rolledBack = new Error('rolled back');
  let verdict: Awaited<ReturnType<typeof verifyChain>> | undefined;
  await transaction(db, async (tx) => {
    await statement.execute(tx);
    verdict = await verifyChain(tx, chain, after);
    throw rolledBack;
  }).catch((error: unknown) => {
    if (error !== rolledBack) throw error;
  });
  return verdict;
}

describe('the append to the hash chain', () => {
  test('includes what was committed, in order, and nothing twice', async () => {
    await write({ z: 1, a: [{ y: null, b: 'नाम' }] });
    await write();
    expect(await chainAppender.append()).toBeGreaterThanOrEqual(2);
    expect(await chainAppender.append()).toBe(0);
    const verdict = await verifyChain(db, auditChain);
    expect(verdict).toMatchObject({ checked: verdict.size, readable: verdict.size, flaws: [] });
  });

  test('excludes what was rolled back', async () => {
    await chainAppender.append();
    const { size } = await verifyChain(db, auditChain);
    const failed = transaction(db, async (tx) => {
      await appendAudit(tx, { actorId: null, action: 'test.action', subject: { kind: 'test', id: 'x' } });
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect(await chainAppender.append()).toBe(0);
    expect((await verifyChain(db, auditChain)).size).toBe(size);
  });

  test('happens within a second of the commit while the program runs', async () => {
    const running = new ChainAppender({ db, chains: [auditChain], clock, log });
    running.start();
    try {
      await write();
      const unchained = () => db.selectFrom('auditEvent').select('id').where('sealIndex', 'is', null).execute();
      await expect.poll(unchained, { timeout: 1000, interval: 50 }).toEqual([]);
    } finally {
      await running.stop();
    }
  });

  test('includes at the next look what another process has left, of which this one is not told', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const running = new ChainAppender({ db, chains: [auditChain], clock, log });
    try {
      running.start();
      await running.append();
      const event = { actorId: null, action: 'test.action', subjectKind: 'test', subjectId: 'x' };
      const facts = { ...event, address: null, device: null };
      await db
        .insertInto('auditEvent')
        .values({ ...facts, details: '{}', ...salted(eventFacts({ ...facts, details: {} })) })
        .execute();
      vi.advanceTimersByTime(2_000);
      const unchained = () => db.selectFrom('auditEvent').select('id').where('sealIndex', 'is', null).execute();
      await expect.poll(unchained, { timeout: 1000, interval: 50 }).toEqual([]);
    } finally {
      vi.useRealTimers();
      await running.stop();
    }
  });

  test('goes on for the other chains while what follows an append fails, which is tried again', async () => {
    const tried: string[] = [];
    const onAppended = async ({ name }: { name: string }) => {
      tried.push(name);
      if (tried.length < 3) throw new Error('The log was changed');
    };
    const failing = new ChainAppender({ db, chains: [certificateChain, auditChain], clock, log, onAppended });
    for (const details of [{}, {}]) {
      await write(details);
      await expect(failing.append()).rejects.toThrow('The log was changed');
      expect(await db.selectFrom('auditEvent').select('id').where('sealIndex', 'is', null).execute()).toEqual([]);
    }
    await failing.append();
    expect(tried).toEqual(['certificates', 'certificates', 'certificates', 'audit']);
  });

  test('is verified from where the last verification ended, and older links that were removed are still noticed', async () => {
    for (let event = 0; event < 6; event++) await write();
    await chainAppender.append();
    const { size: index, hash } = await verifyChain(db, auditChain);
    await write();
    await chainAppender.append();
    expect(await verifyChain(db, auditChain, { index, hash })).toMatchObject({ checked: 1, found: 0 });
    const removed = (where: string) =>
      tampering(sql`delete from audit_event where seal_index in (${sql.raw(where)})`, auditChain, { index, hash });
    expect((await removed('2, 3'))?.flaws).toEqual([{ index: 2, reason: 'it is missing, and so are 1 after it' }]);
    expect((await removed('1'))?.flaws).toEqual([{ index: 1, reason: 'it is missing' }]);
    expect((await removed(`${index}`))?.flaws).toEqual([{ index, reason: 'it is missing' }]);
  });

  testOnServer('of several instances makes one chain, and actions do not wait for it', async () => {
    const appenders = Array.from({ length: 3 }, () => new ChainAppender({ db, chains: [auditChain], clock, log }));
    const actions = Array.from({ length: 60 }, () => write());
    const appends = appenders.flatMap((one) => [one.append(), one.append()]);
    await Promise.all([...actions, ...appends]);
    await chainAppender.append();
    expect((await verifyChain(db, auditChain)).flaws).toEqual([]);
  });
});

describe('a verification of the chain reports the first invalid link', () => {
  // shows: asvs/16.4.2
  test.each([
    ['what it stands for was changed', sql`update audit_event set details = '{"a": 2}' where seal_index = 2`],
    ['what it stands for was changed', sql`update audit_event set actor_id = gen_random_uuid() where seal_index = 2`],
    [
      'it was changed after it was chained',
      sql`update audit_event set at = at + interval '1 hour' where seal_index = 2`,
    ],
    ['it was changed after it was chained', sql`update audit_event set digest = repeat('a', 64) where seal_index = 2`],
    [
      'it was changed after it was chained',
      sql`update audit_event set seal_hash = repeat('a', 64) where seal_index = 2`,
    ],
    ['it is missing', sql`delete from audit_event where seal_index = 2`],
  ])('%s', async (reason, statement) => {
    for (let n = 0; n < 3; n++) await write({ n });
    await chainAppender.append();
    expect((await tampering(statement))?.flaws).toContainEqual({ index: 2, reason });
    expect((await verifyChain(db, auditChain)).flaws).toEqual([]);
  });

  test('also if its end was removed', async () => {
    await chainAppender.append();
    const { size } = await verifyChain(db, auditChain);
    const cut = await tampering(sql`delete from audit_event where seal_index = ${size}`);
    expect(cut?.flaws).toEqual([{ index: size, reason: 'it is missing' }]);
  });

  test('but not one whose content was deleted on purpose', async () => {
    await chainAppender.append();
    const forgotten = await tampering(
      sql`update audit_event set salt = null, details = '{}', actor_id = null, address = null where seal_index = 2`,
    );
    expect(forgotten?.flaws).toEqual([]);
    expect(forgotten?.readable).toBe((forgotten?.size ?? 0) - 1);
  });
});

// shows: asvs/11.5.1
test('each row of the chain is blinded by its own 128 random bits', () => {
  const salts = Array.from({ length: 100 }, () => salted({}).salt);
  expect(new Set(salts).size).toBe(100);
  // a UUID has 122 of them
  expect(salts.every((salt) => Buffer.from(salt, 'base64url').length === 16)).toBe(true);
});

describe('the public log', () => {
  test('has an entry for each issue, revocation and correction, without its facts', async () => {
    const { enrolmentId, learner } = await passed(program);
    const issued = await db
      .selectFrom('certificate')
      .selectAll()
      .where('enrolmentId', '=', enrolmentId)
      .executeTakeFirstOrThrow();
    const facts = {
      name: 'Asha Nayar',
      dateOfBirth: '1990-05-17',
      passportNo: 'N1',
      cdcNo: 'C1',
      indosNo: '12AB3456',
      gradeNo: 'G',
    };
    const corrected = await call(
      register.correct,
      { params: { id: issued.id }, body: { ...facts, reason: 'Name' } },
      registrar,
    );
    const { certNo } = corrected.body.data;
    const fresh = await db.selectFrom('certificate').selectAll().where('number', '=', certNo).executeTakeFirstOrThrow();
    await call(register.revoke, { params: { id: fresh.id }, body: { reason: 'No' } }, registrar);
    await chainAppender.append();
    const published = await entries();
    expect(published.map(({ index, kind, subject }) => [index, kind, subject])).toEqual([
      [1, 'issue', issued.logId],
      [2, 'supersede', issued.logId],
      [3, 'correct', fresh.logId],
      [4, 'revoke', fresh.logId],
    ]);
    const written = JSON.stringify(published);
    for (const fact of [issued.number, certNo, issued.id, learner.accountId, 'Asha', learner.email]) {
      expect(written).not.toContain(fact);
    }
    expect((await call(certificates.verify, { params: { number: certNo } })).body.data.status).toBe('revoked');
  });

  test('is verified by anyone from its pages alone, up to a head signed by the academy', async () => {
    await passed(program);
    await chainAppender.append();
    const published: Awaited<ReturnType<typeof entries>> = [];
    for (let page = await entries({ limit: '2' }); page.length > 0; ) {
      published.push(...page);
      page = await entries({ from: String(published.length + 1), limit: '2' });
    }
    let previous = firstHash;
    for (const { index, at, kind, subject, digest, hash } of published) {
      expect(hashOf({ index, at: new Date(at), content: [kind, subject], digest }, previous)).toBe(hash);
      previous = hash;
    }
    const { statement, ...claims } = await head();
    expect(claims).toEqual({ size: published.length, hash: previous, sealedAt: clock().toISOString() });
    expect(await readStatement(await keys.published(), 'log-head', statement)).toMatchObject(claims);
  });

  test('refuses invalid pages', async () => {
    for (const query of [{ from: '0' }, { from: '-1' }, { from: 'x' }, { limit: '1001' }, { limit: '0.5' }]) {
      expect((await call(publicLog.entries, { query: query as object })).status).toBe(400);
    }
    expect(await entries({ from: '999999' })).toEqual([]);
  });
});
