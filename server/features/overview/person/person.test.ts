import { enrolments } from '@fairlead/contract/enrolments/calls';
import { overview } from '@fairlead/contract/overview/calls';
import { seafarers } from '@fairlead/contract/seafarers/calls';
import { expect, test } from 'vitest';
import { appendAudit } from '../../../platform/audit/append.ts';
import { transaction } from '../../../platform/db/database.ts';
import { type Person, testApp } from '../../../testing/app.ts';
import { addCourse, addFilms, addProfile, addWatching, enrol } from '../../../testing/factories.ts';
import { approveAccount } from '../../accounts/people/approve-account.ts';
import { addCertificate } from '../../assessments/testing/assessments.ts';

const program = await testApp();
const { call, person, db } = program;
const registrar = await person('registrar', { firstName: 'Rekha', lastName: 'Rao' });
const admin = await person('admin');
const ip = '127.0.0.1';

const ask = (id: string, as?: Person) =>
  call(overview.getPerson, { params: { id } }, ...((as ? [as] : []) as [Person]));
const look = async ({ accountId }: Person, as = admin) => (await ask(accountId, as)).body.data;

test('a person who has only signed up has an account, and nothing else', async () => {
  const learner = await person('learner', { firstName: 'Irfan', lastName: 'Khan' });
  await db.updateTable('account').set({ approvedAt: null }).where('id', '=', learner.accountId).execute();
  expect(await look(learner)).toMatchObject({
    account: { firstName: 'Irfan', lastName: 'Khan', email: learner.email, state: 'waiting', approvedBy: null },
    profile: null,
    identityCheck: null,
    enrolments: [],
    attempts: [],
    certificates: [],
    history: [],
  });
  await approveAccount(program, { accountId: learner.accountId, actorId: registrar.accountId, ip });
  const { account, history } = await look(learner);
  expect(account).toMatchObject({ state: 'approved', approvedBy: 'Rekha Rao', approvedAt: expect.any(String) });
  expect(history).toMatchObject([{ action: 'account.approve', by: 'Rekha Rao', own: false, courseTitle: null }]);
});

test('the page shows everything about one person, and nothing about another', async () => {
  const [learner, other] = [await person(), await person()];
  const course = await addCourse(program, { title: 'Survival at Sea' });
  const { films } = await addFilms(program, course.id, [100, 200]);
  await addProfile(program, learner, { name: 'Asha K. Nair' });
  const enrolmentId = await enrol(program, learner, course.id, 'pending');
  await program.call(enrolments.accept, { params: { id: enrolmentId } }, registrar);
  await addWatching(program, { enrolmentId, filmId: films[0] ?? '', seconds: 40 });
  const certificate = await addCertificate(program, enrolmentId, { expiresOn: '2026-11-01' });
  const foreign = await enrol(program, other, course.id);
  await addWatching(program, { enrolmentId: foreign, filmId: films[1] ?? '', seconds: 200, completed: true });
  await addCertificate(program, await enrol(program, other, (await addCourse(program)).id));

  const seen = await look(learner);
  expect(seen.profile).toMatchObject({ _id: learner.accountId, name: 'Asha K. Nair' });
  expect((await program.request('GET', seen.profile?.profilePicture.url ?? '')).status).toBe(200);
  expect(seen.identityCheck).toEqual({ at: program.clock().toISOString(), by: 'Rekha Rao' });
  expect(seen.enrolments).toEqual([
    expect.objectContaining({
      _id: enrolmentId,
      courseTitle: 'Survival at Sea',
      status: 'approved',
      decidedBy: 'Rekha Rao',
      superseded: false,
      batch: null,
      progress: {
        filmsCompleted: 0,
        filmsTotal: 2,
        packagesTotal: 0,
        percent: 13,
        trainingSubmitted: false,
        testPassed: true,
      },
      films: [
        { title: 'Film 1', serial: 1, durationSeconds: 100, watchedSeconds: 40, completedAt: null },
        { title: 'Film 2', serial: 2, durationSeconds: 200, watchedSeconds: 0, completedAt: null },
      ],
    }),
  ]);
  expect(seen.attempts).toMatchObject([{ testTitle: 'Final test', score: 3, totalQuestions: 3, passed: true }]);
  // It has expired by date alone.
  expect(seen.certificates).toMatchObject([{ _id: certificate, status: 'expired', dateOfExpiry: '2026-11-01' }]);
  expect(seen.history).toMatchObject([{ action: 'enrolment.accept', courseTitle: 'Survival at Sea' }]);
});

test('the history lists the latest 50 first, and shows notes but no other detail', async () => {
  const learner = await person();
  for (let n = 1; n <= 52; n++) {
    const subject = { kind: 'account', id: learner.accountId };
    const details = { note: n === 52 ? 'by passport' : { nested: true }, secret: 'not for the page' };
    await transaction(db, (tx) =>
      appendAudit(tx, { actorId: learner.accountId, action: `action.${n}`, subject, details }),
    );
  }
  const { history } = await look(learner);
  expect(history).toHaveLength(50);
  expect(history[0]).toMatchObject({ action: 'action.52', own: true, note: 'by passport' });
  expect(history[1]).toMatchObject({ action: 'action.51', note: null });
  expect(JSON.stringify(history)).not.toContain('not for the page');
});

test('attempts are shown only to people who may see results', async () => {
  const learner = await person();
  await addCertificate(program, await enrol(program, learner, (await addCourse(program)).id));
  expect((await look(learner, registrar)).attempts).toBeNull();
  expect((await look(learner, admin)).attempts).toHaveLength(1);
});

test('the page is only for staff who may read people, and for existing people', async () => {
  const learner = await person();
  expect((await ask(learner.accountId)).status).toBe(401);
  expect((await ask(learner.accountId, learner)).status).toBe(403);
  expect((await ask(learner.accountId, await person('instructor'))).status).toBe(403);
  expect((await ask('00000000-0000-4000-8000-000000000000', registrar)).status).toBe(404);
  expect((await ask('nobody', registrar)).status).toBe(400);
});

test('a corrected name is in the history with its former value and the reason', async () => {
  const learner = await person('learner', { firstName: 'Irfan', lastName: 'Kahn' });
  const body = { firstName: 'Irfan', lastName: 'Khan', note: 'Passport N1234567', nameSeen: 'Irfan Kahn' };
  await call(seafarers.correctName, { params: { id: learner.accountId }, body }, registrar);
  const note = { note: 'Passport N1234567', from: 'Irfan Kahn', to: 'Irfan Khan' };
  expect((await look(learner)).history).toMatchObject([{ action: 'account.correct-name', by: 'Rekha Rao', ...note }]);
});
