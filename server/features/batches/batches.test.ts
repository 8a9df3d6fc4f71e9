import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { batches, mostInCalendar } from '@fairlead/contract/batches/calls';
import { enrolments } from '@fairlead/contract/enrolments/calls';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { unzip } from '../../platform/archives/testing/unzip.ts';
import { type Person, testApp } from '../../testing/app.ts';
import { addBatch, addCourse, addProfile, enrol } from '../../testing/factories.ts';
import { signAccessToken } from '../accounts/sign-in/tokens.ts';
import { batchDesk } from './testing/batch-desk.ts';

const program = await testApp();
const { call, person, db } = program;
const {
  registrar,
  instructor,
  unknown,
  input,
  classroom,
  create,
  update,
  read,
  roster,
  placeAll,
  place,
  dates,
  subjects,
  mailCounts,
  audited,
  asked,
} = await batchDesk(program);

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

  test('has no dates for anybody once its course is not offered, which visitors cannot see then', async () => {
    const course = await classroom();
    await create(course.id);
    await db.updateTable('course').set({ isActive: false }).where('id', '=', course.id).execute();
    const readDates = (as?: Person) => call(batches.listDates, { params: { id: course.id } }, as);
    expect((await readDates()).status).toBe(404);
    expect((await readDates(registrar)).body.data.dates).toEqual([]);
  });

  test('is among the next dates of the academy while it is to come, is open and has a free seat', async () => {
    const next = async () =>
      (await call(batches.listNextDates)).body.data.map(({ courseId, firstDay, free }) => [courseId, firstDay, free]);
    const before = await next();
    const made = async (firstDay: string, more: object = {}) => {
      const course = await classroom();
      const { body } = await create(course.id, { firstDay, lastDay: firstDay, restDays: [], seats: 1, ...more });
      return { course: course.id, id: body.data._id };
    };
    const [second, first, full, closed, gone] = [
      await made('2026-11-23'),
      await made('2026-11-22', { seats: 3 }),
      await made('2026-11-22'),
      await made('2026-11-22'),
      await made('2026-11-22'),
    ];
    await asked(full.course, full.id);
    await update(closed.id, { firstDay: '2026-11-22', lastDay: '2026-11-22', restDays: [], isOpen: false });
    await db.updateTable('course').set({ isActive: false }).where('id', '=', gone.course).execute();
    const shown = [
      [first.course, '2026-11-22', 3],
      [second.course, '2026-11-23', 1],
    ];
    expect(await next()).toEqual([...shown, ...before].slice(0, 4));
    for (const { id } of [first, second]) await call(batches.cancel, { params: { id } }, registrar);
    expect(await next()).toEqual(before);
  });

  test('is among them however many full ones begin before it, and is not while somebody waits', async () => {
    const [learner, on] = [await person(), { firstDay: '2026-11-21', lastDay: '2026-11-21' }];
    const full: string[] = [];
    for (let n = 0; n < 26; n += 1) {
      const course = await classroom();
      const batch = await addBatch(program, course.id, { ...on, seats: n === 0 ? 2 : 1 });
      const id = await enrol(program, learner, course.id);
      // of the first, one seat is free, for which the learner waits
      const placed = { batchId: batch, batchAskedAt: program.clock(), ...(n > 0 && { seatedAt: program.clock() }) };
      await db.updateTable('enrolment').set(placed).where('id', '=', id).execute();
      full.push(batch);
    }
    const free = await addBatch(program, (await classroom()).id, { ...on, lastDay: '2026-11-22', seats: 1 });
    const next = (await call(batches.listNextDates)).body.data.map(({ _id }) => _id);
    expect(next[0]).toBe(free);
    expect(next.filter((id) => full.includes(id))).toEqual([]);
    await db.deleteFrom('enrolment').where('accountId', '=', learner.accountId).execute();
    await db
      .deleteFrom('batch')
      .where('id', 'in', [...full, free])
      .execute();
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
      courseId,
      code: `N ${n}`,
      venue: '',
      startsAt: '09:00',
      endsAt: '17:00',
      seats: 1,
      createdAt: program.clock(),
      firstDay: n === 0 ? '2031-03-20' : '2031-03-03',
      lastDay: '2031-03-21',
    }));
    await db.insertInto('batch').values(rows).execute();
    const month = async () => (await call(batches.listMonth, { query: { month: '2031-03' } }, registrar)).body.data;
    const { batches: shown, hasMore } = await month();
    expect([shown.length, hasMore, shown.some(({ code }) => code === 'N 0')]).toEqual([mostInCalendar, true, false]);
    await db.deleteFrom('batch').where('courseId', '=', courseId).where('code', '=', 'N 1').execute();
    expect(await month()).toMatchObject({ batches: { length: mostInCalendar }, hasMore: false });
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
