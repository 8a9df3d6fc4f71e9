import { createPublicKey, verify, X509Certificate } from 'node:crypto';
import { certificates } from '@fairlead/contract/certificates/calls';
import { register } from '@fairlead/contract/certificates/register';
import { signedWithdrawals } from '@fairlead/contract/certificates/withdrawals';
import { digestOfNumber } from '@fairlead/contract/proofs/credential';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testApp } from '../../testing/app.ts';
import { earned, passed } from '../../testing/journey.ts';
import { readCodes } from './drawing/read-codes.ts';
import { toWithdrawals } from './wire.ts';

const program = await testApp();
const { call, db, files, keys, wait, clock, worker, chainAppender, person } = program;

test('anyone can read the academy’s signing keys, with the period of each', async () => {
  const first = await keys.facts();
  wait(3600);
  const second = await keys.rotate('facts');
  const { status, body } = await call(certificates.keys);
  expect(status).toBe(200);
  expect(body.data.asOf).toBe(clock().toISOString());
  expect(body.data.keys).toEqual([
    { id: second, key: expect.stringMatching(/^[\w-]{43}$/), validFrom: '2026-11-20T07:30:00.000Z', validUntil: null },
    {
      id: first.id,
      key: expect.stringMatching(/^[\w-]{43}$/),
      validFrom: '2026-11-20T06:30:00.000Z',
      validUntil: '2026-11-20T07:30:00.000Z',
    },
  ]);
});

test('anyone can read the certificates that sign PDFs, with name, fingerprint and period', async () => {
  const { certificates: pems } = await keys.pdf();
  const own = new X509Certificate(pems[0] ?? '');
  const { body } = await call(certificates.keys);
  expect(body.data.pdfSigners).toEqual([
    {
      subject: own.subject,
      fingerprint: own.fingerprint256,
      certificate: own.raw.toString('base64'),
      issuers: [],
      validFrom: own.validFromDate.toISOString(),
      validUntil: null,
    },
  ]);
});

test('anyone can read the list of withdrawals, and it reveals no number', async () => {
  const { enrolmentId } = await passed(program);
  const good = await passed(program);
  const revoked = await db
    .updateTable('certificate')
    .set({ status: 'revoked', revokedAt: new Date('2026-11-20T20:00:00Z'), revocationReason: 'Issued in error' })
    .where('enrolmentId', '=', enrolmentId)
    .returning('number')
    .executeTakeFirstOrThrow();
  const { body } = await call(certificates.withdrawals);
  // The day in the academy's time zone: in Kolkata it is past midnight.
  expect(body.data.withdrawn).toEqual([
    {
      digest: await digestOfNumber(revoked.number),
      of: 'number',
      kind: 'revoked',
      on: '2026-11-21',
      entry: null,
      index: null,
    },
  ]);
  const { number } = await db
    .selectFrom('certificate')
    .select('number')
    .where('enrolmentId', '=', good.enrolmentId)
    .executeTakeFirstOrThrow();
  expect(JSON.stringify(body)).not.toContain(revoked.number);
  expect(JSON.stringify(body)).not.toContain(await digestOfNumber(number));
  expect(JSON.stringify(body)).not.toMatch(/Issued in error|Nair/);
});

// shows: threats/register-changed-directly
test('the list is dated and signed, and names a certificate by its code and by the entry of its withdrawal', async () => {
  const { certificate } = await earned(program);
  await worker.drain();
  const body = { reason: 'Issued in error' };
  await call(register.revoke, { params: { id: certificate.id }, body }, await person('registrar'));
  await chainAppender.append();
  const list = (await call(certificates.withdrawals)).body.data;
  const { codeDigest } = await db
    .selectFrom('certificate')
    .select('codeDigest')
    .where('id', '=', certificate.id)
    .executeTakeFirstOrThrow();
  const { rows } = await sql<{ entry: number }>`
    select seal_index as entry from certificate_event where certificate_id = ${certificate.id} and kind = 'revoke'
  `.execute(db);
  const own = {
    digest: codeDigest,
    of: 'code',
    kind: 'revoked',
    on: '2026-11-20',
    entry: rows[0]?.entry,
    index: (rows[0]?.entry ?? 0) - 1,
  };
  expect(list.withdrawn).toContainEqual(own);
  expect(Date.parse(list.nextUpdate) - Date.parse(list.asOf)).toBe(7 * 24 * 3600_000);
  const { key, id } = (await keys.published()).find((one) => one.id === list.keyId) ?? { key: '', id: '' };
  expect(id).toBe((await keys.facts()).id);
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key }, format: 'jwk' });
  const signatures = { 1: list.signature, 2: list.signature2 ?? '' };
  for (const version of [1, 2] as const) {
    const isSigned = (signed: typeof list) =>
      verify(null, signedWithdrawals(signed, version), publicKey, Buffer.from(signatures[version], 'base64url'));
    expect(isSigned(list)).toBe(true);
    expect(isSigned({ ...list, withdrawn: list.withdrawn.slice(1) })).toBe(false);
  }

  // one that was drawn before codes were recorded is named by its number until its PDF has been read
  await db.updateTable('certificate').set({ codeDigest: null }).where('id', '=', certificate.id).execute();
  const named = async () =>
    (await call(certificates.withdrawals)).body.data.withdrawn.find(({ entry }) => entry === own.entry);
  expect((await named())?.of).toBe('number');
  await readCodes(program);
  expect(await named()).toEqual(own);
});

// shows: threats/register-changed-directly
test('a revocation that was undone in the register stays in the list', async () => {
  const { certificate } = await earned(program);
  const body = { reason: 'Issued in error' };
  await call(register.revoke, { params: { id: certificate.id }, body }, await person('registrar'));
  await db
    .updateTable('certificate')
    .set({ status: 'issued', revokedAt: null, revokedBy: null, revocationReason: null })
    .where('id', '=', certificate.id)
    .execute();
  const digest = await digestOfNumber(certificate.number);
  const { withdrawn } = (await call(certificates.withdrawals)).body.data;
  expect(withdrawn).toContainEqual({
    digest,
    of: 'number',
    kind: 'revoked',
    on: '2026-11-20',
    entry: null,
    index: null,
  });
});

// shows: threats/register-changed-directly
test('a withdrawal with a time or a place that is none stays in the list, and does not end it', async () => {
  const { certificate } = await earned(program);
  const body = { reason: 'Issued in error' };
  await call(register.revoke, { params: { id: certificate.id }, body }, await person('registrar'));
  await chainAppender.append();
  const before = await db
    .selectFrom('certificateEvent')
    .select(['id', 'at', 'sealIndex'])
    .where('certificateId', '=', certificate.id)
    .where('kind', '=', 'revoke')
    .executeTakeFirstOrThrow();
  await sql`update certificate_event set at = 'infinity', seal_index = 9007199254740993
    where certificate_id = ${certificate.id} and kind = 'revoke'`.execute(db);
  const digest = await digestOfNumber(certificate.number);
  const { withdrawn } = (await call(certificates.withdrawals)).body.data;
  expect(withdrawn).toContainEqual({
    digest,
    of: 'number',
    kind: 'revoked',
    on: '9999-12-30',
    entry: null,
    index: null,
  });
  // nothing is drawn behind an entry that the log no longer leads to
  await db.updateTable('certificateEvent').set(before).where('id', '=', before.id).execute();
});

test('the lists are returned to somebody who has used up the checks', async () => {
  await call(certificates.verify, { params: { number: 'none' } });
  await db.updateTable('rateLimit').set({ count: 600 }).where('key', 'like', 'verify:%').execute();
  expect((await call(certificates.verify, { params: { number: 'none' } })).status).toBe(429);
  expect((await call(certificates.withdrawals)).status).toBe(200);
  expect((await call(certificates.keys)).status).toBe(200);
});

// shows: threats/blocked-thread
test('a list of 20,000 withdrawals is returned in a fraction of a second', async () => {
  const at = clock();
  const withdrawals = Array.from(
    { length: 20_000 },
    (_, n) => ({ number: `FMA-2026-${n}`, codeDigest: null, kind: 'superseded', at, entry: n }) as const,
  );
  const key = await keys.facts();
  const before = process.threadCpuUsage();
  const { withdrawn } = toWithdrawals(withdrawals, { timeZone: 'Asia/Kolkata', today: '2026-11-20' }, { key, now: at });
  const { user, system } = process.threadCpuUsage(before);
  expect(withdrawn.at(-1)).toEqual({
    digest: await digestOfNumber('FMA-2026-19999'),
    of: 'number',
    kind: 'superseded',
    on: '2026-11-20',
    entry: 19_999,
    index: 19_998,
  });
  // With one WebCrypto call and one date format per number it took more than 2 s, for every visitor.
  expect((user + system) / 1e6).toBeLessThan(0.5);
});

test('a PDF that is missing, as after a restore without the files, does not keep later codes from being read', async () => {
  const [lost, later] = [(await earned(program)).certificate, (await earned(program)).certificate];
  await worker.drain();
  for (const { id } of [lost, later]) {
    await call(register.revoke, { params: { id }, body: { reason: 'Issued in error' } }, await person('registrar'));
  }
  const of = async (id: string) =>
    db
      .selectFrom('certificate')
      .innerJoin('storedFile as pdf', 'pdf.id', 'certificate.pdfFileId')
      .select(['codeDigest', 'filename'])
      .where('certificate.id', '=', id)
      .executeTakeFirstOrThrow();
  const { codeDigest } = await of(later.id);
  await files.remove({ folder: 'certificates', filename: (await of(lost.id)).filename });
  await db.updateTable('certificate').set({ codeDigest: null }).where('id', 'in', [lost.id, later.id]).execute();
  await readCodes(program);
  expect([(await of(lost.id)).codeDigest, (await of(later.id)).codeDigest]).toEqual([null, codeDigest]);
});
