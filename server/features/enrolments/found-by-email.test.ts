import { accounts } from '@fairlead/contract/accounts/calls';
import { enrolments } from '@fairlead/contract/enrolments/calls';
import { expect, test } from 'vitest';
import { testApp } from '../../testing/app.ts';
import { addBatch, addCourse, enrol } from '../../testing/factories.ts';

const program = await testApp();
const { call, db, person } = program;
const registrar = await person('registrar');
const find = (emails: string[], as = registrar) => call(accounts.listByEmails, { body: { emails } }, as);
const course = await addCourse(program, { title: 'Survival', format: 'classroom' });
const batchId = await addBatch(program, course.id, { seats: 1 });

test('people found by their emails are enrolled in a batch, and each who is not says why', async () => {
  const [seated, enrolled, waiting, late] = [
    await person('learner', { email: 'seated@x.example' }),
    await person('learner', { email: 'enrolled@x.example' }),
    await person('learner', { email: 'waiting@x.example' }),
    await person('learner', { email: 'late@x.example' }),
  ];
  await enrol(program, enrolled, course.id);
  await db.updateTable('account').set({ approvedAt: null }).where('id', '=', waiting.accountId).execute();
  const emails = ['Late@x.example', 'nobody@x.example', 'seated@x.example', 'enrolled@x.example', 'waiting@x.example'];
  const { body } = await find([...emails, registrar.email, 'late@x.example']);
  expect(body.data.map(({ email, state }) => [email, state])).toEqual([
    ['late@x.example', 'approved'],
    ['seated@x.example', 'approved'],
    ['enrolled@x.example', 'approved'],
    ['waiting@x.example', 'waiting'],
  ]);
  const people = [seated, enrolled, waiting, late].map(({ accountId: id }) => ({ id }));
  const answer = await call(enrolments.enrolPeople, { body: { courseId: course.id, batchId, people } }, registrar);
  expect(answer.body.data.map(({ ok, message }) => [ok, message])).toEqual([
    [true, 'Enrolled.'],
    [false, 'Already enrolled in this course.'],
    [false, 'This registration is not approved yet.'],
    [false, expect.stringMatching(/full/)],
  ]);
  const seats = db.selectFrom('enrolment').select('accountId').where('batchId', '=', batchId);
  expect(await seats.execute()).toEqual([{ accountId: seated.accountId }]);
});

test('an address that nobody has proved finds nobody, and neither do instructors and learners', async () => {
  const { accountId } = await person('learner', { email: 'unproved@x.example' });
  await db
    .updateTable('account')
    .set({ approvedAt: null, emailVerifiedAt: null })
    .where('id', '=', accountId)
    .execute();
  expect(await find(['unproved@x.example'])).toMatchObject({ status: 200, body: { data: [] } });
  for (const as of [await person('instructor'), await person()])
    expect((await find(['late@x.example'], as)).status).toBe(403);
  for (const emails of [[], ['no address'], Array.from({ length: 201 }, (_, n) => `p${n}@x.example`)])
    expect((await find(emails)).status).toBe(400);
});
