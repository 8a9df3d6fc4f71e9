import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { batches, mostInCalendar } from '@fairlead/contract/batches';
import { enrolments } from '@fairlead/contract/enrolments';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { type Tx, transaction } from '../../platform/db/database.ts';
import { crowd } from '../../testing/answers.ts';
import { type Person, testApp } from '../../testing/app.ts';
import { onServer } from '../../testing/database.ts';
import { addBatch, addCourse, addProfile, enrol } from '../../testing/factories.ts';
import { unzip } from '../../testing/unzip.ts';
import { type Work, whileWaiting } from '../../testing/while-waiting.ts';
import { signAccessToken } from '../accounts/sign-in/tokens.ts';
import { endWaitingLists, fillAllSeats, lockBatch } from './seats.ts';

const program = await testApp();
const { call, person, db } = program;
const [registrar, instructor] = [await person('registrar'), await person('instructor')];
const unknown = '00000000-0000-4000-8000-000000000000';

const input = {
  code: 'PST 12/2026',
  firstDay: '2026-12-04',
  lastDay: '2026-12-07',
  restDays: ['2026-12-06'],
  startsAt: '09:00',
  endsAt: '17:00',
  venue: 'Pool hall',
  seats: 2,
  instructorId: null,
  isOpen: true,
};
const classroom = (details: object = {}) => addCourse(program, { format: 'classroom', ...details });
const create = (courseId: string, more: object = {}, as = registrar) =>
  call(batches.create, { body: { courseId, ...input, ...more } }, as);
const update = (id: string, more: object = {}, version?: number) =>
  call(batches.update, { params: { id }, query: version ? { version } : {}, body: { ...input, ...more } }, registrar);
const read = async (id: string) => (await call(batches.get, { params: { id } }, registrar)).body.data;
const ask = (courseId: string, batchId: string | undefined, as: Person) =>
  call(enrolments.request, { body: { courseId, batchId } }, as);
const roster = async (id: string, as = registrar) => (await call(batches.roster, { params: { id } }, as)).body.data;
async function placeAll(id: string, enrolmentIds: readonly string[], waiting = false) {
  const people = enrolmentIds.map((one) => ({ id: one }));
  const { status, body } = await call(batches.place, { params: { id }, body: { people, waiting } }, registrar);
  return { ok: status === 200, message: body.message };
}
const place = (id: string, enrolmentId: string, waiting = false) => placeAll(id, [enrolmentId], waiting);
const dates = async (courseId: string) =>
  (await call(batches.listDates, { params: { id: courseId } })).body.data.dates.map(({ code, free }) => [code, free]);
const subjects = async (to: Person) => (await program.mailsTo(to.email)).map(({ subject }) => subject);
const mailCounts = async (people: readonly { learner: Person }[]) => {
  const counts: number[] = [];
  for (const { learner } of people) counts.push((await subjects(learner)).length);
  return counts;
};
const audited = async (subjectId: string) =>
  (await db.selectFrom('auditEvent').select('action').where('subjectId', '=', subjectId).orderBy('id').execute()).map(
    ({ action }) => action,
  );

/** A learner who asks for a batch; returns the enrolment as they see it. */
async function asked(courseId: string, batchId: string) {
  const learner = await person();
  const { body } = await ask(courseId, batchId, learner);
  return { learner, id: body.data._id, batch: body.data.batch };
}

describe('a batch', () => {
  test('is created, changed and cancelled by the office, and each is audited', async () => {
    const course = await classroom();
    const { status, body } = await create(course.id);
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ code: input.code, phase: 'upcoming', state: 'open', taken: 0, waiting: 0 });
    const { _id } = body.data;
    expect(await dates(course.id)).toEqual([[input.code, 2]]);
    expect((await update(_id, { isOpen: false, seats: 5 })).body.data).toMatchObject({ state: 'closed', seats: 5 });
    expect(await dates(course.id)).toEqual([]);
    for (const _ of [1, 2]) {
      const { body: cancelled } = await call(batches.cancel, { params: { id: _id } }, registrar);
      expect(cancelled.data.state).toBe('cancelled');
    }
    expect(await update(_id)).toMatchObject({ status: 409, body: { message: 'This batch is cancelled.' } });
    expect(await audited(_id)).toEqual(['batch.create', 'batch.update', 'batch.cancel']);
  });

  test.each([
    [{ lastDay: '2026-12-03' }, 'lastDay'],
    [{ lastDay: '2028-12-03' }, 'lastDay'],
    [{ endsAt: '08:59' }, 'endsAt'],
    [{ restDays: ['2026-12-04'] }, 'restDays'],
    [{ seats: 0 }, 'seats'],
    [{ startsAt: '9:00' }, 'startsAt'],
  ])('is refused with %j', async (more, field) => {
    const { status, body } = await create((await classroom()).id, more);
    expect([status, Object.keys((body as { fields?: object }).fields ?? {})]).toEqual([
      400,
      expect.arrayContaining([field]),
    ]);
  });

  test('is only of a course in the classroom, with an instructor of that course', async () => {
    expect(await create((await addCourse(program)).id)).toMatchObject({ status: 409 });
    expect(await create(unknown)).toMatchObject({ status: 404 });
    const course = await classroom({ format: 'both' });
    expect(await create(course.id, { instructorId: instructor.accountId })).toMatchObject({
      status: 400,
      body: { fields: { instructorId: 'Assign this instructor to the course first' } },
    });
    await db.insertInto('courseInstructor').values({ courseId: course.id, accountId: instructor.accountId }).execute();
    const { body } = await create(course.id, { instructorId: instructor.accountId });
    expect(body.data.instructor?._id).toBe(instructor.accountId);
    // an instructor reads the batches of their courses, and changes none
    const mine = await call(batches.list, { query: { teaching: 'me' } }, instructor);
    expect(mine.body.data.map(({ _id }) => _id)).toEqual([body.data._id]);
    expect((await create(course.id, {}, instructor)).status).toBe(403);
    const other = await addBatch(program, (await classroom()).id);
    expect((await call(batches.get, { params: { id: other } }, instructor)).status).toBe(404);
    const month = await call(batches.listMonth, { query: { month: '2026-12' } }, instructor);
    expect(month.body.data.batches.map(({ _id }) => _id)).toEqual([body.data._id]);
    expect(month.body.data.hasMore).toBe(false);
  });

  test('is not overwritten by somebody who saw an earlier version, nor left with fewer seats than are taken', async () => {
    const course = await classroom();
    const { _id } = (await create(course.id)).body.data;
    expect((await update(_id, { venue: 'Room 1' }, 1)).status).toBe(200);
    expect(await update(_id, { venue: 'Room 3' }, 1)).toMatchObject({ status: 409, body: { code: 'stale' } });
    await asked(course.id, _id);
    await asked(course.id, _id);
    expect(await update(_id, { seats: 1 })).toMatchObject({
      status: 409,
      body: { fields: { seats: '2 seats are taken already' } },
    });
  });

  test('that changes is announced to its people by email, and so is its end', async () => {
    const course = await classroom();
    const { _id } = (await create(course.id)).body.data;
    const { learner } = await asked(course.id, _id);
    await update(_id, { seats: 3 });
    await update(_id, { venue: 'Room 1' });
    await update(_id, { venue: 'Room 1', restDays: [] });
    await update(_id, { venue: 'Room 1', restDays: ['2026-12-06', '2026-12-05'] });
    await update(_id, { venue: 'Room 1', restDays: ['2026-12-05', '2026-12-06'] });
    await call(batches.cancel, { params: { id: _id } }, registrar);
    const mails = await program.mailsTo(learner.email);
    expect(mails.map(({ text }) => text?.match(/^Dates: (.*)$/m)?.[1])).toEqual([
      '4 December 2026 to 7 December 2026, no class on 6 December 2026',
      '4 December 2026 to 7 December 2026',
      ...Array(2).fill('4 December 2026 to 7 December 2026, no class on 5 December 2026 and 6 December 2026'),
    ]);
    expect(mails.map(({ subject }) => subject)).toEqual([
      ...Array(3).fill(`New dates or place: ${course.title}`),
      `Cancelled: ${course.title}, 4 December 2026 to 7 December 2026`,
    ]);
    expect((await roster(_id)).map(({ userId }) => userId._id)).toEqual([learner.accountId]);
  });

  test('is listed by phase, by days and in its month', async () => {
    const course = await classroom();
    const days = {
      over: ['2026-11-02', '2026-11-03'],
      running: ['2026-11-19', '2026-11-20'],
      upcoming: ['2026-11-21', '2026-12-01'],
    };
    for (const [code, [firstDay = '', lastDay = '']] of Object.entries(days)) {
      await addBatch(program, course.id, { code, firstDay, lastDay });
    }
    const found = async (query: object) =>
      (await call(batches.list, { query: { course: course.id, sort: 'firstDay', ...query } }, registrar)).body.data.map(
        ({ code }) => code,
      );
    for (const phase of ['over', 'running', 'upcoming']) expect(await found({ phase })).toEqual([phase]);
    expect(await found({ from: '2026-11-03', to: '2026-11-19' })).toEqual(['over', 'running']);
    const month = async (of: string) =>
      (await call(batches.listMonth, { query: { month: of } }, registrar)).body.data.batches
        .filter(({ courseId }) => courseId === course.id)
        .map(({ code }) => code);
    expect(await month('2026-11')).toEqual(['over', 'running', 'upcoming']);
    expect(await month('2026-12')).toEqual(['upcoming']);
    expect(await month('2027-01')).toEqual([]);
  });

  test('of a month with more than a calendar shows: the soonest, and that there are more', async () => {
    const { id: courseId } = await classroom();
    const rows = Array.from({ length: mostInCalendar + 1 }, (_, n) => ({
      ...{
        courseId,
        code: `N ${n}`,
        venue: '',
        startsAt: '09:00',
        endsAt: '17:00',
        seats: 1,
        createdAt: program.clock(),
      },
      ...{ firstDay: n === 0 ? '2031-03-20' : '2031-03-03', lastDay: '2031-03-21' },
    }));
    await db.insertInto('batch').values(rows).execute();
    const month = async () => (await call(batches.listMonth, { query: { month: '2031-03' } }, registrar)).body.data;
    const { batches: shown, hasMore } = await month();
    expect([shown.length, hasMore, shown.some(({ code }) => code === 'N 0')]).toEqual([mostInCalendar, true, false]);
    await db.deleteFrom('batch').where('courseId', '=', courseId).where('code', '=', 'N 1').execute();
    expect(await month()).toMatchObject({ batches: { length: mostInCalendar }, hasMore: false });
  });
});

describe('a request for a batch', () => {
  test('takes the last seat once, however many ask at the same moment', async () => {
    const course = await classroom();
    const batch = await addBatch(program, course.id, { seats: 3 });
    await asked(course.id, batch);
    await asked(course.id, batch);
    const many = await Promise.all(Array.from({ length: crowd }, () => person()));
    // a program that is too busy answers some of them with 503, who then ask again
    const insist = async (learner: Person) => {
      let answer = await ask(course.id, batch, learner);
      while (answer.status === 503) answer = await ask(course.id, batch, learner);
      return answer;
    };
    const answers = await Promise.all(many.map(insist));
    expect(answers.map(({ status }) => status)).toEqual(many.map(() => 201));
    const waiting = answers.map(({ body }) => body.data.batch?.waiting ?? null);
    expect(waiting.filter((position) => position === null)).toHaveLength(1);
    expect(await read(batch)).toMatchObject({ seats: 3, taken: 3, waiting: crowd - 1 });
    const positions = (await roster(batch)).flatMap((entry) => entry.waiting ?? []);
    expect(positions).toEqual(Array.from({ length: crowd - 1 }, (_, n) => n + 1));
  });

  test('is refused for a date that cannot be chosen', async () => {
    const course = await classroom();
    const refused = {
      closed: await addBatch(program, course.id, { state: 'closed' }),
      begun: await addBatch(program, course.id, { firstDay: '2026-11-20' }),
      cancelled: await addBatch(program, course.id, { state: 'cancelled' }),
    };
    const learner = await person();
    for (const [why, id] of Object.entries(refused))
      expect([why, (await ask(course.id, id, learner)).status]).toEqual([why, 409]);
    const other = await addBatch(program, (await classroom()).id);
    expect((await ask(course.id, other, learner)).status).toBe(404);
    const online = await addCourse(program);
    expect(await ask(online.id, await addBatch(program, online.id), learner)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('held online only now') },
    });
    expect(await db.selectFrom('enrolment').select('id').where('courseId', '=', course.id).execute()).toEqual([]);
    expect((await ask(course.id, undefined, learner)).body.data.batch).toBeNull();
  });

  test('leaves its seat to the first who waits when it is declined, and they are emailed', async () => {
    const course = await classroom();
    const batch = await addBatch(program, course.id);
    const [first, second, third] = [
      await asked(course.id, batch),
      await asked(course.id, batch),
      await asked(course.id, batch),
    ];
    expect([first, second, third].map(({ batch }) => batch?.waiting)).toEqual([null, 1, 2]);
    expect(await dates(course.id)).toEqual([[(await read(batch)).code, 0]]);
    const accept = ({ id }: { id: string }) => call(enrolments.accept, { params: { id } }, registrar);
    expect(await accept(second)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('waiting list') },
    });
    await call(enrolments.reject, { params: { id: first.id }, body: { reason: 'documents-incomplete' } }, registrar);
    expect((await roster(batch)).map((one) => [one._id, one.place, one.waiting])).toEqual([
      [second.id, 'seat', null],
      [third.id, 'waiting', 1],
      [first.id, 'left', null],
    ]);
    expect(await subjects(second.learner)).toEqual([`You have a seat: ${course.title}`]);
    expect(await subjects(third.learner)).toEqual([]);
    expect((await accept(second)).status).toBe(200);
    // asked again without a date, the learner is in no batch
    expect((await ask(course.id, undefined, first.learner)).body.data.batch).toBeNull();
  });

  test('of somebody who was erased leaves a seat that is passed on by the job', async () => {
    const course = await classroom();
    const batch = await addBatch(program, course.id);
    const [gone, next] = [await asked(course.id, batch), await asked(course.id, batch)];
    await db.deleteFrom('enrolment').where('id', '=', gone.id).execute();
    await fillAllSeats(program);
    expect(await subjects(next.learner)).toEqual([`You have a seat: ${course.title}`]);
    expect(await read(batch)).toMatchObject({ taken: 1, waiting: 0 });
  });
});

describe('the waiting list of a batch that has begun', () => {
  test('ends once: its people are emailed, and can ask for another date', async () => {
    const course = await classroom();
    const dated = (day: string) => ({ firstDay: day, lastDay: day });
    const [begun, later] = [await addBatch(program, course.id), await addBatch(program, course.id, { seats: 9 })];
    const cancelled = await addBatch(program, course.id);
    const [seated, waiting] = [await asked(course.id, begun), await asked(course.id, begun)];
    const approved = await enrol(program, await person(), course.id);
    expect(await place(begun, approved, true)).toMatchObject({ ok: true });
    const kept = [await asked(course.id, cancelled), await asked(course.id, cancelled)].at(-1);
    expect(await ask(course.id, later, waiting.learner)).toMatchObject({ status: 409 });
    await endWaitingLists(program);
    expect(await read(begun)).toMatchObject({ taken: 1, waiting: 2 });

    await db.updateTable('batch').set(dated('2026-11-20')).where('id', 'in', [begun, cancelled]).execute();
    await db.updateTable('batch').set({ state: 'cancelled' }).where('id', '=', cancelled).execute();
    for (const _ of [1, 2]) await endWaitingLists(program);
    expect(await read(begun)).toMatchObject({ taken: 1, waiting: 0 });
    expect([await read(cancelled), await subjects(kept?.learner as Person)]).toMatchObject([{ waiting: 1 }, []]);
    expect(await subjects(seated.learner)).toEqual([]);
    const mails = await program.mailsTo(waiting.learner.email);
    expect(mails.map(({ subject }) => subject)).toEqual([`No seat became free: ${course.title}, 20 November 2026`]);
    expect(mails[0]?.text).toContain('Ask for another date');
    expect(await audited(waiting.id)).toEqual(['enrolment.request', 'batch.end-wait']);
    expect(await audited(approved)).toEqual(['batch.place', 'batch.end-wait']);
    expect(await place(begun, approved, true)).toMatchObject({
      ok: false,
      message: expect.stringContaining('has begun'),
    });

    const own = async () => (await call(enrolments.listOwn, waiting.learner)).body;
    expect(await own()).toMatchObject([{ state: 'requested', steps: ['choose-date'], batch: null }]);
    const again = await ask(course.id, later, waiting.learner);
    expect(await own()).toMatchObject([{ state: 'requested', steps: [] }]);
    expect(again.body.data).toMatchObject({ _id: waiting.id, status: 'pending', batch: { _id: later, waiting: null } });
    expect((await ask(course.id, later, waiting.learner)).status).toBe(409);
  });
});

test('whose batch is cancelled chooses another date alone, approved or not, where one is open', async () => {
  const course = await classroom();
  const cancelled = await addBatch(program, course.id, { firstDay: '2026-12-01', lastDay: '2026-12-02', seats: 5 });
  const people = [await asked(course.id, cancelled), await asked(course.id, cancelled)];
  const [approved] = people as [(typeof people)[number]];
  await call(enrolments.accept, { params: { id: approved.id }, query: {} }, registrar);
  const own = async (as: Person) => (await call(enrolments.listOwn, as)).body[0];
  // before the classes begin there is nothing to launch
  expect(await own(approved.learner)).toMatchObject({ state: 'training', steps: [] });
  await call(batches.cancel, { params: { id: cancelled } }, registrar);
  for (const { learner } of people) expect(await own(learner)).toMatchObject({ steps: [], lacksOpenDate: true });

  const next = await addBatch(program, course.id, { firstDay: '2026-12-04', lastDay: '2026-12-05', seats: 1 });
  for (const [n, { learner, id }] of people.entries()) {
    expect(await own(learner)).toMatchObject({ steps: ['choose-date'], lacksOpenDate: false });
    const { body } = await ask(course.id, next, learner);
    expect(body.data).toMatchObject({ _id: id, batch: { _id: next, waiting: n === 0 ? null : 1 } });
    expect(await ask(course.id, next, learner)).toMatchObject({ status: 409 });
  }
  expect((await own(approved.learner))?.status).toBe('approved');
  expect(await read(next)).toMatchObject({ taken: 1, waiting: 1 });
});

// the embedded engine has one connection, and nothing happens there at the same moment
describe.runIf(onServer())('at the same moment as another change', () => {
  const during = <T>(work: Work, other: () => Promise<T>, meanwhile?: Work) => whileWaiting(db, work, other, meanwhile);
  const declineNow = (id: string) => (tx: Tx) =>
    tx.updateTable('enrolment').set({ status: 'rejected' }).where('id', '=', id).execute();
  const decline = (id: string) =>
    call(enrolments.reject, { params: { id }, body: { reason: 'batch-full' } }, registrar);

  test('a declined person is not moved', async () => {
    const course = await classroom();
    const [from, to] = [await addBatch(program, course.id), await addBatch(program, course.id)];
    const { id, learner } = await asked(course.id, from);
    expect(await during(declineNow(id), () => place(to, id))).toMatchObject({
      ok: false,
      message: expect.stringContaining('is declined'),
    });
    expect([await read(to), await subjects(learner)]).toMatchObject([{ taken: 0 }, []]);
  });

  test('two colleagues who move people to the last seats move all of theirs, or none', async () => {
    const course = await classroom();
    const [from, to] = [
      await addBatch(program, course.id, { seats: 6 }),
      await addBatch(program, course.id, { seats: 3 }),
    ];
    const people = await Promise.all(Array.from({ length: 6 }, () => asked(course.id, from)));
    const ids = people.map(({ id }) => id);
    // each has two of the people and wants a third, whom both have chosen
    const both = await Promise.all([placeAll(to, ids.slice(0, 3)), placeAll(to, ids.slice(2, 5).toReversed())]);
    expect(both.map(({ ok }) => ok).sort()).toEqual([false, true]);
    expect(await mailCounts(people)).toEqual(both[0].ok ? [1, 1, 1, 0, 0, 0] : [0, 0, 1, 1, 1, 0]);
    expect([await read(from), await read(to)]).toMatchObject([{ taken: 3 }, { taken: 3 }]);
  });

  test('a seat that was taken after the move was read is passed on', async () => {
    const course = await classroom();
    const [from, to] = [await addBatch(program, course.id), await addBatch(program, course.id)];
    const [first, second, third] = [
      await asked(course.id, from),
      await asked(course.id, from),
      await asked(course.id, from),
    ];
    const pass = async (tx: Tx) => {
      await lockBatch(tx, from);
      await tx
        .updateTable('enrolment')
        .set({ seatedAt: null, status: 'rejected' })
        .where('id', '=', first.id)
        .execute();
      await tx.updateTable('enrolment').set({ seatedAt: program.clock() }).where('id', '=', second.id).execute();
    };
    expect(await during(pass, () => place(to, second.id))).toMatchObject({ ok: true });
    expect(await subjects(third.learner)).toEqual([`You have a seat: ${course.title}`]);
  });

  test('a seat passes to the next who waits, not to somebody declined', async () => {
    const course = await classroom();
    const batch = await addBatch(program, course.id);
    const [first, second, third] = [
      await asked(course.id, batch),
      await asked(course.id, batch),
      await asked(course.id, batch),
    ];
    expect((await during(declineNow(second.id), () => decline(first.id))).status).toBe(200);
    expect(await subjects(second.learner)).toEqual([]);
    expect(await audited(second.id)).toEqual(['enrolment.request']);
    expect(await subjects(third.learner)).toEqual([`You have a seat: ${course.title}`]);
  });

  test('who waits for a batch holds no enrolment, so that nobody waits in a circle', async () => {
    const course = await classroom();
    const batch = await addBatch(program, course.id, { seats: 3 });
    const [one, two] = [await asked(course.id, batch), await asked(course.id, batch)];
    await decline(two.id);
    const free = (id: string) => (tx: Tx) =>
      tx.selectFrom('enrolment').select('id').where('id', '=', id).forUpdate().noWait().execute();
    const hold = (tx: Tx) => lockBatch(tx, batch);
    expect((await during(hold, () => decline(one.id), free(one.id))).status).toBe(200);
    expect((await during(hold, () => ask(course.id, batch, two.learner), free(two.id))).status).toBe(201);
    // what only refers to the batch does not wait for it
    const [locked, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holding = transaction(db, async (tx) => {
      await hold(tx);
      locked.resolve();
      await mayCommit.promise;
    });
    await locked.promise;
    const referred = db.selectFrom('batch').select('id').where('id', '=', batch).forKeyShare().noWait();
    await referred.executeTakeFirstOrThrow().finally(() => mayCommit.resolve());
    await holding;
  });
});

describe('staff', () => {
  test('move people between batches and waiting lists, and each move is audited', async () => {
    const course = await classroom();
    const [full, free] = [await addBatch(program, course.id), await addBatch(program, course.id, { seats: 5 })];
    const [first, second] = [await asked(course.id, full), await asked(course.id, full)];
    expect(await place(full, second.id)).toMatchObject({ ok: false, message: expect.stringContaining('is full') });
    expect(await place(free, first.id)).toMatchObject({ ok: true });
    expect([await read(full), await read(free)]).toMatchObject([{ taken: 1, waiting: 0 }, { taken: 1 }]);
    expect(await subjects(second.learner)).toEqual([`You have a seat: ${course.title}`]);
    expect(await subjects(first.learner)).toEqual([`Your dates for ${course.title}`]);
    expect(await place(full, first.id, true)).toMatchObject({ ok: true });
    expect(await place(full, first.id, true)).toMatchObject({ ok: true });
    expect([await read(full), await read(free)]).toMatchObject([{ taken: 1, waiting: 1 }, { taken: 0 }]);
    expect(await audited(first.id)).toEqual(['enrolment.request', 'batch.place', 'batch.place']);
    expect(await place(free, second.id, true)).toMatchObject({
      ok: false,
      message: expect.stringContaining('free seats'),
    });
    expect(await place(await addBatch(program, (await classroom()).id), first.id)).toMatchObject({ ok: false });
  });

  test('move many people to a batch, or none of them', async () => {
    const course = await classroom();
    const [from, to] = [
      await addBatch(program, course.id, { seats: 3 }),
      await addBatch(program, course.id, { seats: 2 }),
    ];
    const people = [await asked(course.id, from), await asked(course.id, from), await asked(course.id, from)];
    const next = await asked(course.id, from);
    const ids = people.map(({ id }) => id);
    expect(await placeAll(to, ids)).toEqual({
      ok: false,
      message: expect.stringMatching(/^Batch \S+ has only 2 free seats for 3 people\.$/),
    });
    expect([await read(from), await read(to)]).toMatchObject([{ taken: 3, waiting: 1 }, { taken: 0 }]);
    expect(await mailCounts(people)).toEqual([0, 0, 0]);
    // with the one who waits: nobody passes on a seat to somebody who moves in the same step
    expect(await placeAll(to, [...ids.slice(0, 1), next.id])).toMatchObject({ ok: true });
    expect([await read(from), await read(to)]).toMatchObject([{ taken: 2, waiting: 0 }, { taken: 2 }]);
    expect(await subjects(next.learner)).toEqual([`Your dates for ${course.title}`]);
  });

  test('put people without a batch into one', async () => {
    const course = await classroom();
    const batch = await addBatch(program, course.id);
    const id = await enrol(program, await person(), course.id);
    await enrol(program, await person(), course.id, 'rejected');
    const unplaced = async () =>
      (await call(batches.listUnplaced, { params: { id: batch } }, registrar)).body.data.map(({ _id }) => _id);
    expect(await unplaced()).toEqual([id]);
    expect(await place(batch, id)).toMatchObject({ ok: true });
    expect(await unplaced()).toEqual([]);
  });

  test('enrol people with a seat, and nobody without one', async () => {
    const course = await classroom();
    const batchId = await addBatch(program, course.id);
    const people = [await person(), await person()];
    const { body } = await call(
      enrolments.enrolPeople,
      { body: { courseId: course.id, batchId, people: people.map(({ accountId }) => ({ id: accountId })) } },
      registrar,
    );
    expect(body.data.map(({ ok }) => ok)).toEqual([true, false]);
    expect((await roster(batchId)).map(({ status }) => status)).toEqual(['approved']);
    expect(await db.selectFrom('enrolment').select('id').where('courseId', '=', course.id).execute()).toHaveLength(1);
  });

  test('enrol somebody who has a seat already: they keep it, or it is passed on', async () => {
    const course = await classroom();
    const [full, other] = [await addBatch(program, course.id), await addBatch(program, course.id)];
    const enrolInto = async (batchId: string, { learner }: { learner: Person }) =>
      (
        await call(
          enrolments.enrolPeople,
          { body: { courseId: course.id, batchId, people: [{ id: learner.accountId }] } },
          registrar,
        )
      ).body.data[0];
    const [first, second, third] = [
      await asked(course.id, full),
      await asked(course.id, full),
      await asked(course.id, full),
    ];
    expect(await enrolInto(full, first)).toMatchObject({ ok: true });
    expect(await enrolInto(full, second)).toMatchObject({ ok: false, message: expect.stringContaining('is full') });
    await call(enrolments.reject, { params: { id: first.id }, body: { reason: 'batch-full' } }, registrar);
    expect(await enrolInto(other, second)).toMatchObject({ ok: true });
    expect(await subjects(third.learner)).toEqual([`You have a seat: ${course.title}`]);
    expect([await read(full), await read(other)]).toMatchObject([{ taken: 1, waiting: 0 }, { taken: 1 }]);
  });

  test('accept nobody for a batch that is cancelled, and move nobody into a course that is online only', async () => {
    const course = await classroom();
    const batch = await addBatch(program, course.id);
    const { id } = await asked(course.id, batch);
    await call(batches.cancel, { params: { id: batch } }, registrar);
    expect(await call(enrolments.accept, { params: { id } }, registrar)).toMatchObject({
      status: 409,
      body: { message: 'The batch of this request is cancelled. Move it to another batch first.' },
    });
    const next = await addBatch(program, course.id);
    await db.updateTable('course').set({ format: 'online' }).where('id', '=', course.id).execute();
    expect(await place(next, id)).toMatchObject({ ok: false, message: expect.stringContaining('online only') });
  });

  test('see the particulars of people in a batch only with the permission', async () => {
    const course = await classroom();
    const batch = await addBatch(program, course.id);
    const { learner } = await asked(course.id, batch);
    await addProfile(program, learner);
    await db.insertInto('courseInstructor').values({ courseId: course.id, accountId: instructor.accountId }).execute();
    expect((await roster(batch))[0]?.particulars).toMatchObject({ indosNumber: '12GL3456', dateOfBirth: '1990-05-17' });
    expect((await roster(batch, instructor))[0]?.particulars).toBeNull();
    const sheet = await program.request('GET', `/api/export/batches/${batch}/roster`, { as: registrar });
    expect(String(sheet.body).split('\r\n')[1]).toBe(
      `Asha Nair,1990-05-17,12GL3456,MUM 123456,N1234567,G-42,'+919876543210,${learner.email},Seat,,no,2026-11-20 12:00`,
    );
    const refused = await program.request('GET', `/api/export/batches/${batch}/roster`, { as: instructor });
    expect(refused.status).toBe(403);
  });

  test('have their photographs in the workbook', async () => {
    const course = await classroom();
    const batch = await addBatch(program, course.id, { seats: 3 });
    const [first, second] = [await asked(course.id, batch), await asked(course.id, batch)];
    for (const { learner } of [first, second]) await addProfile(program, learner);
    const lost = db
      .selectFrom('seafarerProfile')
      .select('profilePictureId')
      .where('accountId', '=', first.learner.accountId);
    const { filename } = await db
      .selectFrom('storedFile')
      .select('filename')
      .where('id', 'in', lost)
      .executeTakeFirstOrThrow();
    await rm(join(program.config.dataDir, 'files', 'profile_pictures', filename));
    const { rawPayload } = await program.app.inject({
      url: `/api/export/batches/${batch}/roster?format=xlsx`,
      headers: {
        authorization: `Bearer ${await signAccessToken(registrar, program.config.secrets.token, program.clock())}`,
      },
    });
    const parts = await unzip(rawPayload);
    expect(Object.keys(parts).filter((name) => name.startsWith('xl/media/'))).toEqual(['xl/media/image1.jpeg']);
    const { width, height } = await sharp(parts['xl/media/image1.jpeg']).metadata();
    expect([width, height]).toEqual([126, 162]);
    expect(String(parts['xl/drawings/drawing1.xml'])).toContain('descr="Asha Nair"');
  });
});

describe('the calendar of batches', () => {
  const renew = async (as: Person) => (await call(batches.renewCalendar, as)).body.data.url;
  const open = async (url: string) => program.app.inject({ url: new URL(url).pathname });
  /** The events of a calendar, each with its properties. */
  const eventsOf = async (url: string) => {
    const { body } = await open(url);
    const lines = body.replaceAll('\r\n ', '').split('\r\n');
    const starts = lines.flatMap((line, n) => (line === 'BEGIN:VEVENT' ? [n] : []));
    return starts.map((start) => {
      const event = lines.slice(start, lines.indexOf('END:VEVENT', start));
      return Object.fromEntries(event.map((line) => [line.split(':')[0], line.slice(line.indexOf(':') + 1)]));
    });
  };

  test('has each day with class of the batches that its owner may see now, at its time', async () => {
    const [course, other] = [await classroom({ title: 'Fire, Fighting' }), await classroom()];
    const teacher = await person('instructor');
    const assigned = { courseId: course.id, accountId: teacher.accountId };
    await db.insertInto('courseInstructor').values(assigned).execute();
    const { _id: id } = (await create(course.id, { code: 'FF 1', instructorId: teacher.accountId })).body.data;
    await create(other.id, { code: 'OTHER' });
    const url = await renew(teacher);
    const events = await eventsOf(url);
    expect(events.map(({ UID, DTSTART, DTEND }) => [UID, DTSTART, DTEND])).toEqual(
      ['2026-12-04', '2026-12-05', '2026-12-07'].map((day) => [
        `${id}-${day}@academy.example`,
        `${day.replaceAll('-', '')}T033000Z`,
        `${day.replaceAll('-', '')}T113000Z`,
      ]),
    );
    expect(events[0]).toMatchObject({
      SUMMARY: 'Fire\\, Fighting (FF 1)',
      LOCATION: 'Pool hall',
      SEQUENCE: '0',
      DESCRIPTION: expect.stringMatching(/^Half days: morning and afternoon\\nInstructor: /),
    });
    await update(id, { code: 'FF 1', restDays: [], endsAt: '12:30', instructorId: null });
    expect((await eventsOf(url)).map(({ SEQUENCE, DESCRIPTION }) => [SEQUENCE, DESCRIPTION])).toEqual(
      Array(4).fill(['1', 'Half days: morning']),
    );
    await call(batches.cancel, { params: { id } }, registrar);
    expect((await eventsOf(url))[0]).toMatchObject({
      ...{ UID: `${id}-2026-12-04@academy.example`, SEQUENCE: '2', STATUS: 'CANCELLED' },
      SUMMARY: 'Cancelled: Fire\\, Fighting (FF 1)',
    });
    // who is taken off the course no longer sees its batches
    await db.deleteFrom('courseInstructor').where('accountId', '=', teacher.accountId).execute();
    expect(await eventsOf(url)).toEqual([]);
  });

  // shows: threats/stale-calendar
  test('is open by its latest link alone, while its owner is staff, and until they end it', async () => {
    const teacher = await person('instructor');
    const [old, url] = [await renew(teacher), await renew(teacher)];
    const opens = async (one: string) => (await open(one)).statusCode;
    expect([await opens(old), await opens(url)]).toEqual([404, 200]);
    // neither link opens the other kind of calendar
    expect(await opens(url.replace('/batches', ''))).toBe(404);
    const become = (values: { role?: 'learner' | 'instructor'; disabledAt?: Date | null }) =>
      db.updateTable('account').set(values).where('id', '=', teacher.accountId).execute();
    await become({ disabledAt: program.clock() });
    expect(await opens(url)).toBe(404);
    await become({ disabledAt: null, role: 'learner' });
    expect(await opens(url)).toBe(404);
    await become({ role: 'instructor' });
    for (const _ of [1, 2]) expect((await call(batches.endCalendar, teacher)).status).toBe(200);
    expect(await opens(url)).toBe(404);
    expect((await call(batches.calendarState, teacher)).body.data.createdAt).toBeNull();
    const calendars = audited(teacher.accountId).then((all) => all.filter((action) => action.includes('calendar')));
    expect(await calendars).toEqual(['account.renew-calendar', 'account.renew-calendar', 'account.end-calendar']);
  });
});
