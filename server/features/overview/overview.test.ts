import { accounts } from '@fairlead/contract/accounts/calls';
import { overview } from '@fairlead/contract/overview/calls';
import { describe, expect, test } from 'vitest';
import { testApp } from '../../testing/app.ts';
import { addCourse, addProfile, enrol } from '../../testing/factories.ts';
import { addCertificate } from '../assessments/testing/assessments.ts';

const program = await testApp();
const { call, person, db } = program;
const [admin, registrar, instructor] = [await person('admin'), await person('registrar'), await person('instructor')];
const look = async (as = admin) => (await call(overview.getOverview, as)).body.data;
const none = { count: 0, longest: [] };

describe('the overview', () => {
  test('of an academy without pending items says so', async () => {
    expect(await look()).toEqual({
      registrations: none,
      doubtfulPasses: none,
      messages: none,
      requests: none,
      identityChanges: none,
      documentsToCheck: none,
      heldCertificates: none,
      paymentProofs: null,
      logFlaws: none,
      endingApprovals: none,
      playbackSpeeds: none,
      jobsGivenUp: none,
      // A public URL, and no mail server.
      mailsReachNobody: true,
      mailsWait: null,
      // it has neither course nor learner
      firstSteps: expect.arrayContaining([{ step: 'course', state: 'open' }]),
      massDeletions: [],
      secondFactorPutOff: null,
      night: null,
      hasSampleCourse: false,
    });
  });

  test('shows pending items, the oldest first', async () => {
    const since = program.clock().toISOString();
    const course = await addCourse(program, { title: 'Survival at Sea' });
    const learner = await person('learner', { firstName: 'Irfan', lastName: 'Khan' });
    await enrol(program, learner, course.id, 'pending');
    await enrol(program, learner, (await addCourse(program)).id, 'rejected');
    const holder = await person();
    const approved = await enrol(program, holder, course.id);
    const certificate = await addCertificate(program, approved, { status: 'held' });
    await addProfile(program, learner, { name: 'Irfan A. Khan', identityChangedAt: program.clock() });
    program.wait(60);
    await enrol(program, await person(), course.id, 'pending');

    const seen = await look();
    expect(seen.requests).toMatchObject({
      count: 2,
      longest: [
        { title: 'Irfan Khan', detail: 'Survival at Sea', since, personId: null, searchText: learner.email },
        { detail: 'Survival at Sea' },
      ],
    });
    expect(seen.identityChanges).toEqual({
      count: 1,
      longest: [
        {
          _id: learner.accountId,
          title: 'Irfan A. Khan',
          detail: learner.email,
          since,
          personId: learner.accountId,
          searchText: null,
        },
      ],
    });
    expect(seen.heldCertificates).toMatchObject({
      count: 1,
      longest: [{ _id: certificate, personId: holder.accountId }],
    });
  });

  test('counts registrations that can be approved, and lists only a few', async () => {
    for (let n = 0; n < 7; n++) {
      const { accountId } = await person('learner', { firstName: 'New', lastName: `Comer ${n}` });
      const unverified = n === 6 ? { emailVerifiedAt: null } : {};
      await db
        .updateTable('account')
        .set({ approvedAt: null, ...unverified })
        .where('id', '=', accountId)
        .execute();
      program.wait(1);
    }
    const { registrations } = await look();
    expect(registrations?.count).toBe(6);
    expect(registrations?.longest.every(({ _id, personId }) => personId === _id)).toBe(true);
    expect(registrations?.longest.map(({ title }) => title)).toEqual([0, 1, 2, 3, 4].map((n) => `New Comer ${n}`));
  });

  test('reports failed jobs, without their content', async () => {
    await db
      .insertInto('job')
      .values({
        kind: 'mail',
        payload: JSON.stringify({ to: 'secret@example.org' }),
        lastError: 'no such mailbox: secret@example.org',
        attempts: 12,
        gaveUpAt: program.clock(),
      })
      .execute();
    const { jobsGivenUp } = await look(instructor);
    expect(jobsGivenUp).toMatchObject({ count: 1, longest: [{ title: 'mail', detail: 'after 12 attempts' }] });
    expect(JSON.stringify(jobsGivenUp)).not.toContain('secret');
  });

  test('shows each role its own work', async () => {
    const kinds = [
      'registrations',
      'requests',
      'identityChanges',
      'heldCertificates',
      'messages',
      'jobsGivenUp',
    ] as const;
    const seenBy = async (as: typeof admin) => {
      const seen = await look(as);
      return kinds.filter((kind) => seen[kind] !== null);
    };
    const people = ['registrations', 'requests', 'identityChanges', 'heldCertificates', 'messages'];
    expect(await seenBy(registrar)).toEqual([...people, 'jobsGivenUp']);
    expect(await seenBy(admin)).toEqual([...people, 'jobsGivenUp']);
    expect(await seenBy(instructor)).toEqual(['jobsGivenUp']);
  });

  test('is only for staff', async () => {
    expect((await call(overview.getOverview, await person())).status).toBe(403);
    expect((await call(overview.getOverview)).status).toBe(401);
  });
});

test('shows mails that the mail server has refused for an hour', async () => {
  const academy = await testApp();
  const admin = await academy.person('admin');
  const waiting = async () => (await academy.call(overview.getOverview, admin)).body.data.mailsWait;
  const refused = { kind: 'mail', runAt: academy.clock(), attempts: 9, lastError: 'Error: 451 Try again later' };
  const failingSince = academy.clock();
  await academy.db
    .insertInto('job')
    .values({ ...refused, failingSince })
    .execute();
  academy.wait(3599);
  expect(await waiting()).toBeNull();
  academy.wait(1);
  expect(await waiting()).toEqual({ since: failingSince.toISOString(), reason: 'Error: 451 Try again later' });
  await academy.db.updateTable('job').set({ gaveUpAt: academy.clock() }).execute();
  expect(await waiting()).toBeNull();
});

// shows: threats/mail-on-its-way
test('shows mails that wait for the mail server to all staff, and the reason to those who can fix it', async () => {
  const academy = await testApp({ SMTP_URL: 'smtp://academy:hush@127.0.0.1:9' });
  const { body } = await academy.call(accounts.forgotPassword, { body: { email: (await academy.person()).email } });
  expect(body.message).toBeTruthy();
  await academy.worker.drain();
  const waiting = async (role: 'admin' | 'instructor') =>
    (await academy.call(overview.getOverview, await academy.person(role))).body.data.mailsWait;
  const since = academy.clock().toISOString();
  expect(await waiting('admin')).toEqual({
    since,
    reason: expect.stringMatching(/^The connection to the mail server failed: .*ECONNREFUSED/),
  });
  expect(await waiting('instructor')).toEqual({ since, reason: null });
  expect((await academy.request('GET', '/readyz')).body).toMatchObject({ status: 'ready', lacking: ['mail server'] });
});
