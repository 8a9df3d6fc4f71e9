import { expect, test } from 'vitest';
import { NoTimeStamp } from '../../../platform/time-stamps/token.ts';
import { testApp } from '../../../testing/app.ts';
import { silentLog } from '../../../testing/databases.ts';
import { checkCertificates } from '../check-certificates.ts';
import { certificateJobs } from '../jobs.ts';
import { pressesOfPrograms } from '../testing/shared-presses.ts';
import { undrawnCertificates } from '../testing/undrawn.ts';
import { drawPdf, type TimeStamping } from './draw-pdf.ts';
import { renewTimeStamps } from './renew-time-stamps.ts';

const program = await testApp();
const { db, files } = program;
const { find, issued, outcome, emailsToAcademy } = undrawnCertificates(program);
const { press } = pressesOfPrograms;

const until = (year: number) => new Date(`${year}-01-01T00:00:00Z`);
const stamper = (year: number) => async (pdf: Buffer) => ({
  pdf: Buffer.concat([pdf, Buffer.from(`% until ${year}`)]),
  until: until(year),
});
/** How `drawPdf` signs where the authority answers, and where it does not. */
const signer =
  (year: number): TimeStamping['sign'] =>
  async (draw) => {
    const drawn = await draw({ certificates: [], ocsps: [], crls: [] });
    return { ...drawn, ...(await stamper(year)(drawn.pdf)) };
  };
const contentOf = async (enrolmentId: string) => {
  const { file } = await outcome({ enrolmentId, before: [] });
  return { file, text: (await files.read('certificates', file?.filename ?? '')).toString('latin1') };
};
const lastAudit = async (id: string) =>
  (await db.selectFrom('auditEvent').select(['action', 'details']).where('subjectId', '=', id).execute()).at(-1);

test('a time stamp is part of the stored file, its end is recorded, and one that ends no later does not replace it', async () => {
  const { id, enrolmentId } = await issued();
  await drawPdf(program, press, id, { sign: signer(2027), tries: 1 });
  const drawn = await contentOf(enrolmentId);
  expect(drawn.text).toMatch(/% until 2027$/);
  expect((await find(enrolmentId)).timeStampedUntil).toEqual(until(2027));
  expect(await lastAudit(id)).toMatchObject({ details: { timeStampMissing: false } });
  expect(await emailsToAcademy(id)).toEqual([]);
  await renewTimeStamps(program, stamper(2027));
  expect(await contentOf(enrolmentId)).toEqual(drawn);
});

// shows: threats/signature-outlived
test('a time stamp is waited for eight times; then the certificate is drawn without it, and staff are notified', async () => {
  const { id, enrolmentId } = await issued();
  const timeStamps = { url: 'http://127.0.0.1:9', authorization: undefined, trusted: [] };
  const jobs = certificateJobs({ ...program, config: { ...program.config, timeStamps } }, press, silentLog);
  const attempt = async (tries: number) => jobs['draw-sheet']?.({ id: '', payload: { certificateId: id }, tries });
  for (const tries of [1, 8]) await expect(attempt(tries)).rejects.toThrow(NoTimeStamp);
  expect((await find(enrolmentId)).pdfFileId).toBeNull();
  await attempt(9);
  expect(await lastAudit(id)).toMatchObject({ action: 'certificate.draw', details: { timeStampMissing: true } });
  expect(await emailsToAcademy(id)).toEqual([expect.stringContaining('Its signature has no time stamp')]);
  expect((await find(enrolmentId)).timeStampedUntil).toEqual(program.clock());
});

test('a time stamp is added where it is missing, although another one cannot be renewed yet', async () => {
  const [ending, missing, alike] = [await issued(), await issued(), await issued()];
  for (const { id } of [ending, alike]) await drawPdf(program, press, id, { sign: signer(2027), tries: 1 });
  await drawPdf(program, press, missing.id, {
    sign: () => Promise.reject(new NoTimeStamp('nobody answers')),
    tries: 9,
  });
  const before = await contentOf(ending.enrolmentId);
  const asked: string[] = [];
  await renewTimeStamps(program, (pdf) => {
    asked.push(pdf.toString('latin1'));
    return stamper(2027)(pdf);
  });
  expect((await contentOf(missing.enrolmentId)).text).toMatch(/% until 2027$/);
  expect(await contentOf(ending.enrolmentId)).toEqual(before);
  // the first one shows what the authority offers
  expect(asked).not.toContain((await contentOf(alike.enrolmentId)).text);
});

test('a time stamp is added later where it is missing, and renewed before it ends, in a file that replaces the old one', async () => {
  const [missing, ending, lasting, never] = [await issued(), await issued(), await issued(), await issued()];
  const failing = () => Promise.reject(new NoTimeStamp('nobody answers'));
  await drawPdf(program, press, missing.id, { sign: failing, tries: 9 });
  await drawPdf(program, press, ending.id, { sign: signer(2027), tries: 1 });
  await drawPdf(program, press, lasting.id, { sign: signer(2050), tries: 1 });
  await drawPdf(program, press, never.id);
  const before = await contentOf(ending.enrolmentId);
  const untouched = await Promise.all([lasting, never].map(({ enrolmentId }) => contentOf(enrolmentId)));
  let count = 0;
  const failsOnce = (pdf: Buffer) => (count++ === 0 ? failing() : stamper(2036)(pdf));
  await expect(renewTimeStamps(program, failsOnce)).rejects.toThrow('nobody answers');
  await renewTimeStamps(program, stamper(2036));
  const after = await contentOf(ending.enrolmentId);
  expect(after.text).toBe(`${before.text}% until 2036`);
  expect((await contentOf(missing.enrolmentId)).text).toMatch(/% until 2036$/);
  expect(await Promise.all([lasting, never].map(({ enrolmentId }) => contentOf(enrolmentId)))).toEqual(untouched);
  expect(await lastAudit(ending.id)).toMatchObject({ action: 'certificate.time-stamp' });
  expect(await checkCertificates(db, [missing.id, ending.id, lasting.id, never.id])).toEqual([]);
  expect(after.file).toMatchObject({ ownerId: ending.accountId, originalName: `${ending.number}.pdf` });
  const old = db
    .selectFrom('storedFile')
    .select('deletedAt')
    .where('id', '=', before.file?.id ?? '');
  expect(await old.executeTakeFirst()).toEqual({ deletedAt: program.clock() });
  await renewTimeStamps(program, () => Promise.reject(new Error('nothing is due')));
});
