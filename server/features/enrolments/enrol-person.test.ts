import { type DeclineReason, enrolments } from '@fairlead/contract/enrolments/calls';
import { expect, test } from 'vitest';
import { tally } from '../../testing/answers.ts';
import { type Person, testApp } from '../../testing/app.ts';
import { addCourse, addFilms, addProfile, addWatching, enrol } from '../../testing/factories.ts';
import { addCertificate } from '../assessments/testing/assessments.ts';

const program = await testApp();
const { call, person, db, mailsTo } = program;
const registrar = await person('registrar');
const courseId = (await addCourse(program, { title: 'Survival at Sea' })).id;
const nowhere = '00000000-0000-4000-8000-000000000000';

const enrolAs = (as: Person | undefined, people: string[], course = courseId) =>
  call(enrolments.enrolPeople, { body: { courseId: course, people: people.map((id) => ({ id })) } }, as);
/** The answer for one person. */
async function enrolled(learner: Person, course = courseId) {
  const { status, body } = await enrolAs(registrar, [learner.accountId], course);
  expect(status).toBe(200);
  return body.data[0];
}
const own = async (learner: Person) => (await call(enrolments.listOwn, learner)).body;
const rowsOf = (learner: Person) =>
  db.selectFrom('enrolment').selectAll().where('accountId', '=', learner.accountId).orderBy('id').execute();
const auditOf = (id: string) =>
  db
    .selectFrom('auditEvent')
    .select(['action', 'actorId', 'details'])
    .where('subjectId', '=', id)
    .orderBy('id')
    .execute();
const done = { ok: true, message: 'Enrolled.' };

test('opens the course to somebody who has not asked, and emails them', async () => {
  const learner = await person();
  expect(await enrolled(learner)).toMatchObject({ id: learner.accountId, ...done });
  const [row] = await rowsOf(learner);
  expect(row).toMatchObject({ status: 'approved', decidedBy: registrar.accountId, requestedAt: program.clock() });
  expect(await own(learner)).toMatchObject([{ state: 'training', courseId: { _id: courseId } }]);
  expect(await auditOf(row?.id ?? '')).toEqual([
    { action: 'enrolment.enrol', actorId: registrar.accountId, details: { outcome: 'open' } },
  ]);
  const [mail, ...more] = await mailsTo(learner.email);
  expect(mail?.subject).toBe('You are enrolled: Survival at Sea');
  expect(mail?.text).toContain('The academy has enrolled you in Survival at Sea.');
  expect(more).toEqual([]);
});

test('accepts a request that is pending, without a word of documents that nobody has checked', async () => {
  const learner = await person();
  await addProfile(program, learner);
  const id = await enrol(program, learner, courseId, 'pending');
  expect(await enrolled(learner)).toMatchObject(done);
  expect(await rowsOf(learner)).toMatchObject([{ id, status: 'approved' }]);
  expect((await auditOf(id)).map(({ action }) => action)).toEqual(['enrolment.accept']);
  expect((await mailsTo(learner.email))[0]?.text).toContain('Your enrollment request for Survival at Sea');
  const profile = db.selectFrom('seafarerProfile').select('identityCheckedAt');
  expect(await profile.where('accountId', '=', learner.accountId).execute()).toEqual([{ identityCheckedAt: null }]);
});

test('opens a declined request again, with its progress and however often it was declined', async () => {
  const learner = await person();
  const id = await enrol(program, learner, courseId, 'approved');
  const [film = ''] = (await addFilms(program, courseId, [100])).films;
  await addWatching(program, { enrolmentId: id, filmId: film, seconds: 40 });
  const body: DeclineReason = { reason: 'batch-full' };
  await call(enrolments.reject, { params: { id }, body }, registrar);
  await db.updateTable('enrolment').set({ timesDeclined: 5 }).where('id', '=', id).execute();
  expect(await enrolled(learner)).toMatchObject(done);
  expect(await own(learner)).toMatchObject([
    { _id: id, status: 'approved', progress: { percent: 40 }, declined: null },
  ]);
  expect(await rowsOf(learner)).toMatchObject([{ timesDeclined: 0, declineReason: null }]);
});

test('renews a certificate that may be renewed, and no other', async () => {
  const learner = await person();
  const [expired, valid] = [await addCourse(program), await addCourse(program)];
  const past = await enrol(program, learner, expired.id, 'approved');
  await addCertificate(program, past, { expiresOn: '2026-11-01' });
  await addCertificate(program, await enrol(program, learner, valid.id, 'approved'), { expiresOn: '2031-11-01' });
  expect(await enrolled(learner, expired.id)).toMatchObject(done);
  expect(await enrolled(learner, valid.id)).toMatchObject({ ok: false, message: 'Already enrolled in this course.' });
  expect(await rowsOf(learner)).toMatchObject([
    { id: past, courseId: expired.id, supersededAt: program.clock() },
    { courseId: valid.id, supersededAt: null },
    { courseId: expired.id, status: 'approved', supersededAt: null },
  ]);
});

test('says of each of many whether and why not, and enrols the others', async () => {
  const [one, disabled, waiting, two] = [await person(), await person(), await person(), await person()];
  const account = (of: Person) => db.updateTable('account').where('id', '=', of.accountId);
  await account(disabled).set({ disabledAt: program.clock() }).execute();
  await account(waiting).set({ approvedAt: null }).execute();
  const instructor = await person('instructor');
  const all = [one, disabled, waiting, instructor, two].map(({ accountId }) => accountId);
  const { status, body } = await enrolAs(registrar, [...all, nowhere]);
  expect(status).toBe(200);
  expect(body.data.map(({ message }) => message)).toEqual([
    'Enrolled.',
    'This account is disabled.',
    'This registration is not approved yet.',
    'There is no such learner.',
    'Enrolled.',
    'There is no such learner.',
  ]);
  for (const refused of [disabled, waiting, instructor]) expect(await rowsOf(refused)).toEqual([]);
});

test('requires an active course', async () => {
  const learner = await person();
  const closed = (await addCourse(program, { isActive: false })).id;
  expect(await enrolled(learner, closed)).toMatchObject({ ok: false, message: expect.stringContaining('not active') });
  expect(await enrolled(learner, nowhere)).toMatchObject({ ok: false, message: 'There is no such course.' });
  expect(await rowsOf(learner)).toEqual([]);
});

test('is for those who decide on enrolments', async () => {
  const learner = await person();
  for (const [as, status] of [
    [undefined, 401],
    [learner, 403],
    [await person('instructor'), 403],
  ] as const)
    expect((await enrolAs(as, [learner.accountId])).status).toBe(status);
  expect(await rowsOf(learner)).toEqual([]);
});

test('twenty times at once, beside the learner’s own request, makes one enrolment and one email', async () => {
  const learner = await person();
  const answers = await Promise.all([
    ...Array.from({ length: 20 }, () => enrolled(learner)),
    call(enrolments.request, { body: { courseId } }, learner).then(() => undefined),
  ]);
  expect(answers.filter((answer) => answer?.ok)).toHaveLength(1);
  expect(await rowsOf(learner)).toMatchObject([{ status: 'approved' }]);
  expect(await mailsTo(learner.email)).toHaveLength(1);
});

test('many people at once are each enrolled once, by two colleagues who choose the same', async () => {
  const people = await Promise.all(Array.from({ length: 10 }, () => person()));
  const ids = people.map(({ accountId }) => accountId);
  const both = await Promise.all([enrolAs(registrar, ids), enrolAs(registrar, [...ids].reverse())]);
  expect(tally(both)).toEqual({ 200: 2 });
  expect(both.flatMap(({ body }) => body.data).filter(({ ok }) => ok)).toHaveLength(10);
  for (const learner of people) expect(await rowsOf(learner)).toHaveLength(1);
});
