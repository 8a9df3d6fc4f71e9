import { audit } from '@fairlead/contract/audit/calls';
import { certificates } from '@fairlead/contract/certificates/calls';
import { register } from '@fairlead/contract/certificates/register';
import { overview } from '@fairlead/contract/overview/calls';
import { type RawBuilder, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { testApp } from '../../testing/app.ts';
import { earned, passed } from '../../testing/journey.ts';
import { makeCertificateNumber } from '../certificates/certificate-number.ts';
import { checkCertificates, walkCertificates } from '../certificates/check-certificates.ts';
import { drawPdf } from '../certificates/drawing/draw-pdf.ts';
import { recordOldCertificates } from '../certificates/record-certificates.ts';
import { checkNewEntries, checkWholeLogs } from './check-logs.ts';

const program = await testApp();
const { call, db, chainAppender, person, clock, wait } = program;
const registrar = await person('registrar');
const admin = await person('admin');

type Certificate = Awaited<ReturnType<typeof earned>>['certificate'];
const verify = (number: string) => call(certificates.verify, { params: { number } });
const revoke = ({ id }: Certificate) =>
  call(register.revoke, { params: { id }, body: { reason: 'Somebody else sat the test.' } }, registrar);
const correct = async (old: Certificate) => {
  const facts = { dateOfBirth: '1990-05-17', passportNo: 'N1', cdcNo: 'C1', indosNo: '12AB3456', gradeNo: 'G' };
  const body = { ...facts, name: 'Asha Nayar', reason: 'Name' };
  expect(await call(register.correct, { params: { id: old.id }, body }, registrar)).toMatchObject({ status: 200 });
};

const drawn = ({ id }: Certificate) => {
  const draw = async () => ({ pdf: Buffer.from('%PDF-1.7'), missingGlyphs: false, photoUnreadable: false });
  return drawPdf(program, { draw }, id);
};

/** A certificate after what was done with it, in the log and seen by a daily check. */
async function logged(action?: (certificate: Certificate) => Promise<unknown>): Promise<Certificate> {
  const { certificate } = await earned(program);
  await action?.(certificate);
  await chainAppender.append();
  await checkNewEntries(program);
  return certificate;
}

const flawsOf = (flaws: { number: string | null; reason: string }[], { number }: Certificate) =>
  flaws.filter((flaw) => flaw.number === number).map(({ reason }) => reason);
const kept = async () => {
  const { flaws } = await db
    .selectFrom('logCheck')
    .select('flaws')
    .where('chain', '=', 'certificates')
    .executeTakeFirstOrThrow();
  return flaws as { number: string | null; index: number | null; reason: string }[];
};

const disputed = { status: 409, body: { message: expect.stringContaining('Do not rely on it') } };

// those of others, the first of which gets the entry that is moved
await logged();
const other = await logged();

describe('what was changed in the database is named with the certificate, and no longer confirmed:', () => {
  const lastLink = ({ id }: Certificate) => sql`
    with cut as (delete from certificate_event where certificate_id = ${id})
    update chain_head set size = size - 1, hash = (
      select seal_hash from certificate_event where seal_index = chain_head.size - 1
    ) where chain = 'certificates'`;
  const byEvent = (set: RawBuilder<unknown>, { id }: Certificate) =>
    sql`update certificate_event set ${set} where certificate_id = ${id} and kind in ('issue', 'revoke')`;
  const byRow = (set: RawBuilder<unknown>, { id }: Certificate) => sql`update certificate set ${set} where id = ${id}`;
  const takenBack = sql`status = 'issued', revoked_at = null, revoked_by = null, revocation_reason = null`;

  // shows: threats/register-changed-directly
  test.each<
    [
      string,
      ((one: Certificate) => Promise<unknown>) | undefined,
      (one: Certificate) => RawBuilder<unknown> | RawBuilder<unknown>[],
      string,
    ]
  >([
    [
      'a revocation that was undone',
      revoke,
      (one) => byRow(takenBack, one),
      'the register says that it is in force, and the log has that it was revoked',
    ],
    [
      'a revocation without an entry',
      undefined,
      (one) =>
        byRow(
          sql`status = 'revoked', revoked_at = now(), revoked_by = ${registrar.accountId}, revocation_reason = 'no'`,
          one,
        ),
      'the register says that it was revoked, and the log has that it is in force',
    ],
    [
      'a day of revocation that was moved',
      revoke,
      (one) => byRow(sql`revoked_at = revoked_at - interval '30 days'`, one),
      'the time of its revocation was changed',
    ],
    [
      'a revocation that was undone, and its entry moved to another certificate',
      revoke,
      (one) => [
        sql`update certificate_event set certificate_id = (select id from certificate where id <> ${one.id} order by id limit 1)
            where certificate_id = ${one.id} and kind = 'revoke'`,
        byRow(takenBack, one),
      ],
      'an entry of it was moved to another certificate',
    ],
    [
      'a certificate in force that was put on hold, as if it had never been issued',
      undefined,
      (one) => byRow(sql`status = 'held'`, one),
      'the register says that it is on hold, and the log has that it is in force',
    ],
    [
      'a time of an entry that never comes, at which no check may end',
      revoke,
      (one) => byEvent(sql`at = 'infinity'`, one),
      'an entry was changed after it was chained',
    ],
    [
      'a day of revocation that never comes, at which no check may end',
      revoke,
      (one) => byRow(sql`revoked_at = 'infinity'`, one),
      'the time of its revocation was changed',
    ],
    [
      'a place in the log that no program can read, at which no check may end',
      undefined,
      (one) => byEvent(sql`seal_index = 9007199254740993`, one),
      'the register says that it is in force, and the log has no issue of it',
    ],
    [
      'a name in another script that was added',
      undefined,
      (one) => byRow(sql`own_script_name = 'आशा नायर'`, one),
      'what it states is not what was logged',
    ],
    // before any other link is missing
    [
      'the last link, cut off together with the head',
      undefined,
      lastLink,
      'the register says that it is in force, and the log has no issue of it',
    ],
    [
      'a certificate without its issue',
      undefined,
      ({ id }) => sql`delete from certificate_event where certificate_id = ${id}`,
      'the register says that it is in force, and the log has no issue of it',
    ],
    ['a name', undefined, (one) => byRow(sql`name = 'Fake Impostor'`, one), 'what it states is not what was logged'],
    [
      'a last day',
      undefined,
      (one) => byRow(sql`expires_on = '2099-12-31'`, one),
      'what it states is not what was logged',
    ],
    [
      'a name, after the salt of the entry was removed',
      undefined,
      ({ id }) => sql`
        with blinded as (update certificate_event set salt = null where certificate_id = ${id})
        update certificate set name = 'Fake Impostor' where id = ${id}`,
      'the salt of an entry was removed',
    ],
    [
      'a digest',
      undefined,
      (one) => byEvent(sql`digest = repeat('a', 64)`, one),
      'an entry was changed after it was chained',
    ],
    [
      'the kind of an entry',
      revoke,
      (one) => byEvent(sql`kind = 'record'`, one),
      'an entry was changed after it was chained',
    ],
    [
      'the id in the log',
      undefined,
      (one) => byRow(sql`log_id = gen_random_uuid()`, one),
      'its id in the log was changed',
    ],
    [
      'a correction that was undone',
      correct,
      (one) => [
        sql`update certificate set status = 'superseded', superseded_at = now(), supersession = 'correction',
            superseded_by = ${one.id} where id = (
          select superseded_by from certificate where id = ${one.id})`,
        byRow(sql`status = 'issued', superseded_at = null, superseded_by = null, supersession = null`, one),
      ],
      'the register says that it is in force, and the log has that it was replaced',
    ],
    [
      'the digest of its code, which names it in the list of withdrawals',
      drawn,
      (one) => byRow(sql`code_digest = 'AAAA'`, one),
      'its code is not the one that was drawn',
    ],
    [
      'its PDF',
      drawn,
      ({ id }) => sql`
        update certificate set pdf_file_id = (select id from stored_file where folder <> 'certificates' limit 1)
        where id = ${id}`,
      'its PDF is not the one that was drawn',
    ],
    [
      'a successor that is somebody else’s',
      correct,
      ({ id }) => sql`
        update certificate set superseded_by = (select id from certificate as other where other.account_id <> certificate.account_id limit 1)
        where id = ${id}`,
      'the log has no certificate that replaced it at that time',
    ],
  ])('%s', async (_, action, tamper, reason) => {
    const mine = await logged(action);
    expect((await verify(other.number)).status).toBe(200);
    for (const statement of [tamper(mine)].flat()) await statement.execute(db);
    expect(await verify(mine.number)).toMatchObject(disputed);
    expect((await verify(other.number)).status).toBe(200);
    expect(flawsOf((await checkWholeLogs(db)).certificates.flaws, mine)).toContain(reason);
    await checkNewEntries(program);
    expect(flawsOf(await kept(), mine)).toContain(reason);
    expect(flawsOf(await kept(), other)).toEqual([]);
    await checkNewEntries(program);
    expect(flawsOf(await kept(), mine)).toContain(reason);
  });

  test('a certificate that was never issued', async () => {
    const { enrolmentId } = await passed(program);
    const number = makeCertificateNumber('FMA', 2026);
    const forged = await db
      .updateTable('certificate')
      .set({ number, logId: sql`gen_random_uuid()` })
      .where('enrolmentId', '=', enrolmentId)
      .returning('id')
      .executeTakeFirstOrThrow();
    await db.deleteFrom('certificateEvent').where('certificateId', '=', forged.id).execute();
    expect(await verify(number)).toMatchObject(disputed);
    expect(flawsOf((await checkWholeLogs(db)).certificates.flaws, { number } as Certificate)).toEqual([
      'the register says that it is in force, and the log has no issue of it',
    ]);
  });
});

test('certificates from before the log are recorded once, and agree with it: in force, revoked and replaced', async () => {
  const [old, revoked] = [await logged(correct), await logged(revoke)];
  const ids = await db
    .selectFrom('certificate')
    .select('id')
    .where((e) => e.or([e('id', 'in', [old.id, revoked.id]), e('accountId', '=', old.accountId)]))
    .execute();
  const all = ids.map(({ id }) => id);
  const numbers = await db.selectFrom('certificate').select(['id', 'number']).where('id', 'in', all).execute();
  // as the migrations left them (0020 and 0021)
  await db.deleteFrom('certificateEvent').where('certificateId', 'in', all).execute();
  await sql`update certificate set superseded_at = superseded_at + interval '1 year' where id = ${old.id}`.execute(db);
  await sql`
    insert into certificate_event (at, kind, certificate_id, subject, digest)
    select created_at, 'issue', id, log_id, encode(sha256(convert_to(log_id::text, 'UTF8')), 'hex')
    from certificate where id = any(${all}::uuid[])`.execute(db);
  await recordOldCertificates(db, clock);
  await chainAppender.append();
  const kinds = () =>
    db.selectFrom('certificateEvent').select('kind').where('certificateId', 'in', all).orderBy('kind').execute();
  const written = (await kinds()).map(({ kind }) => kind);
  expect(written).toEqual(['issue', 'issue', 'issue', 'record', 'record', 'record', 'revoke', 'supersede']);
  expect(await checkCertificates(db, all)).toEqual([]);
  for (const { number } of numbers) expect((await verify(number)).status).toBe(200);
  await recordOldCertificates(db, clock);
  expect(await kinds()).toHaveLength(8);
  await db.updateTable('certificate').set({ name: 'Fake Impostor' }).where('id', '=', revoked.id).execute();
  expect(await verify(revoked.number)).toMatchObject(disputed);
});

test('staff see what the daily check found, and the metrics count it', async () => {
  const certificate = await logged();
  await db.updateTable('certificate').set({ name: 'Fake Impostor' }).where('id', '=', certificate.id).execute();
  wait(24 * 3600);
  await checkNewEntries(program);
  const { logFlaws } = (await call(overview.getOverview, registrar)).body.data;
  expect(logFlaws?.longest.length).toBe(5);
  const instructor = await person('instructor');
  expect((await call(overview.getOverview, instructor)).body.data.logFlaws).toBeNull();
  const { flaws } = (await call(audit.verify, admin)).body.data.certificates;
  expect(flaws).toContainEqual({
    index: null,
    certNo: certificate.number,
    reason: 'what it states is not what was logged',
  });
  const since = await db
    .selectFrom('logCheck')
    .select('checkedAt')
    .where('chain', '=', 'audit')
    .executeTakeFirstOrThrow();
  expect(since.checkedAt).toEqual(clock());
});

test('certificates are compared in parts, each once', async () => {
  const all = await db.selectFrom('certificate').select('id').orderBy('id').execute();
  const lasts: (string | undefined)[] = [];
  for await (const { last } of walkCertificates(db, { atOnce: 2 })) lasts.push(last);
  expect(lasts.slice(0, -1)).toEqual(
    all.flatMap(({ id }, index) => (index % 2 === 1 ? id : [])).slice(0, lasts.length - 1),
  );
  const some: (string | undefined)[] = [];
  for await (const { last } of walkCertificates(db, { after: all[0]?.id, atOnce: 1, times: 2 })) some.push(last);
  expect(some).toEqual([all[1]?.id, all[2]?.id]);
});
