import { courses } from '@fairlead/contract/courses/calls';
import { type DeclineReason, enrolments } from '@fairlead/contract/enrolments/calls';
import { seafarers } from '@fairlead/contract/seafarers/calls';
import { describe, expect, test } from 'vitest';
import { tally } from '../../testing/answers.ts';
import { type Person, testApp } from '../../testing/app.ts';
import { addCourse, addFilms, addProfile, addWatching, enrol } from '../../testing/factories.ts';
import { formOf } from '../../testing/forms.ts';
import { addCertificate } from '../assessments/testing/assessments.ts';
import { findApprovedEnrolment, findOpenEnrolment, requireApprovedEnrolment } from './policy.ts';
import { enrolmentDesk } from './testing/enrolment-desk.ts';

const program = await testApp();
const { call, person, db, auditActions } = program;
const { registrar, ask, requested, own, accept, reject, rowsOf } = await enrolmentDesk(program);
const nowhere = '00000000-0000-4000-8000-000000000000';

describe('requesting', () => {
  // shows: entities/user-course, entities/enrolment-request, states/enrolment-approved, calls/request-enrolment,
  //   messages/enrol-success
  test('waits for staff, in the words of the specification', async () => {
    const [learner, courseId] = [await person(), (await addCourse(program)).id];
    const { status, body } = await ask(learner, courseId);
    expect([status, body.message]).toEqual([
      201,
      'Your enrollment request has been submitted. Please wait for admin approval.',
    ]);
    expect(body.data).toMatchObject({ status: 'pending', isActive: false, courseId: { _id: courseId } });
    expect((await own(learner)).body).toEqual([body.data]);
    expect(await findApprovedEnrolment(db, learner.accountId, courseId)).toBeUndefined();
    await expect(requireApprovedEnrolment(db, learner.accountId, courseId)).rejects.toMatchObject({
      code: 'forbidden',
    });
  });

  // shows: calls/request-enrolment
  test('twice is a conflict, both while it is pending and once it is approved', async () => {
    const { learner, courseId, id } = await requested();
    const again = await ask(learner, courseId);
    expect([again.status, again.body.message]).toEqual([409, expect.stringContaining('already requested')]);
    await accept(id);
    const approved = await ask(learner, courseId);
    expect([approved.status, approved.body.message]).toEqual([409, 'You are already enrolled in this course.']);
    expect(await rowsOf(learner)).toHaveLength(1);
  });

  // shows: calls/request-enrolment
  test('requires an active course', async () => {
    const learner = await person();
    expect((await ask(learner, nowhere)).status).toBe(404);
    expect((await ask(learner, (await addCourse(program, { isActive: false })).id)).status).toBe(404);
    expect((await ask(learner, 'no id')).status).toBe(400);
    expect(await rowsOf(learner)).toEqual([]);
  });

  // shows: rules/enrol-token
  test('is only for learners', async () => {
    const courseId = (await addCourse(program)).id;
    expect((await ask(registrar, courseId)).status).toBe(403);
    expect((await call(enrolments.request, { body: { courseId } })).status).toBe(401);
  });

  // shows: asvs/2.3.4
  test('fifty times at once makes one row, and one success', async () => {
    const [learner, courseId] = [await person(), (await addCourse(program)).id];
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask(learner, courseId)));
    expect(tally(answers)).toEqual({ 201: 1, 409: 49 });
    expect(await rowsOf(learner)).toHaveLength(1);
  });

  test('after a rejection reuses the same row', async () => {
    const { learner, courseId, id } = await requested();
    await reject(id);
    expect((await own(learner)).body).toMatchObject([{ _id: id, status: 'rejected', isActive: false }]);
    program.wait(60);
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(learner, courseId)));
    expect(tally(answers)).toEqual({ 201: 1, 409: 19 });
    expect(await rowsOf(learner)).toMatchObject([
      { id, status: 'pending', decidedAt: null, decidedBy: null, requestedAt: program.clock() },
    ]);
    expect(await auditActions(id)).toEqual(['enrolment.request', 'enrolment.reject', 'enrolment.request']);
  });
});

describe('the states that the catalogue asks for', () => {
  const standings = async (as: Person) => (await call(enrolments.listOwnStandings, as)).body.data;

  test('are those of the learner’s own enrolments, with the certificate, and whether there is a profile', async () => {
    const { learner, courseId, id } = await requested();
    await requested();
    expect(await standings(learner)).toEqual({
      hasProfile: false,
      enrolments: [
        {
          courseId,
          state: 'requested',
          steps: [],
          declined: null,
          certificate: null,
          batch: null,
          lacksOpenDate: false,
        },
      ],
    });
    await addProfile(program, learner);
    await accept(id);
    expect(await standings(learner)).toMatchObject({ hasProfile: true, enrolments: [{ state: 'training' }] });
    await addCertificate(program, id, { expiresOn: '2026-11-01' });
    expect((await standings(learner)).enrolments).toMatchObject([
      {
        state: 'certificate-expired',
        steps: ['renew', 'certificate'],
        certificate: { onHold: false, dateOfExpiry: '2026-11-01' },
        batch: null,
      },
    ]);
    expect((await own(learner)).body).toMatchObject([{ state: 'certificate-expired' }]);
  });
});

describe('renewing', () => {
  async function certified(expiresOn: string | null, status: 'issued' | 'revoked' = 'issued') {
    const [learner, courseId] = [await person(), (await addCourse(program)).id];
    const id = await enrol(program, learner, courseId);
    await addCertificate(program, id, { expiresOn, status });
    return { learner, courseId, id };
  }

  test.each([
    ['within six months of its expiry', '2027-05-20', 'issued'],
    ['after its expiry', '2026-01-01', 'issued'],
    ['after its revocation', null, 'revoked'],
  ] as const)('%s opens a new enrolment and closes the former', async (_, expiresOn, status) => {
    const { learner, courseId, id } = await certified(expiresOn, status);
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(learner, courseId)));
    expect(tally(answers)).toEqual({ 201: 1, 409: 19 });
    const rows = await rowsOf(learner);
    expect(rows).toMatchObject([
      { id, status: 'approved', supersededAt: program.clock() },
      { status: 'pending', supersededAt: null },
    ]);
    expect((await own(learner)).body).toMatchObject([
      { _id: rows[1]?.id, status: 'pending', progress: { testPassed: false, trainingSubmitted: false } },
    ]);
    expect((await accept(id)).status).toBe(409);
    expect((await reject(id)).status).toBe(409);
  });

  test.each([
    ['long before its expiry', '2027-05-21'],
    ['when it has none', null],
  ])('is refused %s', async (_, expiresOn) => {
    const { learner, courseId } = await certified(expiresOn);
    expect((await ask(learner, courseId)).status).toBe(409);
    expect(await rowsOf(learner)).toHaveLength(1);
  });

  test('uses the day of the academy’s time zone, not of the server’s', async () => {
    // 06:30 in London is noon in Mumbai; twelve and a half hours later it is already tomorrow in Mumbai only.
    const { learner, courseId } = await certified('2027-05-21');
    expect((await ask(learner, courseId)).status).toBe(409);
    program.wait(12.5 * 3600);
    expect((await ask(learner, courseId)).status).toBe(201);
  });
});

describe("a learner's own courses", () => {
  // shows: user-courses/cards, calls/own-enrolments
  test('are only their own, the latest request first', async () => {
    const [learner, other] = [await person(), await person()];
    const [first, second] = [(await addCourse(program)).id, (await addCourse(program)).id];
    await ask(other, first);
    await ask(learner, first);
    program.wait(1);
    await ask(learner, second);
    expect((await own(learner)).body.map(({ courseId }) => courseId._id)).toEqual([second, first]);
  });

  // shows: calls/own-enrolments
  test('remain when the course is deactivated, and so does the approval', async () => {
    const { learner, courseId, id } = await requested();
    await accept(id);
    await call(courses.deactivate, { params: { id: courseId } }, await person('admin'));
    expect((await own(learner)).body).toMatchObject([{ status: 'approved', courseId: { isActive: false } }]);
    expect(await requireApprovedEnrolment(db, learner.accountId, courseId)).toMatchObject({ id });
  });

  // shows: user-courses/progress, constants/progress
  test('show the proved progress: seconds of the films that are in the course now', async () => {
    const { learner, courseId, id } = await requested();
    await accept(id);
    const progress = async () => (await own(learner)).body[0]?.progress;
    const nothing = { filmsCompleted: 0, packagesTotal: 0, percent: 0, trainingSubmitted: false, testPassed: false };
    expect(await progress()).toEqual({ ...nothing, filmsTotal: 0 });

    const [first = '', second = '', third = ''] = (await addFilms(program, courseId, [100, 200, 100])).films;
    expect(await progress()).toEqual({ ...nothing, filmsTotal: 3 });
    // Complete at 95 of 100 seconds, so it counts in full.
    await addWatching(program, { enrolmentId: id, filmId: first, seconds: 95, completed: true });
    await addWatching(program, { enrolmentId: id, filmId: second, seconds: 51 });
    await addWatching(program, { enrolmentId: id, filmId: third, seconds: 100, completed: true });
    expect(await progress()).toEqual({ ...nothing, filmsTotal: 3, filmsCompleted: 2, percent: 62 });
    await db.updateTable('film').set({ removedAt: program.clock() }).where('id', '=', third).execute();
    expect(await progress()).toEqual({ ...nothing, filmsTotal: 2, filmsCompleted: 1, percent: 50 });

    await db
      .insertInto('trainingCompletion')
      .values({ enrolmentId: id, kind: 'films', completedAt: program.clock() })
      .execute();
    await addCertificate(program, id);
    expect(await progress()).toEqual({
      filmsTotal: 2,
      packagesTotal: 0,
      filmsCompleted: 1,
      percent: 100,
      trainingSubmitted: true,
      testPassed: true,
    });
  });
});

describe('an approved enrolment, required by other features,', () => {
  test('is not found for an unknown course, and forbidden for a course without an enrolment', async () => {
    const { accountId } = await person();
    const courseId = (await addCourse(program)).id;
    await expect(requireApprovedEnrolment(db, accountId, nowhere)).rejects.toMatchObject({ code: 'not-found' });
    await expect(requireApprovedEnrolment(db, accountId, courseId)).rejects.toMatchObject({ code: 'forbidden' });
    expect(await findOpenEnrolment(db, accountId, courseId)).toBeUndefined();
  });

  test('counts only for its own learner', async () => {
    const { courseId, id } = await requested();
    await accept(id);
    const { accountId } = await person();
    await expect(requireApprovedEnrolment(db, accountId, courseId)).rejects.toMatchObject({ code: 'forbidden' });
  });
});

// last, since time goes on for weeks in it
describe('a declined learner', () => {
  const decline = (id: string, body: DeclineReason) => call(enrolments.reject, { params: { id }, body }, registrar);
  const standing = async (learner: Person) => (await own(learner)).body[0];

  test('sees why, completes the profile first, and asks again', async () => {
    const { learner, courseId, id } = await requested();
    await addProfile(program, learner);
    program.wait(60);
    const note = 'The CDC is cut off at the edge.';
    expect((await decline(id, { reason: 'documents-unreadable', note })).status).toBe(200);
    const declined = { reason: 'documents-unreadable', note, at: program.clock().toISOString(), askAgainFrom: null };
    expect(await standing(learner)).toMatchObject({ state: 'declined', declined });
    expect((await standing(learner))?.steps).toEqual(['update-profile', 'ask-again']);
    program.wait(60);
    await call(seafarers.updateProfile, { form: formOf({ passportNumber: 'Z7654321' }) }, learner);
    expect((await standing(learner))?.steps).toEqual(['ask-again']);
    expect((await ask(learner, courseId)).body.data).toMatchObject({ state: 'requested', steps: [], declined: null });
    // staff see the former decision beside the new request, until they accept it
    expect(await rowsOf(learner)).toMatchObject([{ declineReason: 'documents-unreadable', timesDeclined: 1 }]);
    await accept(id);
    expect(await rowsOf(learner)).toMatchObject([{ declineReason: null, declineNote: null, timesDeclined: 0 }]);
  });

  test('may ask again three times, then once a week', async () => {
    const { learner, courseId, id } = await requested();
    for (const times of [1, 2, 3]) {
      if (times > 1) expect((await ask(learner, courseId)).status).toBe(201);
      await decline(id, { reason: 'batch-full' });
    }
    const from = new Date(program.clock().getTime() + 7 * 24 * 3600_000).toISOString();
    expect(await standing(learner)).toMatchObject({ steps: [], declined: { askAgainFrom: from } });
    const refused = await ask(learner, courseId);
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('declined several times')]);
    program.wait(7 * 24 * 3600);
    expect(await standing(learner)).toMatchObject({ steps: ['ask-again'], declined: { askAgainFrom: null } });
    expect((await ask(learner, courseId)).status).toBe(201);
    expect((await auditActions(id)).filter((action) => action === 'enrolment.request')).toHaveLength(4);
  });

  test('is not asked to ask again for a course that is no longer offered', async () => {
    const { learner, courseId, id } = await requested();
    await decline(id, {});
    await call(courses.deactivate, { params: { id: courseId } }, await person('admin'));
    expect(await standing(learner)).toMatchObject({ steps: [], declined: { reason: null, note: null } });
  });
});
