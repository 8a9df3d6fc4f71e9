import { enrolments } from '@fairlead/contract/enrolments/calls';
import { undoSeconds } from '@fairlead/contract/enrolments/undo';
import { seafarers } from '@fairlead/contract/seafarers/calls';
import { expect, test } from 'vitest';
import { type Person, testApp } from '../../testing/app.ts';
import { addBatch, addCourse, addProfile } from '../../testing/factories.ts';
import { formOf } from '../../testing/forms.ts';
import { switchFeesOn } from '../fees/testing/fees.ts';
import { enrolmentDesk } from './testing/enrolment-desk.ts';

const program = await testApp();
const { call, person, db, subjectsTo, auditActions, wait } = program;
await switchFeesOn(program);
const { registrar, reject } = await enrolmentDesk(program);

/** A learner with a profile who asks for a seat in a course with a fee. */
async function requested() {
  const [learner, { id: courseId }] = [await person(), await addCourse(program, { format: 'classroom' })];
  await addProfile(program, learner);
  const batchId = await addBatch(program, courseId);
  const { body } = await call(enrolments.request, { body: { courseId, batchId } }, learner);
  return { learner, id: body.data._id };
}

const profileOf = ({ accountId }: Person) =>
  db.selectFrom('seafarerProfile').selectAll().where('accountId', '=', accountId).executeTakeFirstOrThrow();

async function accept(id: string, learner: Person, more: { proofId?: string } = {}) {
  const profileSeenAt = (await profileOf(learner)).updatedAt.toISOString();
  const query = { profileSeenAt, stateSeen: 'requested', undoable: 'yes', ...more } as const;
  return call(enrolments.accept, { params: { id }, query }, registrar);
}
const undo = (id: string, as = registrar) => call(enrolments.undoAccept, { params: { id } }, as);

/** Everything that an acceptance could change, of everybody. */
const everything = async () => ({
  enrolments: await db.selectFrom('enrolment').selectAll().orderBy('id').execute(),
  fees: await db.selectFrom('fee').selectAll().orderBy('enrolmentId').execute(),
  entries: await db.selectFrom('feeEntry').selectAll().orderBy('id').execute(),
  profiles: await db.selectFrom('seafarerProfile').selectAll().orderBy('accountId').execute(),
  asked: await db.selectFrom('documentRequest').selectAll().orderBy('id').execute(),
  batches: await db.selectFrom('batch').selectAll().orderBy('id').execute(),
  mails: await db.selectFrom('job').select('id').where('kind', '=', 'mail').orderBy('id').execute(),
  announcements: await db.selectFrom('job').selectAll().where('kind', '=', 'announce-acceptance').execute(),
});

async function withNewDocument() {
  const one = await requested();
  const query = { profileSeenAt: (await profileOf(one.learner)).updatedAt.toISOString() };
  const body = { document: 'cdcDocument', reason: 'unreadable' } as const;
  await call(seafarers.askForDocument, { params: { id: one.learner.accountId }, query, body }, registrar);
  const answered = db.updateTable('documentRequest').set({ answeredAt: program.clock() });
  await answered.where('accountId', '=', one.learner.accountId).execute();
  return one;
}

test('nothing of an acceptance stays when it is undone, and nothing of anybody else is touched', async () => {
  const [{ learner, id }, other] = [await withNewDocument(), await withNewDocument()];
  const neverAccepted = await everything();
  expect((await accept(other.id, other.learner)).body.isUndoable).toBe(true);
  const before = await everything();
  expect(before).not.toEqual(neverAccepted);
  wait(1);
  expect((await accept(id, learner)).body).toEqual({ message: 'Enrollment request accepted.', isUndoable: true });
  const accepted = await everything();
  for (const part of ['enrolments', 'profiles', 'asked', 'announcements'] as const) {
    expect(accepted[part], part).not.toEqual(before[part]);
  }
  wait(undoSeconds);
  const { status, body } = await undo(id);
  expect([status, body.message]).toEqual([200, 'The acceptance was undone. The request is pending again.']);
  expect(await everything()).toEqual(before);
  wait(60);
  const told = await subjectsTo(other.learner);
  expect(told).toContainEqual(expect.stringMatching(/^You are enrolled/));
  expect(await subjectsTo(learner)).not.toContainEqual(expect.stringMatching(/^You are enrolled/));
  expect((await auditActions(id)).slice(-2)).toEqual(['enrolment.accept', 'enrolment.undo-accept']);
});

test('the email leaves once nobody can undo the acceptance any more, and once alone', async () => {
  const { learner, id } = await requested();
  await accept(id, learner);
  wait(undoSeconds + 4);
  expect(await subjectsTo(learner)).toEqual([]);
  wait(2);
  expect(await subjectsTo(learner)).toEqual([expect.stringMatching(/^You are enrolled/)]);
  const refused = await undo(id);
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('too late to undo')]);
  expect((await undo(id)).status).toBe(409);
  expect(await subjectsTo(learner)).toHaveLength(1);
});

test('a second undo changes nothing, and the request can be accepted again at the same moment', async () => {
  const { learner, id } = await requested();
  await accept(id, learner);
  await undo(id);
  const before = await everything();
  expect((await undo(id)).status).toBe(409);
  expect(await everything()).toEqual(before);
  expect((await accept(id, learner)).body.isUndoable).toBe(true);
  wait(60);
  expect(await subjectsTo(learner)).toHaveLength(1);
});

test('nobody else undoes it, and no request that was not accepted is undone', async () => {
  const { learner, id } = await requested();
  expect((await undo(id)).status).toBe(409);
  await accept(id, learner);
  const before = await everything();
  expect((await undo(id, await person('registrar'))).status).toBe(409);
  for (const as of [learner, await person('instructor')]) expect((await undo(id, as)).status).toBe(403);
  expect((await undo('00000000-0000-4000-8000-000000000000')).status).toBe(404);
  expect(await everything()).toEqual(before);
});

test('somebody whose acceptance was withdrawn meanwhile is not told that they are enrolled', async () => {
  const { learner, id } = await requested();
  await accept(id, learner);
  await reject(id);
  expect((await undo(id)).status).toBe(409);
  wait(60);
  expect(await subjectsTo(learner)).toEqual([expect.stringMatching(/^Your enrollment/)]);
});

test('an earlier check stands again, and a later one stays', async () => {
  const { learner, id } = await requested();
  const colleague = await person('registrar');
  const confirm = async () =>
    call(
      seafarers.confirmIdentity,
      {
        params: { id: learner.accountId },
        query: { profileSeenAt: (await profileOf(learner)).updatedAt.toISOString() },
      },
      colleague,
    );
  await confirm();
  const checked = await profileOf(learner);
  wait(5);
  await accept(id, learner);
  await undo(id);
  expect(await profileOf(learner)).toEqual(checked);
  await accept(id, learner);
  wait(1);
  await confirm();
  const later = await profileOf(learner);
  await undo(id);
  expect(await profileOf(learner)).toEqual(later);
});

test('a change of the identity meanwhile waits for a check as it would without the acceptance', async () => {
  const { learner, id } = await requested();
  await accept(id, learner);
  wait(1);
  await call(seafarers.updateProfile, { form: formOf({ passportNumber: 'Z7654321' }) }, learner);
  expect(await profileOf(learner)).toMatchObject({ identityChangedAt: program.clock() });
  await undo(id);
  const never = { identityCheckedAt: null, identityCheckedBy: null, identityChangedAt: null, checkedFacts: null };
  expect(await profileOf(learner)).toMatchObject({ ...never, passportNumber: 'Z7654321' });
});

test('who was declined before, has changed their identity, or has no profile is told at once', async () => {
  const [declined, changed] = [await requested(), await requested()];
  await db.updateTable('enrolment').set({ timesDeclined: 1 }).where('id', '=', declined.id).execute();
  const profile = db.updateTable('seafarerProfile').set({ identityChangedAt: program.clock() });
  await profile.where('accountId', '=', changed.learner.accountId).execute();
  for (const { learner, id } of [declined, changed]) {
    expect((await accept(id, learner)).body.isUndoable).toBe(false);
    expect(await subjectsTo(learner)).toHaveLength(1);
    expect((await undo(id)).status).toBe(409);
  }
  const [without, { id: courseId }] = [await person(), await addCourse(program)];
  const { body } = await call(enrolments.request, { body: { courseId } }, without);
  const query = { profileSeenAt: 'none', undoable: 'yes' } as const;
  const accepted = await call(enrolments.accept, { params: { id: body.data._id }, query }, registrar);
  expect(accepted.body.isUndoable).toBe(false);
});
