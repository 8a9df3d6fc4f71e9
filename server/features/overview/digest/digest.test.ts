import { settings } from '@fairlead/contract/academy/settings';
import { ownAccount } from '@fairlead/contract/accounts/own-account';
import { courseRules } from '@fairlead/contract/courses/course-rules';
import { overview } from '@fairlead/contract/overview/calls';
import { describe, expect, test } from 'vitest';
import { addDays, dayAt } from '../../../platform/calendar.ts';
import { testApp } from '../../../testing/app.ts';
import { onServer } from '../../../testing/database.ts';
import { addCourse, enrol } from '../../../testing/factories.ts';
import { addCertificate } from '../../assessments/testing/assessments.ts';
import { sendDigests } from './send-digests.ts';

const program = await testApp();
const { call, db, person, mailsTo, wait } = program;
const [admin, registrar, instructor] = [await person('admin'), await person('registrar'), await person('instructor')];
const hour = 3600;
/** The number of emails that each has received: the administrator, the registrar, the instructor. */
async function countsOf() {
  const counts: number[] = [];
  for (const { email } of [admin, registrar, instructor]) counts.push((await mailsTo(email)).length);
  return counts;
}

describe('the daily digest', () => {
  test('is not sent while nothing is pending, nor later on a day on which nothing was found', async () => {
    // It is noon in Kolkata.
    await sendDigests(program);
    await enrol(program, await person(), (await addCourse(program)).id, 'pending');
    await sendDigests(program);
    expect(await countsOf()).toEqual([0, 0, 0]);
  });

  test('is sent at seven in the academy’s time zone, to staff who decide the pending items', async () => {
    const approved = await enrol(program, await person(), (await addCourse(program)).id);
    await addCertificate(program, approved, { status: 'held' });
    const gaveUp = { lastError: 'no such mailbox: secret@example.org', attempts: 12, gaveUpAt: program.clock() };
    await db
      .insertInto('job')
      .values({ kind: 'mail', payload: '{}', ...gaveUp })
      .execute();
    wait(19 * hour - 60);
    await sendDigests(program);
    expect(await countsOf()).toEqual([0, 0, 0]);
    wait(60);
    await sendDigests(program);
    expect(await countsOf()).toEqual([1, 1, 0]);
    const [toRegistrar] = await mailsTo(registrar.email);
    const [toAdmin] = await mailsTo(admin.email);
    expect(toRegistrar?.text).toContain(
      '1 enrollment request, since 2026-11-20\n1 certificate on hold, since 2026-11-20',
    );
    expect(toRegistrar?.text).not.toContain('failed');
    expect(toAdmin?.text).toContain('1 failed delivery, since 2026-11-20');
    expect(toAdmin?.text).toContain('https://academy.example/admin-dashboard');
    expect(toAdmin?.text).not.toContain('secret');
  });

  test('is sent once a day to each, however many instances run, and again on the next day', async () => {
    // Each day at seven and at eight, so that the next test starts at eight on either database engine.
    wait(hour);
    for (let day = 0; day < (onServer() ? 5 : 2); day++) {
      const before = await countsOf();
      wait(23 * hour);
      await Promise.all(Array.from({ length: 6 }, () => sendDigests(program)));
      wait(hour);
      await sendDigests(program);
      expect(await countsOf()).toEqual([(before[0] ?? 0) + 1, (before[1] ?? 0) + 1, 0]);
    }
  });

  /** How many emails have told somebody of one approval that ends. */
  const told = async ({ email }: { email: string }) =>
    (await mailsTo(email)).filter(({ text }) => text?.includes('1 course whose approval ends within 90 days')).length;

  test('tells administrators of an approval 90 days before its end and on the day after it, once each time', async () => {
    const day = dayAt(program.clock(), program.config.timeZone);
    const { id } = await addCourse(program, { title: 'Rafts' });
    await db
      .updateTable('courseRule')
      .set({ approval: 'DG Shipping', approvalUntil: addDays(day, 92), approvalChangedOn: day })
      .where('courseId', '=', id)
      .execute();
    const counts: number[] = [];
    for (let days = 0; days < 4; days++) {
      wait(24 * hour);
      await sendDigests(program);
      counts.push(await told(admin));
    }
    expect([counts, await told(registrar)]).toEqual([[0, 1, 1, 1], 0]);
    const waiting = async () => (await call(overview.getOverview, admin)).body.data.endingApprovals;
    expect(await waiting()).toMatchObject({ count: 1, longest: [{ _id: id, title: 'Rafts' }] });
    expect((await call(overview.getOverview, registrar)).body.data.endingApprovals).toBeNull();
    const body = { approvalUntil: addDays(day, 800) };
    await call(courseRules.changeApproval, { params: { id, edition: 1 }, body }, admin);
    expect(await waiting()).toMatchObject({ count: 0 });
    // one that is entered late is told on the next day
    await call(
      courseRules.changeApproval,
      { params: { id, edition: 1 }, body: { approvalUntil: addDays(day, 10) } },
      admin,
    );
    wait(24 * hour);
    await sendDigests(program);
    expect(await told(admin)).toBe(2);
    // it ends in five days, and has ended in six
    const after: number[] = [];
    for (let days = 0; days < 7; days++) {
      wait(24 * hour);
      await sendDigests(program);
      after.push(await told(admin));
    }
    expect(after).toEqual([2, 2, 2, 2, 2, 3, 3]);
    await db.updateTable('course').set({ isActive: false }).where('id', '=', id).execute();
    expect(await waiting()).toMatchObject({ count: 0 });
  });

  test('reports an approval of a later edition when that applies, and of none without an end', async () => {
    const day = dayAt(program.clock(), program.config.timeZone);
    const [{ id: later }, { id: endless }] = [
      await addCourse(program, { title: 'Rafts' }),
      await addCourse(program, { title: 'Boats' }),
    ];
    const state = (courseId: string, rule: object) =>
      db
        .updateTable('courseRule')
        .set({ approval: 'DG Shipping', ...rule })
        .where('courseId', '=', courseId)
        .execute();
    await state(later, {
      approvalUntil: addDays(day, 40),
      approvalChangedOn: addDays(day, -60),
      appliesFrom: addDays(day, 2),
    });
    await state(endless, { approvalUntil: null, approvalChangedOn: addDays(day, -1) });
    const waiting = async () => (await call(overview.getOverview, admin)).body.data.endingApprovals;
    expect(await waiting()).toMatchObject({ count: 0 });
    const before = await told(admin);
    const more: number[] = [];
    for (let days = 0; days < 2; days++) {
      wait(24 * hour);
      await sendDigests(program);
      more.push((await told(admin)) - before);
    }
    expect(more).toEqual([0, 1]);
    expect(await waiting()).toMatchObject({ count: 1, longest: [{ _id: later }] });
  });

  test('is sent at the configured hour, and to staff who want it', async () => {
    const before = await countsOf();
    await call(settings.saveDigest, { body: { hour: 20 } }, admin);
    const stop = (wanted: boolean, as = registrar) => call(ownAccount.chooseDigest, { body: { wanted } }, as);
    expect((await stop(false)).body.message).toBe('You will no longer get the daily email.');
    expect((await stop(false)).status).toBe(200);
    expect((await call(ownAccount.getOwnAccount, registrar)).body.wantsDailyMail).toBe(false);
    // An instructor decides none of the items in the digest.
    expect((await stop(false, instructor)).status).toBe(403);
    wait(24 * hour);
    await sendDigests(program);
    expect(await countsOf()).toEqual(before);
    wait(12 * hour);
    await sendDigests(program);
    expect(await countsOf()).toEqual([(before[0] ?? 0) + 1, before[1], 0]);
    expect((await stop(true)).body.message).toBe('You will get the daily email.');
    await call(settings.saveDigest, { body: { hour: 7 } }, admin);
    wait(12 * hour);
  });

  test('depends on the role on that day, and is not sent to disabled accounts or people who are not staff', async () => {
    const before = await countsOf();
    const [gone, learner] = [await person('registrar'), await person()];
    await db.updateTable('account').set({ disabledAt: program.clock() }).where('id', '=', gone.accountId).execute();
    await db.updateTable('account').set({ role: 'instructor' }).where('id', '=', registrar.accountId).execute();
    wait(24 * hour);
    await sendDigests(program);
    expect(await countsOf()).toEqual([(before[0] ?? 0) + 1, before[1], 0]);
    expect([...(await mailsTo(gone.email)), ...(await mailsTo(learner.email))]).toEqual([]);
  });
});
