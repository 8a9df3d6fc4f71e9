import { accounts } from '@fairlead/contract/accounts/calls';
import { ownCertificates } from '@fairlead/contract/certificates/own-certificates';
import { dayInWords } from '@fairlead/contract/values/dates';
import { wallet } from '@fairlead/contract/wallet/calls';
import { describe, expect, test } from 'vitest';
import { addDays } from '../../platform/calendar.ts';
import { dueJobs } from '../../platform/jobs/queries.ts';
import { type Person, testApp } from '../../testing/app.ts';
import { addBatch, addCourse, addProfile } from '../../testing/factories.ts';
import { remindOfExpiry } from './remind-of-expiry.ts';
import { addDocument } from './testing/wallet.ts';
import { walletDesk } from './testing/wallet-desk.ts';

const program = await testApp();
const { call, person, wait, db, clock, mailsTo, app, worker } = program;
const { registrar, own, refuse, certify, today } = await walletDesk(program);
const day = 24 * 3600;

test.each<[string, object, object, boolean]>([
  ['the same kind', { kind: 'MED' }, { kind: 'MED' }, true],
  ['the same that nobody has checked', { kind: 'MED' }, { kind: 'MED', status: 'waiting' }, false],
  ['less than it proves', { kind: 'MED', codes: ['MED', 'MED-LR'] }, { kind: 'MED' }, false],
  ['another title', { kind: 'OTHER', title: 'Crane' }, { kind: 'OTHER', title: 'Welding' }, false],
  ['another country', { kind: 'II/1', country: 'IN' }, { kind: 'II/1', country: 'GB' }, false],
])('a document is replaced by a later one: %s', async (_, first, later, isReplaced) => {
  const learner = await person();
  await addDocument(program, learner, { ...first, number: 'FIRST', expiresOn: '2027-02-01' });
  await addDocument(program, learner, { ...later, number: 'LATER', expiresOn: '2029-02-01' });
  expect((await own(learner)).find(({ number }) => number === 'FIRST')?.isReplaced).toBe(isReplaced);
});

describe('the list of what ends', () => {
  const ending = async (query: Required<NonNullable<Parameters<typeof call<typeof wallet.listEnding>>[1]>>['query']) =>
    (await call(wallet.listEnding, { query }, registrar)).body.data;

  test('has all people, in the order of the last days, page by page, without what is replaced, refused or of the disabled', async () => {
    const learner = await person('learner', { lastName: 'Endinger' });
    await addProfile(program, learner, { passportExpiresOn: '2026-12-03' });
    await db
      .updateTable('seafarerProfile')
      .set({ cdcExpiresOn: '2026-12-03' })
      .where('accountId', '=', learner.accountId)
      .execute();
    await certify(learner, (await addCourse(program)).id, { expiresOn: '2026-12-01', number: 'E-1' });
    await addDocument(program, learner, { expiresOn: '2026-12-02', number: 'E-2' });
    await addDocument(program, learner, { kind: 'DAT', expiresOn: '2026-12-04', number: 'E-3' });
    await addDocument(program, learner, { kind: 'DAT', expiresOn: '2026-11-25', number: 'REPLACED' });
    const later = await addDocument(program, learner, { kind: 'SCHENGEN', expiresOn: '2027-02-18', number: 'E-4' });
    await addDocument(program, learner, {
      kind: 'VISA',
      codes: ['VISA-US'],
      expiresOn: '2027-02-19',
      number: 'TOO LATE',
    });
    await addDocument(program, learner, { kind: 'SID', expiresOn: '2026-11-19', number: 'ENDED' });
    const q = 'Endinger';
    const all = await ending({ q, within: '90' });
    const numbers = all.map(({ number }) => number);
    expect(numbers.toSpliced(2, 2, ...numbers.slice(2, 4).toSorted())).toEqual([
      ...['E-1', 'E-2', 'MUM 123456', 'N1234567', 'E-3', 'E-4'],
    ]);
    const paged: string[] = [];
    for (let after: string | undefined; ; ) {
      const page = await ending({ q, within: '90', limit: 1, ...(after && { after }) });
      paged.push(...page.map(({ number }) => number));
      after = page.at(-1)?._id;
      if (after === undefined) break;
    }
    expect(paged).toEqual(numbers);
    expect((await ending({ q, kind: 'DAT' })).map(({ number }) => number)).toEqual(['E-3']);
    expect((await ending({ q, within: '7' })).map(({ number }) => number)).toEqual([]);
    expect((await ending({ q, within: 'ended' })).map(({ number }) => number)).toEqual(['ENDED']);
    const whole = (await ending({ q })).map(({ number }) => number);
    expect([whole[0], whole.at(-1)]).toEqual(['ENDED', 'TOO LATE']);
    expect((await ending({ q: 'E-4' })).map(({ _id }) => _id)).toContain(later);
    await db
      .updateTable('walletDocument')
      .set({ status: 'waiting', decidedAt: null })
      .where('id', '=', later)
      .execute();
    await refuse(later, 1);
    expect((await ending({ q })).map(({ number }) => number)).not.toContain('E-4');
    await db.updateTable('account').set({ disabledAt: clock() }).where('id', '=', learner.accountId).execute();
    expect(await ending({ q })).toEqual([]);
  });

  test('of a kind has the certificates that prove it: by their rules, or as the first that their course was given', async () => {
    const course = await addCourse(program);
    const [unnamed] = await db.selectFrom('courseRule').select('id').where('courseId', '=', course.id).execute();
    const named = ['RIGGER', 'DIVER'].map((qualification, n) => ({
      courseId: course.id,
      edition: n + 2,
      qualification,
      createdAt: clock(),
      validity: 'months' as const,
      validityMonths: 60,
    }));
    const [rigger, diver] = await db.insertInto('courseRule').values(named).returning('id').execute();
    const certified = async (number: string, expiresOn: string, rule: { id: string } | undefined) => {
      await certify(await person(), course.id, { number, expiresOn, ruleId: rule?.id ?? null });
    };
    await certified('UNKNOWN', '2026-12-03', undefined);
    await certified('UNNAMED', '2026-12-01', unnamed);
    await certified('RIGGER', '2026-12-02', rigger);
    await certified('DIVER', '2026-12-02', diver);
    await addDocument(program, await person(), { kind: 'RIGGER', expiresOn: '2026-12-04', number: 'ELSEWHERE' });
    const of = async (query: Parameters<typeof ending>[0]) => (await ending(query)).map(({ number }) => number);
    const riggers = ['UNNAMED', 'RIGGER', 'UNKNOWN', 'ELSEWHERE'];
    expect(await of({ kind: 'RIGGER' })).toEqual(riggers);
    const first = await ending({ kind: 'RIGGER', limit: 2 });
    expect(await of({ kind: 'RIGGER', after: first.at(-1)?._id ?? '' })).toEqual(riggers.slice(2));
    expect(await of({ kind: 'DIVER' })).toEqual(['DIVER']);
    expect(await of({ kind: 'WELDER' })).toEqual([]);
  });
});

describe('reminders', () => {
  const reminders = async ({ email }: Person) =>
    (await mailsTo(email)).map(({ subject }) => /in (\d+) days/.exec(subject ?? '')?.[1]);

  test('are sent 180, 90, 60, 30 and 7 days before the last day, once each, and not of a revoked certificate', async () => {
    const course = await addCourse(program, { title: 'Radar' });
    const expiresOn = addDays(today(), 190);
    const [held, revoked, documents] = [await person(), await person(), await person()];
    await certify(held, course.id, { expiresOn });
    await certify(revoked, course.id, { expiresOn, status: 'revoked' });
    await addDocument(program, documents, { expiresOn });
    // ten days before the first notice; from the day before each to the day after it; and on the day after the last
    for (const days of [10, 1, 88, 1, 1, 29, 1, 29, 1, 22, 1, 1, 7]) {
      await Promise.all([remindOfExpiry(program), remindOfExpiry(program)]);
      wait(days * day);
    }
    expect(await reminders(held)).toEqual(['180', '90', '60', '30', '7']);
    expect(await reminders(documents)).toEqual(['180', '90', '60', '30', '7']);
    expect(await reminders(revoked)).toEqual([]);
  });

  test('are one email for several documents, without their numbers, and start again after a change of date', async () => {
    const learner = await person();
    await addProfile(program, learner, { passportExpiresOn: addDays(today(), 100) });
    const id = await addDocument(program, learner, { expiresOn: addDays(today(), 20) });
    await certify(learner, (await addCourse(program)).id, { expiresOn: addDays(today(), 50) });
    await remindOfExpiry(program);
    await remindOfExpiry(program);
    const [mail, ...more] = await mailsTo(learner.email);
    expect([mail?.subject, more]).toEqual(['Expires in 20 days: 3 documents', []]);
    expect(mail?.text).toContain(`Medical certificate: valid until ${dayInWords(addDays(today(), 20))}, in 20 days.`);
    expect(mail?.text).toContain('Enclosed Space Entry: valid until');
    expect(mail?.text).not.toContain('N1234567');
    const change = (expiresOn: string) =>
      db.updateTable('walletDocument').set({ expiresOn }).where('id', '=', id).execute();
    await change(addDays(today(), 25));
    await remindOfExpiry(program);
    expect((await mailsTo(learner.email)).map(({ subject }) => subject)).toEqual([
      'Expires in 20 days: 3 documents',
      'Expires in 25 days: Medical certificate',
    ]);
    // the newer one ends the reminders of the older
    await addDocument(program, learner, { expiresOn: addDays(today(), 700), number: 'NEW' });
    await change(addDays(today(), 6));
    await remindOfExpiry(program);
    expect(await mailsTo(learner.email)).toHaveLength(2);
  });

  test('of a certificate that does not expire name the refresher, with its next batch; so does the calendar', async () => {
    const [course, refresher] = [
      await addCourse(program, { title: 'Rafts' }),
      await addCourse(program, { title: 'Rafts again' }),
    ];
    const rule = (courseId: string, values: object) =>
      db.updateTable('courseRule').set(values).where('courseId', '=', courseId).execute();
    await rule(course.id, { qualification: 'PST' });
    await rule(refresher.id, { kind: 'refresher', kindOf: 'PST' });
    await addBatch(program, refresher.id, { firstDay: addDays(today(), 20), lastDay: addDays(today(), 21) });
    const learner = await person();
    const id = await certify(learner, course.id, { expiresOn: null });
    const refresherDue = addDays(today(), 29);
    await db.updateTable('certificate').set({ refresherDue }).where('id', '=', id).execute();
    await remindOfExpiry(program);
    const [mail, ...more] = await mailsTo(learner.email);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('Your refresher course is due in 29 days: Enclosed Space Entry');
    expect(mail?.text).toContain(
      `The refresher course is Rafts again. The next batch begins on ${dayInWords(addDays(today(), 20))}.`,
    );
    expect(mail?.text).toContain(`/courses/${refresher.id}`);
    await addDocument(program, learner, { expiresOn: addDays(today(), 40), number: 'SECRET 9' });
    const { url } = (await call(ownCertificates.renewCalendar, learner)).body.data;
    const feed = (await app.inject({ url: new URL(url).pathname })).body.replaceAll('\r\n ', '');
    expect(feed).toContain(`DTSTART;VALUE=DATE:${refresherDue.replaceAll('-', '')}`);
    expect(feed).toContain('SUMMARY:Refresher due: Enclosed Space Entry');
    expect(feed).toContain('SUMMARY:Document expires: Medical certificate');
    expect(feed).not.toContain('SECRET 9');
    expect(feed.match(/BEGIN:VALARM/g)).toHaveLength(10);
  });

  test('wait for every email that somebody waits for, though they were queued first', async () => {
    for (const learner of [await person(), await person(), await person()]) {
      await addDocument(program, learner, { expiresOn: addDays(today(), 100) });
    }
    const { email } = await person();
    await worker.drain();
    await remindOfExpiry(program);
    await call(accounts.forgotPassword, { body: { email } });
    const claimed = await dueJobs({ kinds: ['mail'], alone: [], now: clock(), most: 10 }).execute(db);
    const ids = claimed.rows.map((row) => (row as unknown as { id: string }).id);
    const jobs = await db.selectFrom('job').select(['id', 'payload']).where('id', 'in', ids).execute();
    const payloads = new Map(jobs.map(({ id, payload }) => [id, payload as { to: string }]));
    const receivers = ids.map((id) => payloads.get(id)?.to);
    expect(receivers.length).toBeGreaterThan(3);
    expect(receivers.indexOf(email)).toBe(0);
  });
});
