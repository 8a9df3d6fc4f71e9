import { type DeclineReason, enrolments } from '@fairlead/contract/enrolments/calls';
import { seafarers } from '@fairlead/contract/seafarers/calls';
import { describe, expect, test } from 'vitest';
import { tally } from '../../testing/answers.ts';
import { testApp } from '../../testing/app.ts';
import { onServer } from '../../testing/database.ts';
import { addCourse, addFilms, addProfile, addWatching } from '../../testing/factories.ts';
import { formOf } from '../../testing/forms.ts';
import { requireApprovedEnrolment } from './policy.ts';
import { enrolmentDesk } from './testing/enrolment-desk.ts';

const program = await testApp();
const { call, person, db, mailsTo, auditActions, subjectsTo: subjects } = program;
const { registrar, ask, requested, own, accept, reject, rowsOf } = await enrolmentDesk(program);
const nowhere = '00000000-0000-4000-8000-000000000000';

const pending = (query: { q?: string; limit?: number } = {}) => call(enrolments.listPending, { query }, registrar);

describe('deciding', () => {
  // shows: states/enrolment-approved, calls/activate-enrolment
  test('opens the course and notifies the learner when accepted', async () => {
    const { learner, courseId, id } = await requested();
    const { status, body } = await accept(id);
    expect([status, body.message]).toEqual([200, 'Enrollment request accepted.']);
    expect((await own(learner)).body).toMatchObject([{ status: 'approved', isActive: true }]);
    expect(await requireApprovedEnrolment(db, learner.accountId, courseId)).toEqual({
      id,
      accountId: learner.accountId,
      courseId,
    });
    expect(await rowsOf(learner)).toMatchObject([{ decidedAt: program.clock(), decidedBy: registrar.accountId }]);
    expect(await subjects(learner)).toEqual([expect.stringMatching(/^You are enrolled: Enclosed Space Entry/)]);
    expect((await mailsTo(learner.email))[0]?.text).toContain('https://academy.example/UserCource');
  });

  test('records that the documents were checked when accepted', async () => {
    const { learner, id } = await requested();
    await addProfile(program, learner);
    await accept(id);
    const profile = await db
      .selectFrom('seafarerProfile')
      .selectAll()
      .where('accountId', '=', learner.accountId)
      .executeTakeFirst();
    expect(profile).toMatchObject({
      identityCheckedAt: program.clock(),
      identityCheckedBy: registrar.accountId,
      identityChangedAt: null,
    });
    // From here on, every change needs a check by staff.
    await call(seafarers.updateProfile, { form: formOf({ passportNumber: 'Z7654321' }) }, learner);
    expect((await call(seafarers.getOwnProfile, learner)).body.data.identityChanged).toBe(true);
  });

  // shows: entities/profile-updated-at
  test('is refused for a profile that has changed since it was read', async () => {
    const { learner, id } = await requested();
    await addProfile(program, learner);
    const profileSeenAt = (await pending({ q: learner.email })).body[0]?.profile?.updatedAt ?? '';
    program.wait(1);
    await call(seafarers.updateProfile, { form: formOf({ passportNumber: 'Z7654321' }) }, learner);
    const refused = await call(enrolments.accept, { params: { id }, query: { profileSeenAt } }, registrar);
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('was changed after')]);
    expect(await rowsOf(learner)).toMatchObject([{ status: 'pending', decidedAt: null }]);
    expect(await subjects(learner)).toEqual([]);
    const again = (await pending({ q: learner.email })).body[0]?.profile?.updatedAt;
    const accepted = await call(enrolments.accept, { params: { id }, query: { profileSeenAt: again } }, registrar);
    expect(accepted.status).toBe(200);
  });

  test('as a rejection is refused for a profile that has changed since it was read, and nothing is done', async () => {
    type Seen = { profileSeenAt?: string | undefined; statusSeen?: 'pending' };
    const rejectSeeing = (rejected: string, query: Seen) =>
      call(enrolments.reject, { params: { id: rejected }, query }, registrar);
    const { learner, id } = await requested();
    const without = { profileSeenAt: 'none' } as const;
    await addProfile(program, learner);
    expect((await rejectSeeing(id, without)).body.message).toContain('in the meantime');
    const profileSeenAt = (await pending({ q: learner.email })).body[0]?.profile?.updatedAt ?? '';
    program.wait(1);
    await call(seafarers.updateProfile, { form: formOf({ passportNumber: 'Z7654321' }) }, learner);
    const refused = await rejectSeeing(id, { profileSeenAt, statusSeen: 'pending' });
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('was changed after')]);
    expect(await rowsOf(learner)).toMatchObject([{ status: 'pending', decidedAt: null, declinedAt: null }]);
    expect(await subjects(learner)).toEqual([]);
    const again = (await pending({ q: learner.email })).body[0]?.profile?.updatedAt;
    expect((await rejectSeeing(id, { profileSeenAt: again })).status).toBe(200);
    // without a profile there is nothing that could have changed
    const other = await requested();
    expect((await rejectSeeing(other.id, without)).status).toBe(200);
  });

  test('is refused for a person who had no profile once there is one that nobody has seen', async () => {
    const { learner, id } = await requested();
    const query = { profileSeenAt: 'none' } as const;
    const other = await requested();
    expect((await call(enrolments.accept, { params: { id: other.id }, query }, registrar)).status).toBe(200);
    await addProfile(program, learner);
    const refused = await call(enrolments.accept, { params: { id }, query }, registrar);
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('in the meantime')]);
    expect(await rowsOf(learner)).toMatchObject([{ status: 'pending', decidedAt: null }]);
    const profile = db.selectFrom('seafarerProfile').select('identityCheckedAt');
    expect(await profile.where('accountId', '=', learner.accountId).execute()).toEqual([{ identityCheckedAt: null }]);
  });

  // shows: threats/changed-identity
  test('without the seen version leaves a changed identity to be checked', async () => {
    const { learner, id } = await requested();
    const other = await call(enrolments.request, { body: { courseId: (await addCourse(program)).id } }, learner);
    await addProfile(program, learner);
    const profile = db.updateTable('seafarerProfile').where('accountId', '=', learner.accountId);
    await profile.set({ identityChangedAt: program.clock() }).execute();
    const identity = async () => (await call(seafarers.getOwnProfile, learner)).body.data;
    expect((await accept(id)).status).toBe(200);
    expect(await identity()).toMatchObject({ identityChanged: true });
    const query = { profileSeenAt: (await identity()).updatedAt };
    const params = { id: other.body.data._id };
    expect((await call(enrolments.accept, { params, query }, registrar)).status).toBe(200);
    expect(await identity()).toMatchObject({ identityChanged: false });
  });

  // shows: states/enrolment-rejected, calls/deactivate-enrolment
  test('notifies the learner when rejected, and keeps the progress of an approved one', async () => {
    const { learner, courseId, id } = await requested();
    await accept(id);
    const [film = ''] = (await addFilms(program, courseId, [100])).films;
    await addWatching(program, { enrolmentId: id, filmId: film, seconds: 40 });
    const { status, body } = await reject(id);
    expect([status, body.message]).toEqual([200, 'Enrollment request rejected.']);
    await expect(requireApprovedEnrolment(db, learner.accountId, courseId)).rejects.toMatchObject({
      code: 'forbidden',
    });
    expect(await subjects(learner)).toEqual([
      expect.stringMatching(/^You are enrolled/),
      expect.stringMatching(/^Your enrollment/),
    ]);
    await ask(learner, courseId);
    await accept(id);
    expect((await own(learner)).body).toMatchObject([{ _id: id, status: 'approved', progress: { percent: 40 } }]);
  });

  test('stores, audits and emails the reason of a rejection', async () => {
    const { learner, courseId, id } = await requested();
    const decline = (body: DeclineReason) => call(enrolments.reject, { params: { id }, body }, registrar);
    expect((await decline({ reason: 'other' })).body).toMatchObject({ fields: { note: 'Please write the reason' } });
    await decline({ reason: 'batch-full', note: 'The next one begins on 5 January.' });
    const [mail] = await mailsTo(learner.email);
    expect(mail?.text).toContain('This batch is full. The next one begins on 5 January.');
    expect(mail?.text).toContain('https://academy.example/EnrollmentRequest');
    const summary = 'Batch full: The next one begins on 5 January.';
    const event = db.selectFrom('auditEvent').select('details').where('subjectId', '=', id);
    expect(await event.where('action', '=', 'enrolment.reject').execute()).toEqual([{ details: { note: summary } }]);

    // among the declined ones, and beside the next request, staff see it again
    const declined = { reason: 'batch-full', note: 'The next one begins on 5 January.', times: 1 };
    const listed = async (state: 'requested' | 'declined') =>
      (await call(enrolments.listPending, { query: { state, q: learner.email } }, registrar)).body;
    expect(await listed('declined')).toMatchObject([{ _id: id, state: 'declined', status: 'rejected', declined }]);
    expect(await listed('requested')).toEqual([]);
    await ask(learner, courseId);
    expect(await listed('declined')).toEqual([]);
    expect(await listed('requested')).toMatchObject([{ _id: id, state: 'requested', declined }]);
    const table = await program.request('GET', `/api/export/userCourses/inactive?q=${learner.email}`, {
      as: registrar,
    });
    expect(String(table.body)).toContain(`Waiting for approval,1,${summary}`);
  });

  test('reports a second click, and sends no second mail', async () => {
    const { learner, id } = await requested();
    await accept(id);
    const again = await accept(id);
    expect([again.status, again.body.message]).toEqual([409, 'This request is already approved.']);
    await reject(id);
    expect((await reject(id)).body.message).toBe('This request is already rejected.');
    expect((await accept(id)).status).toBe(409);
    expect(await subjects(learner)).toHaveLength(2);
    expect(await auditActions(id)).toEqual(['enrolment.request', 'enrolment.accept', 'enrolment.reject']);
  });

  test('by many staff at once accepts once', async () => {
    const { learner, id } = await requested();
    const answers = await Promise.all(Array.from({ length: 20 }, () => accept(id)));
    expect(tally(answers)).toEqual({ 200: 1, 409: 19 });
    expect(await subjects(learner)).toHaveLength(1);
    expect(await auditActions(id)).toEqual(['enrolment.request', 'enrolment.accept']);
  });

  test('by two staff who accept and reject at once ends as rejected', async () => {
    for (let round = 0; round < (onServer() ? 10 : 2); round++) {
      const { learner, id } = await requested();
      const answers = await Promise.all([accept(id), reject(id), accept(id), reject(id)]);
      const done = (await auditActions(id)).slice(1);
      expect(done.length).toBe(answers.filter(({ status }) => status === 200).length);
      // Rejection wins whichever came first: nobody can accept a request that was rejected.
      expect(done.at(-1)).toBe('enrolment.reject');
      expect(await rowsOf(learner)).toMatchObject([{ status: 'rejected' }]);
      expect(await subjects(learner)).toHaveLength(done.length);
    }
  });

  test('by two staff of a request that both saw pending is done once, by the first', async () => {
    const [one, other] = [await person('registrar'), await person('registrar')];
    const rejectWaiting = (id: string) =>
      call(enrolments.reject, { params: { id }, query: { statusSeen: 'pending' } }, other);
    for (let round = 0; round < (onServer() ? 10 : 2); round++) {
      const { learner, id } = await requested();
      const [accepted, rejected] = await Promise.all([accept(id, one), rejectWaiting(id)]);
      expect([accepted.status, rejected.status].sort()).toEqual([200, 409]);
      const won = accepted.status === 200 ? 'approved' : 'rejected';
      const lost = accepted.status === 200 ? rejected : accepted;
      expect(lost.body).toEqual({ code: 'done', message: `This request is already ${won}.` });
      expect(await rowsOf(learner)).toMatchObject([{ status: won }]);
      expect(await subjects(learner)).toHaveLength(1);
    }
    const { id } = await requested();
    await accept(id);
    expect((await rejectWaiting(id)).status).toBe(409);
    expect((await reject(id)).status).toBe(200);
  });

  // shows: roles/staff-enrolments
  test('does not find an unknown request, and is only for registrars and administrators', async () => {
    const { learner, id } = await requested();
    expect((await accept(nowhere)).status).toBe(404);
    expect((await reject(nowhere)).status).toBe(404);
    for (const who of [learner, await person(), await person('instructor')]) {
      expect((await accept(id, who)).status).toBe(403);
      expect((await reject(id, who)).status).toBe(403);
    }
    expect((await accept(id, await person('admin'))).status).toBe(200);
  });
});

describe('the list of requests', () => {
  // shows: staff/enrolment-requests, entities/staff-user-course, states/enrolment-leaves-list,
  //   calls/inactive-enrolments
  test('shows who requests which course, and the profile with links to its documents', async () => {
    const { learner, courseId, id } = await requested();
    const without = (await pending({ q: learner.email })).body;
    expect(without).toMatchObject([
      { _id: id, userId: { email: learner.email }, courseId, isActive: false, status: 'pending', profile: null },
    ]);
    await addProfile(program, learner, { passportNumber: 'LOOK-AT-ME' });
    const [request] = (await pending({ q: learner.email })).body;
    expect(request?.profile).toMatchObject({ passportNumber: 'LOOK-AT-ME' });
    expect((await program.request('GET', request?.profile?.profilePicture.url ?? '')).status).toBe(200);
    await accept(id);
    expect((await pending({ q: learner.email })).body).toEqual([]);
  });

  // shows: staff/search-requests
  test('is searched by name, email and course title', async () => {
    const learner = await person('learner', { firstName: 'Farida', lastName: 'Searchable' });
    const courseId = (await addCourse(program, { title: 'Ratings Forming Part' })).id;
    await ask(learner, courseId);
    for (const q of ['farida sea', learner.email, 'forming part']) {
      expect((await pending({ q })).body.map(({ userName }) => userName)).toEqual(['Farida Searchable']);
    }
    expect((await pending({ q: 'no such thing' })).body).toEqual([]);
  });

  test('comes in pages, the oldest first', async () => {
    const courseId = (await addCourse(program, { title: 'Queue Course' })).id;
    const waiting: string[] = [];
    for (let n = 0; n < 3; n++) waiting.push((await ask(await person(), courseId)).body.data._id);
    const first = await pending({ q: 'Queue Course', limit: 2 });
    const next = /<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? '';
    const second = (await program.request('GET', next, { as: registrar })) as typeof first;
    expect([...first.body, ...second.body].map(({ _id }) => _id)).toEqual(waiting);
    expect(first.headers['x-total-count']).toBe('3');
  });

  test('is only for staff who decide', async () => {
    expect((await call(enrolments.listPending, {}, await person())).status).toBe(403);
    expect((await call(enrolments.listPending, {}, await person('instructor'))).status).toBe(403);
  });
});
