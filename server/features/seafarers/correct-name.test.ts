import { seafarers } from '@fairlead/contract/seafarers/calls';
import { expect, test } from 'vitest';
import { tally } from '../../testing/answers.ts';
import { type Person, testApp } from '../../testing/app.ts';
import { addProfile } from '../../testing/factories.ts';
import { formOf } from '../../testing/forms.ts';

const program = await testApp();
const { call, person, db, mailsTo } = program;
const registrar = await person('registrar');

type Name = { firstName: string; lastName: string; nameSeen: string; note?: string };
const correct = (of: Pick<Person, 'accountId'>, name: Name, as = registrar) =>
  call(seafarers.correctName, { params: { id: of.accountId }, body: { note: 'Passport N1234567', ...name } }, as);
const registered = async ({ accountId }: Person) => {
  const { firstName, lastName } = await db
    .selectFrom('account')
    .selectAll()
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return `${firstName} ${lastName}`;
};
const profile = async (as: Person) => (await call(seafarers.getOwnProfile, as)).body.data;
const irfan = () => person('learner', { firstName: 'Irfan', lastName: 'Kahn' });
const right = { firstName: 'Irfan', lastName: 'Khan' };

test('a correction changes the registered name and the profile, and notifies the person', async () => {
  const learner = await irfan();
  await addProfile(program, learner, { name: 'Irfan Kahn' });
  program.wait(1);
  const { status, body } = await correct(learner, { ...right, nameSeen: 'Irfan Kahn' });
  expect([status, body.message]).toEqual([200, 'Name corrected.']);
  expect(await registered(learner)).toBe('Irfan Khan');
  // A colleague who still sees the former name is refused when accepting it.
  expect(await profile(learner)).toMatchObject({ name: 'Irfan Khan', updatedAt: program.clock().toISOString() });
  const [mail] = await mailsTo(learner.email);
  expect(mail?.text).toContain('from “Irfan Kahn” to “Irfan Khan”');
  const events = await db.selectFrom('auditEvent').selectAll().where('subjectId', '=', learner.accountId).execute();
  expect(events).toMatchObject([
    {
      actorId: registrar.accountId,
      action: 'account.correct-name',
      details: { from: 'Irfan Kahn', to: 'Irfan Khan', note: 'Passport N1234567' },
    },
  ]);
});

test('a person without a profile can be corrected too', async () => {
  const learner = await irfan();
  expect((await correct(learner, { ...right, nameSeen: 'Irfan Kahn' })).status).toBe(200);
  expect(await registered(learner)).toBe('Irfan Khan');
});

test('a correction holds no certificate, and releases none that another change holds', async () => {
  const learner = await irfan();
  await addProfile(program, learner, { name: 'Irfan Kahn' });
  await call(seafarers.confirmIdentity, { params: { id: learner.accountId } }, registrar);
  await correct(learner, { ...right, nameSeen: 'Irfan Kahn' });
  expect((await profile(learner)).identityChanged).toBe(false);
  await call(seafarers.updateProfile, { form: formOf({ passportNumber: 'Z7654321' }) }, learner);
  expect((await profile(learner)).identityChanged).toBe(true);
  await correct(learner, { firstName: 'Irfan A.', lastName: 'Khan', nameSeen: 'Irfan Khan' });
  expect(await profile(learner)).toMatchObject({ name: 'Irfan A. Khan', identityChanged: true });
});

test('when two staff correct a name at once one succeeds, and the other is shown the current name', async () => {
  const learner = await irfan();
  const answers = await Promise.all(
    ['Khan', 'Kane', 'Khanna', 'Cann'].map((lastName) =>
      correct(learner, { firstName: 'Irfan', lastName, nameSeen: 'Irfan Kahn' }),
    ),
  );
  expect(tally(answers)).toEqual({ 200: 1, 409: 3 });
  const now = await registered(learner);
  for (const { status, body } of answers) if (status === 409) expect(body.message).toContain(`“${now}”`);
  expect(await mailsTo(learner.email)).toHaveLength(1);
});

test('a name that the person changed meanwhile is not corrected unseen', async () => {
  const learner = await irfan();
  await addProfile(program, learner, { name: 'Irfan Kahn' });
  await call(seafarers.updateProfile, { form: formOf({ name: 'I. A. Khan' }) }, learner);
  expect((await correct(learner, { ...right, nameSeen: 'Irfan Kahn' })).status).toBe(409);
  expect((await profile(learner)).name).toBe('I. A. Khan');
  // The profile may be correct and the name on the account wrong.
  expect((await correct(learner, { firstName: 'I. A.', lastName: 'Khan', nameSeen: 'I. A. Khan' })).status).toBe(200);
  expect(await registered(learner)).toBe('I. A. Khan');
});

test('an unchanged, invalid or unauthorised correction changes nothing', async () => {
  const learner = await irfan();
  const seen = { nameSeen: 'Irfan Kahn' };
  expect((await correct(learner, { firstName: 'Irfan', lastName: 'Kahn', ...seen })).status).toBe(400);
  expect((await correct(learner, { ...right, ...seen, note: ' ' })).body).toMatchObject({
    fields: { note: 'Note is required' },
  });
  expect((await correct(learner, { ...right, lastName: '42', ...seen })).status).toBe(400);
  for (const as of [learner, await person(), await person('instructor')]) {
    expect((await correct(learner, { ...right, ...seen }, as)).status).toBe(403);
  }
  const admin = await person('admin', { firstName: 'Irfan', lastName: 'Kahn' });
  expect((await correct(admin, { ...right, ...seen })).status).toBe(403);
  const nobody = { accountId: '00000000-0000-4000-8000-000000000000' };
  expect((await correct(nobody, { ...right, ...seen })).status).toBe(404);
  expect([await registered(learner), await registered(admin)]).toEqual(['Irfan Kahn', 'Irfan Kahn']);
  expect(await mailsTo(learner.email)).toEqual([]);
});
