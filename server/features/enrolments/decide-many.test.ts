import { enrolments } from '@fairlead/contract/enrolments/calls';
import { mostChosen } from '@fairlead/contract/platform/decisions';
import { seafarers } from '@fairlead/contract/seafarers/calls';
import { describe, expect, test } from 'vitest';
import { type Person, testApp } from '../../testing/app.ts';
import { addCourse, addProfile, enrol } from '../../testing/factories.ts';
import { formOf } from '../../testing/forms.ts';

const program = await testApp();
const { call, person, db, mailsTo } = program;
const registrar = await person('registrar');
const nowhere = '00000000-0000-4000-8000-000000000000';
const courseId = (await addCourse(program)).id;

type Seen = { id: string; profileSeenAt?: string };
const acceptMany = (requests: Seen[], as = registrar) => call(enrolments.acceptMany, { body: { requests } }, as);
const rejectMany = (ids: string[], as = registrar) =>
  call(enrolments.rejectMany, { body: { requests: ids.map((id) => ({ id })) } }, as);

async function requested(status: 'pending' | 'approved' | 'rejected' = 'pending') {
  const learner = await person();
  return { learner, id: await enrol(program, learner, courseId, status) };
}
const statusOf = async (id: string) =>
  (await db.selectFrom('enrolment').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status;
const mailCount = async ({ email }: Person) => (await mailsTo(email)).length;
const mailCounts = async (people: readonly { learner: Person }[]) => {
  const counts: number[] = [];
  for (const { learner } of people) counts.push(await mailCount(learner));
  return counts;
};

test('accepts all pending ones, and reports why not of the others', async () => {
  const [one, rejected, two] = [await requested(), await requested('rejected'), await requested()];
  const { status, body } = await acceptMany([{ id: one.id }, { id: nowhere }, { id: rejected.id }, { id: two.id }]);
  expect(status).toBe(200);
  expect(body.data).toEqual([
    { id: one.id, ok: true, message: 'Enrollment request accepted.' },
    { id: nowhere, ok: false, message: 'There is no such enrollment request.' },
    { id: rejected.id, ok: false, message: 'This request is already rejected.' },
    { id: two.id, ok: true, message: 'Enrollment request accepted.' },
  ]);
  expect([await statusOf(one.id), await statusOf(rejected.id), await statusOf(two.id)]).toEqual([
    'approved',
    'rejected',
    'approved',
  ]);
  expect([await mailCount(one.learner), await mailCount(rejected.learner)]).toEqual([1, 0]);
});

test('accepts no profile that has changed since it was read', async () => {
  const [still, changed, filled] = [await requested(), await requested(), await requested()];
  for (const { learner } of [still, changed]) await addProfile(program, learner);
  const profileSeenAt = program.clock().toISOString();
  program.wait(1);
  await call(seafarers.updateProfile, { form: formOf({ passportNumber: 'Z7654321' }) }, changed.learner);
  await addProfile(program, filled.learner);
  const { body } = await acceptMany([
    { id: changed.id, profileSeenAt },
    { id: filled.id, profileSeenAt: 'none' },
    { id: still.id, profileSeenAt },
  ]);
  expect(body.data.map(({ ok }) => ok)).toEqual([false, false, true]);
  expect(body.data[0]?.message).toContain('was changed after');
  expect([await statusOf(changed.id), await statusOf(filled.id)]).toEqual(['pending', 'pending']);
  expect(await mailCount(changed.learner)).toBe(0);
});

test('rejects all open ones, and reports why not of the others', async () => {
  const [one, rejected] = [await requested(), await requested('rejected')];
  const { body } = await rejectMany([rejected.id, one.id]);
  expect(body.data).toEqual([
    { id: rejected.id, ok: false, message: 'This request is already rejected.' },
    { id: one.id, ok: true, message: 'Enrollment request rejected.' },
  ]);
  expect([await statusOf(one.id), await mailCount(one.learner)]).toEqual(['rejected', 1]);
});

test('rejects all for the one reason that staff gave', async () => {
  const all = [await requested(), await requested()];
  const requests = all.map(({ id }) => ({ id }));
  const unexplained = await call(enrolments.rejectMany, { body: { requests, reason: 'other' } }, registrar);
  expect(unexplained.status).toBe(400);
  await call(enrolments.rejectMany, { body: { requests, reason: 'fee-not-received' } }, registrar);
  for (const { learner, id } of all) {
    expect((await mailsTo(learner.email))[0]?.text).toContain('We have not received the course fee.');
    const row = db.selectFrom('enrolment').select('declineReason').where('id', '=', id);
    expect(await row.execute()).toEqual([{ declineReason: 'fee-not-received' }]);
  }
});

test('rejects none that a colleague has accepted since it was read as pending', async () => {
  const [accepted, waiting] = [await requested('approved'), await requested()];
  const requests = [accepted, waiting].map(({ id }) => ({ id, statusSeen: 'pending' as const }));
  const { body } = await call(enrolments.rejectMany, { body: { requests } }, registrar);
  expect(body.data).toEqual([
    { id: accepted.id, ok: false, message: 'This request is already approved.' },
    { id: waiting.id, ok: true, message: 'Enrollment request rejected.' },
  ]);
  expect([await statusOf(accepted.id), await mailCount(accepted.learner)]).toEqual(['approved', 0]);
});

test('by two staff at once decides each request once', async () => {
  const all = await Promise.all(Array.from({ length: 12 }, () => requested()));
  const ids = all.map(({ id }) => id);
  const [a, b] = await Promise.all([
    acceptMany(ids.map((id) => ({ id }))),
    acceptMany([...ids].reverse().map((id) => ({ id }))),
  ]);
  for (const { id, learner } of all) {
    const both = [...a.body.data, ...b.body.data].filter((one) => one.id === id);
    expect(both.map(({ ok }) => ok).sort()).toEqual([false, true]);
    expect(await mailCount(learner)).toBe(1);
  }
});

describe('a withdrawal of many', () => {
  type Open = { id: string; learner: Person };
  const withdraw = async (some: readonly Open[], as = registrar) => {
    const enrolled = some.map(({ id }) => ({ id, statusSeen: 'approved' as const }));
    const body = { enrolments: enrolled, reason: 'fee-not-received' as const };
    const answer = await call(enrolments.withdrawMany, { body }, as);
    return { status: answer.status, message: answer.body.message };
  };
  const statesOf = (some: readonly Open[]) => Promise.all(some.map(({ id }) => statusOf(id)));
  const approved = (count: number) => Promise.all(Array.from({ length: count }, () => requested('approved')));

  test('closes the course to all of them, with one email each that states the reason', async () => {
    const some = await approved(3);
    expect(await withdraw(some)).toEqual({ status: 200, message: 'Enrollments withdrawn.' });
    expect(await statesOf(some)).toEqual(['rejected', 'rejected', 'rejected']);
    for (const { learner } of some) {
      expect((await mailsTo(learner.email)).map(({ text }) => text)).toEqual([expect.stringContaining('fee')]);
    }
  });

  test('withdraws nobody if one of them has changed, and names who', async () => {
    const some = [...(await approved(2)), ...(await Promise.all(Array.from({ length: 4 }, () => requested())))];
    const refused = '(Asha Nair \\d+: This enrollment has just changed\\. Please look at it again\\. ){3}';
    expect(await withdraw(some)).toEqual({
      status: 409,
      message: expect.stringMatching(new RegExp(`^Nothing was changed\\. ${refused}1 more was refused\\.$`)),
    });
    expect(await statesOf(some)).toEqual(['approved', 'approved', 'pending', 'pending', 'pending', 'pending']);
    expect(await mailCounts(some)).toEqual([0, 0, 0, 0, 0, 0]);
    expect(await withdraw(some.slice(2, 3))).toEqual({ status: 409, message: expect.stringContaining('just changed') });
    expect(await withdraw([{ ...some[0], id: nowhere } as Open])).toMatchObject({ status: 404 });
  });

  test('by two staff at once is done by one of them, and by the other not in part', async () => {
    const some = await approved(6);
    const answers = await Promise.all([withdraw(some.slice(0, 4)), withdraw(some.slice(2).toReversed())]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [out, left] = ['rejected', 'approved'];
    expect(await statesOf(some)).toEqual(
      answers[0].status === 200 ? [out, out, out, out, left, left] : [left, left, out, out, out, out],
    );
    expect((await mailCounts(some)).toSorted()).toEqual([0, 0, 1, 1, 1, 1]);
  });

  test('takes as many as can be chosen in a list, and no more', async () => {
    const strangers = (count: number) =>
      Array.from({ length: count }, () => ({ id: crypto.randomUUID() }) as unknown as Open);
    expect(await withdraw(strangers(mostChosen))).toEqual({
      status: 409,
      message: expect.stringMatching(/ 997 more were refused\.$/),
    });
    expect(await withdraw(strangers(mostChosen + 1))).toMatchObject({ status: 400 });
  });

  test('is for those who decide on enrolments', async () => {
    const some = await approved(1);
    for (const as of [await person(), await person('instructor')]) expect((await withdraw(some, as)).status).toBe(403);
    expect(await statesOf(some)).toEqual(['approved']);
  });
});

test('accepts 1 to 200, each once, from people who decide', async () => {
  const { id } = await requested();
  expect((await acceptMany([])).status).toBe(400);
  expect((await rejectMany([])).status).toBe(400);
  expect((await acceptMany([{ id }, { id }])).status).toBe(400);
  expect((await rejectMany(Array.from({ length: 201 }, () => crypto.randomUUID()))).status).toBe(400);
  for (const as of [await person(), await person('instructor')]) {
    expect((await acceptMany([{ id }], as)).status).toBe(403);
    expect((await rejectMany([id], as)).status).toBe(403);
  }
  expect(await statusOf(id)).toBe('pending');
});

test('the pending requests of one person are listed together, and one with a point that nobody has seen stays', async () => {
  const [one, other] = [await requested(), await requested()];
  const fires = await addCourse(program, { title: 'Fires' });
  const requirements = JSON.stringify({ certificates: [], minimumAge: null, seaMonths: 6, medical: false });
  await db.updateTable('courseRule').set({ requirements }).where('courseId', '=', fires.id).execute();
  const second = await enrol(program, one.learner, fires.id, 'pending');
  await enrol(program, one.learner, (await addCourse(program)).id, 'approved');
  const list = async (query: { person?: string }) => {
    const { body } = await call(enrolments.listPending, { query }, registrar);
    return body.map(({ _id, alsoRequests }) => [_id, alsoRequests]);
  };
  expect(await list({ person: one.learner.accountId })).toEqual([
    [one.id, 1],
    [second, 1],
  ]);
  expect(await list({ person: other.learner.accountId })).toEqual([[other.id, 0]]);
  const requests = [one.id, second].map((id) => ({ id, unresolvedSeen: [] }));
  const { body } = await call(enrolments.acceptMany, { body: { requests } }, registrar);
  expect(body.data.map(({ ok, message }) => [ok, message])).toEqual([
    [true, 'Enrollment request accepted.'],
    [false, expect.stringContaining('Sea service of 6 months or more')],
  ]);
  expect([await statusOf(one.id), await statusOf(second)]).toEqual(['approved', 'pending']);
  const unresolvedSeen = ['To check in the documents: Sea service of 6 months or more'];
  const seen = await call(enrolments.acceptMany, { body: { requests: [{ id: second, unresolvedSeen }] } }, registrar);
  expect([seen.body.data.map(({ ok }) => ok), await statusOf(second)]).toEqual([[true], 'approved']);
});
