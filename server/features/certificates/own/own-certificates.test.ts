import { certificates } from '@fairlead/contract/certificates/calls';
import { ownCertificates } from '@fairlead/contract/certificates/own-certificates';
import { register } from '@fairlead/contract/certificates/register';
import { files } from '@fairlead/contract/platform/files';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { addDays, dayAt } from '../../../platform/calendar.ts';
import { type Person, testApp } from '../../../testing/app.ts';
import { passed } from '../../../testing/journey.ts';
import { addDocument } from '../../wallet/testing/wallet.ts';

const program = await testApp();
const { call, person, wait, db, clock, worker, app } = program;
const day = 24 * 3600;

/** A holder with a new certificate whose PDF is rendered. */
async function holder() {
  const { learner, enrolmentId } = await passed(program);
  await worker.drain();
  const { id, number } = await db
    .selectFrom('certificate')
    .select(['id', 'number'])
    .where('enrolmentId', '=', enrolmentId)
    .executeTakeFirstOrThrow();
  return { learner, id, number };
}
const own = async (as: Person) => (await call(ownCertificates.list, as)).body.data;
const share = (id: string, as: Person, days: 1 | 7 | 30 | 90 = 7) =>
  call(ownCertificates.share, { params: { id }, body: { days } }, as);
const shares = async (id: string, as: Person) =>
  (await call(ownCertificates.listShares, { params: { id } }, as)).body.data;
const tokenOf = (url: string) => url.split('/').at(-1) ?? '';
const open = (token: string) =>
  app.inject({ url: `/api/shared/${token}`, headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux) Firefox/140.0' } });

test('a holder sees all their own certificates, and nobody else’s', async () => {
  const { learner, number } = await holder();
  const other = await holder();
  expect((await own(learner)).map(({ certNo }) => certNo)).toEqual([number]);
  expect((await own(learner)).at(0)).toMatchObject({ status: 'issued', expiresSoon: false });
  const url = (await own(learner)).at(0)?.pdfPath?.url ?? '';
  expect((await program.request('GET', url)).headers['content-type']).toBe('application/pdf');
  expect((await own(other.learner)).map(({ certNo }) => certNo)).toEqual([other.number]);
});

test('a certificate expires soon until its holder has a later document of its code', async () => {
  const { learner, id } = await holder();
  const today = dayAt(clock(), program.config.timeZone);
  const row = db
    .updateTable('certificate')
    .set({ expiresOn: addDays(today, 30) })
    .where('id', '=', id);
  const { courseId } = await row.returning('courseId').executeTakeFirstOrThrow();
  await db.updateTable('courseRule').set({ qualification: 'OWN' }).where('courseId', '=', courseId).execute();
  const isSoon = async () => (await own(learner)).at(0)?.expiresSoon;
  await addDocument(program, learner, { kind: 'OWN', expiresOn: addDays(today, 29) });
  expect(await isSoon()).toBe(true);
  await addDocument(program, learner, { kind: 'OWN', expiresOn: addDays(today, 31), title: 'Later' });
  expect(await isSoon()).toBe(false);
});

describe('the picture of a certificate', () => {
  const statusOf = async (url: string, as?: Person) => (await program.request('GET', url, as && { as })).status;

  test('opens for its holder and for staff alone', async () => {
    const { learner, number } = await holder();
    const { url = '', filename } = (await own(learner)).at(0)?.picture ?? {};
    const { headers, rawPayload } = await app.inject({ url });
    expect(headers['content-type']).toBe('image/webp');
    const { format, width, height } = await sharp(rawPayload).metadata();
    expect([format, width, height]).toEqual(['webp', 960, 679]);
    const bare = `/api/uploads/certificates/${filename}`;
    expect(await statusOf(bare, learner)).toBe(200);
    expect(await statusOf(bare, await person('registrar'))).toBe(200);
    expect(await statusOf(bare, await person())).toBe(404);
    expect(await statusOf(bare)).toBe(401);
    const checked = (as?: Person) => call(certificates.verify, { params: { number } }, as);
    // that of the stored file, now that it is drawn
    expect((await checked(learner)).body.data.picture?.filename).toBe((await own(learner)).at(0)?.picture?.filename);
    for (const reader of [await person(), await person('registrar'), undefined])
      expect((await checked(reader)).body.data.picture).toBeNull();
  });

  test('opens by a share link until that is revoked, and not by one to another certificate', async () => {
    const [{ learner, id }, other] = [await holder(), await holder()];
    const token = tokenOf((await share(id, learner)).body.data.url);
    const { url } = (await open(token)).json().data.picture;
    expect(await statusOf(url)).toBe(200);
    const foreign = (await own(other.learner)).at(0)?.picture?.filename ?? '';
    expect(await statusOf(url.replace(/[0-9a-f-]{36}\.webp/, foreign))).toBe(401);
    const [shown] = await shares(id, learner);
    await call(ownCertificates.revokeShare, { params: { id: shown?._id ?? '' } }, learner);
    expect(await statusOf(url)).toBe(401);
  });

  test('is not shown of a certificate that is not in force any more', async () => {
    const { learner, id, number } = await holder();
    await call(register.revoke, { params: { id }, body: { reason: 'Issued in error' } }, await person('registrar'));
    expect((await own(learner)).at(0)).toMatchObject({ status: 'revoked', picture: null });
    expect((await call(certificates.verify, { params: { number } }, learner)).body.data.picture).toBeNull();
  });
});

describe('the date of expiry for a calendar', () => {
  const expiry = (id: string, as: Person) => program.request('GET', `/api/own-certificates/${id}/expiry`, { as });

  test('is a whole day, with the time of making in UTC, in lines of at most 75 bytes', async () => {
    const { learner, id, number } = await holder();
    await db
      .updateTable('certificate')
      .set({ courseTitle: 'Überlebenstechniken; '.repeat(8) })
      .where('id', '=', id)
      .execute();
    const { headers, body } = await expiry(id, learner);
    expect(headers['content-type']).toBe('text/calendar; charset=utf-8');
    expect(headers['content-disposition']).toContain(`${number}.ics`);
    const text = String(body);
    const lines = text.split('\r\n');
    expect(lines.every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
    expect(lines).toEqual(
      expect.arrayContaining([`UID:${id}@academy.example`, expect.stringMatching(/^DTSTAMP:\d{8}T\d{6}Z$/)]),
    );
    const unfolded = text.replaceAll('\r\n ', '');
    expect(unfolded.match(/BEGIN:VEVENT/g)).toHaveLength(1);
    expect(unfolded).toContain(`Certificate expires: ${'Überlebenstechniken\\; '.repeat(8)}`.trimEnd());
    const { expiresOn } = await db
      .selectFrom('certificate')
      .select('expiresOn')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(unfolded).toContain(`DTSTART;VALUE=DATE:${expiresOn?.replaceAll('-', '')}\r\n`);
  });

  test('exists only for the holder of a certificate that is in force and expires', async () => {
    const [{ learner, id }, other] = [await holder(), await holder()];
    expect((await expiry(id, other.learner)).status).toBe(404);
    await db.updateTable('certificate').set({ expiresOn: null }).where('id', '=', id).execute();
    expect((await expiry(id, learner)).status).toBe(404);
    await call(
      register.revoke,
      { params: { id: other.id }, body: { reason: 'Issued in error' } },
      await person('registrar'),
    );
    expect((await expiry(other.id, other.learner)).status).toBe(404);
  });
});

describe('a share link', () => {
  test('shows the whole certificate and its PDF to anyone who has it, and tells its holder who opened it', async () => {
    const { learner, id, number } = await holder();
    const made = await share(id, learner);
    expect(made.status).toBe(201);
    const token = tokenOf(made.body.data.url);
    const shown = (await open(token)).json().data;
    expect(shown).toMatchObject({ certNo: number, passportNo: 'N1234567', status: 'issued' });
    expect((await program.request('GET', shown.pdfPath.url)).status).toBe(200);
    await call(ownCertificates.openShare, { params: { token } }, learner);
    expect(await shares(id, learner)).toMatchObject([
      { opened: 1, openings: [{ network: '127.0.*.*', device: 'Firefox on Linux' }], revokedAt: null },
    ]);
    const stored = await db.selectFrom('certificateShare').selectAll().where('certificateId', '=', id).execute();
    expect(JSON.stringify(stored)).not.toContain(token);
  });

  // shows: threats/stale-link
  test('opens the certificate’s PDF, also by a renewed link, until it is revoked', async () => {
    const { learner, id } = await holder();
    const token = tokenOf((await share(id, learner)).body.data.url);
    const { url } = (await open(token)).json().data.pdfPath;
    const statusOf = async (link: string) => (await program.request('GET', link)).status;
    expect(await statusOf(url)).toBe(200);
    wait(600);
    expect(await statusOf(url)).toBe(401);
    const again = (await call(files.renew, { body: { url } })).body.data.url;
    expect(await statusOf(again)).toBe(200);
    const [shown] = await shares(id, learner);
    await call(ownCertificates.revokeShare, { params: { id: shown?._id ?? '' } }, learner);
    expect(await statusOf(again)).toBe(401);
    expect(await statusOf((await call(files.renew, { body: { url } })).body.data.url)).toBe(401);
  });

  test('expires on its day, and ends at once when its holder revokes it', async () => {
    const { learner, id } = await holder();
    const [brief, ended] = [await share(id, learner, 1), await share(id, learner, 30)];
    const [briefToken, endedToken] = [tokenOf(brief.body.data.url), tokenOf(ended.body.data.url)];
    const [newest] = await shares(id, learner);
    const end = () => call(ownCertificates.revokeShare, { params: { id: newest?._id ?? '' } }, learner);
    expect((await end()).status).toBe(200);
    expect((await end()).status).toBe(200);
    expect((await open(endedToken)).statusCode).toBe(404);
    expect((await open(briefToken)).statusCode).toBe(200);
    wait(day);
    expect((await open(briefToken)).statusCode).toBe(404);
    expect((await open('no-such-token')).statusCode).toBe(404);
  });

  test('is created and revoked only by the holder, and at most ten are open', async () => {
    const { learner, id } = await holder();
    const other = await person();
    expect((await share(id, other)).status).toBe(404);
    expect((await share(id, await person('admin'))).status).toBe(403);
    await share(id, learner);
    const [one] = await shares(id, learner);
    expect((await call(ownCertificates.listShares, { params: { id } }, other)).status).toBe(404);
    expect((await call(ownCertificates.revokeShare, { params: { id: one?._id ?? '' } }, other)).status).toBe(404);
    for (let n = 1; n < 10; n++) expect((await share(id, learner)).status).toBe(201);
    expect((await share(id, learner)).status).toBe(409);
    const odd = { params: { id }, body: { days: 3650 as 90 } };
    expect((await call(ownCertificates.share, odd, learner)).status).toBe(400);
  });

  test('of a certificate that is revoked later reports it', async () => {
    const { learner, id } = await holder();
    const token = tokenOf((await share(id, learner)).body.data.url);
    await call(register.revoke, { params: { id }, body: { reason: 'Issued in error' } }, await person('registrar'));
    expect((await open(token)).json().data.status).toBe('revoked');
  });
});

describe('the calendar', () => {
  const read = (url: string) => app.inject({ url: new URL(url).pathname });

  test('has the last day of each live certificate, in the iCalendar format', async () => {
    const { learner, number } = await holder();
    const made = await call(ownCertificates.renewCalendar, learner);
    const answer = await read(made.body.data.url);
    expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8');
    const lines = answer.body.split('\r\n');
    expect([lines.at(0), lines.at(-2)]).toEqual(['BEGIN:VCALENDAR', 'END:VCALENDAR']);
    expect(lines.every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
    const unfolded = answer.body.replaceAll('\r\n ', '');
    expect(unfolded).toContain('DTSTART;VALUE=DATE:2028');
    expect(unfolded).toContain(number);
    expect(answer.body).not.toContain('N1234567');
  });

  // shows: threats/stale-calendar
  test('has a URL that a new one replaces', async () => {
    const { learner } = await holder();
    const state = async () => (await call(ownCertificates.calendarState, learner)).body.data.createdAt;
    expect(await state()).toBeNull();
    const first = (await call(ownCertificates.renewCalendar, learner)).body.data.url;
    const second = (await call(ownCertificates.renewCalendar, learner)).body.data.url;
    expect(await state()).toBe(clock().toISOString());
    expect((await read(first)).statusCode).toBe(404);
    expect((await read(second)).statusCode).toBe(200);
    const made = db.selectFrom('auditEvent').select('subjectId').where('action', '=', 'account.renew-calendar');
    const mine = made.where('actorId', '=', learner.accountId);
    expect(await mine.execute()).toEqual([{ subjectId: learner.accountId }, { subjectId: learner.accountId }]);
  });

  // shows: threats/stale-calendar
  test('is not found while its account is disabled', async () => {
    const { learner } = await holder();
    const { url } = (await call(ownCertificates.renewCalendar, learner)).body.data;
    const disable = (disabledAt: Date | null) =>
      db.updateTable('account').set({ disabledAt }).where('id', '=', learner.accountId).execute();
    await disable(clock());
    expect((await read(url)).statusCode).toBe(404);
    await disable(null);
    expect((await read(url)).statusCode).toBe(200);
  });
});
