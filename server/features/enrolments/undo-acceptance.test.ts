import { enrolments } from '@fairlead/contract/enrolments/calls';
import { undoSeconds } from '@fairlead/contract/enrolments/undo';
import { unresolvedPoints } from '@fairlead/contract/enrolments/unresolved';
import { seafarers } from '@fairlead/contract/seafarers/calls';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type Person, testApp } from '../../testing/app.ts';
import { addBatch, addCourse, addFilms, addProfile, addWatching } from '../../testing/factories.ts';
import { formOf } from '../../testing/forms.ts';
import { addCertificate } from '../assessments/testing/assessments.ts';
import { switchFeesOn } from '../fees/testing/fees.ts';
import { hasBegun, usesOfEnrolment } from './queries.ts';
import { enrolmentDesk } from './testing/enrolment-desk.ts';

const program = await testApp();
const { call, person, db, subjectsTo, auditActions, wait } = program;
await switchFeesOn(program);
const { registrar, reject } = await enrolmentDesk(program);

let numbers = 1000;

/** A learner with a profile in which nothing is unusual who asks for a seat in a course with a fee. */
async function requested() {
  const [learner, { id: courseId }] = [await person(), await addCourse(program, { format: 'classroom' })];
  numbers += 1;
  await addProfile(program, learner, { passportNumber: `N123${numbers}`, indosNumber: `12GL${numbers}` });
  const batchId = await addBatch(program, courseId);
  const { body } = await call(enrolments.request, { body: { courseId, batchId } }, learner);
  return { learner, id: body.data._id };
}

const profileOf = ({ accountId }: Person) =>
  db.selectFrom('seafarerProfile').selectAll().where('accountId', '=', accountId).executeTakeFirstOrThrow();

/** The query of an acceptance that can be undone. */
async function seenOf(learner: Person) {
  const profileSeenAt = (await profileOf(learner)).updatedAt.toISOString();
  return { profileSeenAt, stateSeen: 'requested', undoable: 'yes' } as const;
}

const accept = async (id: string, learner: Person) =>
  call(enrolments.accept, { params: { id }, query: await seenOf(learner), body: { unresolvedSeen: [] } }, registrar);
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
  for (const refused of [await undo(id), await undo(id)]) {
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('too late to undo')]);
  }
  expect(await subjectsTo(learner)).toHaveLength(1);
});

test('a second undo changes nothing, and the request can be accepted again at the same moment', async () => {
  const { learner, id } = await requested();
  await accept(id, learner);
  await undo(id);
  const before = await everything();
  const second = await undo(id);
  expect([second.status, second.body.message]).toEqual([
    409,
    'This request is pending: there is no acceptance to undo.',
  ]);
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
  const byColleague = await undo(id, await person('registrar'));
  expect([byColleague.status, byColleague.body.message]).toEqual([
    409,
    expect.stringContaining('A colleague has accepted this request.'),
  ]);
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

test('an earlier check stands again, and nothing is undone after a later one', async () => {
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
  const later = await everything();
  const refused = await undo(id);
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('were checked again')]);
  expect(await everything()).toEqual(later);
});

test('of two acceptances of one person, the later one is undone first, and then nothing is checked', async () => {
  const { learner, id: first } = await requested();
  const { id: courseId } = await addCourse(program);
  const { body } = await call(enrolments.request, { body: { courseId } }, learner);
  const second = body.data._id;
  const before = await everything();
  await accept(first, learner);
  wait(1);
  await accept(second, learner);
  const both = await everything();
  expect((await undo(first)).status).toBe(409);
  expect(await everything()).toEqual(both);
  for (const id of [second, first]) expect((await undo(id)).status).toBe(200);
  expect(await everything()).toEqual(before);
});

test('an acceptance after which the training has begun is not undone', async () => {
  const { learner, id } = await requested();
  const { courseId } = await db
    .selectFrom('enrolment')
    .select('courseId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const { films } = await addFilms(program, courseId, [100]);
  await accept(id, learner);
  await addWatching(program, { enrolmentId: id, filmId: films[0] ?? '', seconds: 10 });
  const before = await everything();
  const refused = await undo(id);
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('The training has begun.')]);
  expect(await everything()).toEqual(before);
  await addCertificate(program, id);
  await db.deleteFrom('watching').where('enrolmentId', '=', id).execute();
  expect((await undo(id)).status).toBe(409);
  expect([await hasBegun(db, id), await hasBegun(db, (await requested()).id)]).toEqual([true, false]);
});

test('every table in which an enrolment is used is known', async () => {
  const { rows } = await sql<{ name: string }>`
    select conrelid::regclass::text as name from pg_constraint
    where contype = 'f' and confrelid = 'enrolment'::regclass and conrelid <> 'people_import_row'::regclass`.execute(
    db,
  );
  const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  expect(rows.map(({ name }) => name).sort()).toEqual([...usesOfEnrolment, 'fee'].map(snake).sort());
});

test('an unresolved point that staff have not seen refuses an acceptance, alone and among several', async () => {
  const { learner, id } = await requested();
  const twin = await requested();
  const numbers = { passportNumber: 'M7654321', passportExpiresOn: '2026-01-31' };
  for (const { accountId } of [learner, twin.learner]) {
    await db.updateTable('seafarerProfile').set(numbers).where('accountId', '=', accountId).execute();
  }
  const { body } = await call(enrolments.listPending, {}, registrar);
  const listed = body.find(({ _id }) => _id === id);
  const points = listed ? unresolvedPoints({ ...listed, lacksDocument: false }) : [];
  expect(points.length).toBeGreaterThan(1);
  const before = await everything();
  const query = await seenOf(learner);
  const acceptSeen = (unresolvedSeen: string[]) =>
    call(enrolments.accept, { params: { id }, query, body: { unresolvedSeen } }, registrar);
  for (const point of points) {
    const refused = await acceptSeen(points.filter((one) => one !== point));
    const says = { code: 'stale', message: `Please look at this request again: ${point}` };
    expect([refused.status, refused.body]).toEqual([409, expect.objectContaining(says)]);
  }
  const several = await call(enrolments.acceptMany, { body: { requests: [{ id, unresolvedSeen: [] }] } }, registrar);
  expect(several.body.data).toEqual([{ id, ok: false, message: expect.stringContaining(points[0] ?? '?') }]);
  expect(await everything()).toEqual(before);
  // seen and ticked, it is accepted for good
  expect((await acceptSeen(points)).body.isUndoable).toBe(false);
  expect(await subjectsTo(learner)).toHaveLength(1);
});

test('an acceptance that does not say what was seen is none that can be undone', async () => {
  const { learner, id } = await requested();
  const accepted = await call(enrolments.accept, { params: { id }, query: await seenOf(learner) }, registrar);
  expect(accepted.body).toEqual({ message: 'Enrollment request accepted.', isUndoable: false });
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
    const query = await seenOf(learner);
    const unresolvedSeen = ['Identity changed since it was last checked.'];
    const args = { params: { id }, query, body: { unresolvedSeen } };
    expect((await call(enrolments.accept, args, registrar)).body.isUndoable).toBe(false);
    expect(await subjectsTo(learner)).toHaveLength(1);
    expect((await undo(id)).status).toBe(409);
  }
  const [without, { id: courseId }] = [await person(), await addCourse(program)];
  const { body } = await call(enrolments.request, { body: { courseId } }, without);
  const query = { profileSeenAt: 'none', stateSeen: 'requested', undoable: 'yes' } as const;
  const args = { params: { id: body.data._id }, query, body: { unresolvedSeen: [] } };
  const accepted = await call(enrolments.accept, args, registrar);
  expect(accepted.body.isUndoable).toBe(false);
});
