import { courses } from '@fairlead/contract/courses/calls';
import { overview } from '@fairlead/contract/overview/calls';
import { describe, expect, test } from 'vitest';
import { testApp } from '../../testing/app.ts';
import { testOnServer } from '../../testing/database.ts';
import { addCourse } from '../../testing/factories.ts';
import { formOf } from '../../testing/forms.ts';
import { courseCover, courseDesk } from './testing/course-desk.ts';
import { courseFields } from './testing/course-fields.ts';

const program = await testApp();
const { call, person, request, db } = program;
const editor = await person('admin');
const { created, audit, leavesNothing } = courseDesk(program, editor);

describe('editing', () => {
  const update = async (id: string, changes: Record<string, string>, files = {}) =>
    call(courses.update, { params: { id }, form: formOf({ ...courseFields, ...changes }, files) }, editor);

  // shows: staff/edit-course, calls/update-course, messages/course-saved
  test('keeps the picture if none is sent', async () => {
    const course = await created();
    const { status, body } = await update(course._id, { title: 'H2S' });
    expect([status, body.message]).toEqual([200, 'Course updated successfully']);
    expect(body.data).toMatchObject({ title: 'H2S', courseImg: course.courseImg });
    expect(await audit(course._id)).toMatchObject([{ action: 'course.create' }, { action: 'course.update' }]);
  });

  test('marks a replaced picture as deleted', async () => {
    const course = await created();
    const { body } = await update(course._id, {}, await courseCover());
    expect(body.data.courseImg?.filename).not.toBe(course.courseImg?.filename);
    expect((await request('GET', course.courseImg?.url ?? '')).status).toBe(404);
    expect((await request('GET', body.data.courseImg?.url ?? '')).status).toBe(200);
    const old = await db
      .selectFrom('storedFile')
      .select('deletedAt')
      .where('filename', '=', course.courseImg?.filename ?? '')
      .executeTakeFirst();
    expect(old?.deletedAt).toEqual(program.clock());
  });

  test('of an unknown course stores no picture', async () => {
    await leavesNothing(async () => {
      const { status } = await update('00000000-0000-4000-8000-000000000000', {}, await courseCover());
      expect(status).toBe(404);
      expect((await update('not-an-id', {}, await courseCover())).status).toBe(400);
    });
  });

  test('with a refused picture changes nothing of the course', async () => {
    const course = await created();
    await leavesNothing(async () => {
      const refused = await update(course._id, { title: 'Other' }, { courseImg: { bytes: Buffer.from('no') } });
      expect(refused.status).toBe(400);
    });
    expect((await call(courses.getCourse, { params: { id: course._id } })).body.data).toEqual(course);
  });

  describe('from a version that was read', () => {
    const updateSeen = async (
      id: string,
      version: unknown,
      changes: Record<string, string>,
      files = {},
      who = editor,
    ) =>
      call(
        courses.update,
        { params: { id }, query: { version } as never, form: formOf({ ...courseFields, ...changes }, files) },
        who,
      );

    test('increases it with every edit, and not with other changes of the course', async () => {
      const course = await created();
      expect(course.version).toBe(1);
      expect((await call(courses.deactivate, { params: { id: course._id } }, editor)).body.data.version).toBe(1);
      expect((await updateSeen(course._id, 1, { title: 'H2S' })).body.data.version).toBe(2);
      expect((await update(course._id, { title: 'Unasked' })).body.data).toMatchObject({
        title: 'Unasked',
        version: 3,
      });
    });

    test('is refused once a colleague has saved another, with its current values, and changes nothing', async () => {
      const course = await created({ validityMonths: '60' });
      const colleague = await person('admin', { firstName: 'Anita', lastName: 'Rao' });
      const theirs = { title: 'Gas', subject: JSON.stringify(['Rescue', 'Escape']), validityMonths: '' };
      expect((await updateSeen(course._id, 1, theirs, {}, colleague)).status).toBe(200);
      await leavesNothing(async () => {
        const { status, body } = await updateSeen(
          course._id,
          1,
          { price: '5000', validityMonths: '60' },
          await courseCover(),
        );
        expect(status).toBe(409);
        expect(body).toEqual({
          code: 'stale',
          message: 'Anita Rao has changed this course after you opened it.',
          fields: {
            title: 'It is now: Gas',
            price: 'It is now: 4500.5',
            subject: 'It is now: Rescue, Escape',
            validityMonths: 'It is blank now',
          },
        });
      });
      const now = await call(courses.getCourse, { params: { id: course._id } });
      expect(now.body.data).toMatchObject({ title: 'Gas', price: 4500.5, version: 2 });
      expect((await updateSeen(course._id, 2, { title: 'Gas and rescue' })).status).toBe(200);
    });

    test('is accepted again if it changes nothing, because its first response may have been lost', async () => {
      const course = await created();
      expect((await updateSeen(course._id, 1, { title: 'H2S' })).status).toBe(200);
      expect((await updateSeen(course._id, 1, { title: 'H2S' })).status).toBe(200);
      expect((await updateSeen(course._id, 1, { title: 'Other' })).body).toMatchObject({
        message: 'You have changed this course after you opened it.',
      });
    });

    test.each(['one', '0', '1.5', ''])('is refused if the version is %j', async (version) => {
      const course = await created();
      expect((await updateSeen(course._id, version, {})).status).toBe(400);
    });

    testOnServer('by several at once is accepted from one', async () => {
      const course = await created();
      const titles = Array.from({ length: 8 }, (_, i) => `Title ${i}`);
      const answers = await Promise.all(titles.map((title) => updateSeen(course._id, 1, { title })));
      const taken = answers.filter(({ status }) => status === 200);
      expect(taken).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(7);
      const now = await call(courses.getCourse, { params: { id: course._id } });
      expect(now.body.data).toMatchObject({ title: taken[0]?.body.data.title, version: 2 });
    });
  });

  testOnServer('by several at once keeps one picture', async () => {
    const course = await created();
    const answers = await Promise.all(
      Array.from({ length: 8 }, async () => update(course._id, {}, await courseCover())),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const covers = [course, ...answers.map(({ body }) => body.data)].map(({ courseImg }) => courseImg?.filename ?? '');
    const alive = await db
      .selectFrom('storedFile')
      .select('filename')
      .where('filename', 'in', covers)
      .where('deletedAt', 'is', null)
      .execute();
    const now = await call(courses.getCourse, { params: { id: course._id } });
    expect(alive).toEqual([{ filename: now.body.data.courseImg?.filename }]);
  });
});

describe('the highest playback speed', () => {
  const chooseSpeed = (id: string, highestSpeed: '1' | '2', as = editor) =>
    call(courses.chooseSpeed, { params: { id }, body: { highestSpeed } }, as);
  const asStaff = async (id: string) => (await call(courses.getCourse, { params: { id } }, editor)).body.data;
  const listed = async (id: string) =>
    (await call(overview.getOverview, editor)).body.data.playbackSpeeds?.longest.some((one) => one._id === id);

  test('of a new course is 1 ×, nobody is asked for it, and an update that does not say it leaves it', async () => {
    const course = await created();
    expect(course.highestSpeed).toBe(1);
    expect(await asStaff(course._id)).not.toHaveProperty('asksSpeed');
    await db.updateTable('course').set({ highestSpeed: 1.5 }).where('id', '=', course._id).execute();
    const { body } = await call(
      courses.update,
      { params: { id: course._id }, form: formOf({ ...courseFields, title: 'H2S' }) },
      editor,
    );
    expect(body.data).toMatchObject({ title: 'H2S', highestSpeed: 1.5 });
  });

  test('of a course from before is asked for once, on its page, in the list and on the overview', async () => {
    const { id } = await addCourse(program, { speedChosen: false });
    expect(await asStaff(id)).toMatchObject({ highestSpeed: 2, asksSpeed: true });
    expect(await listed(id)).toBe(true);
    const all = (await call(courses.list, { query: { limit: 200 } }, editor)).body.data;
    expect(all.filter(({ asksSpeed }) => asksSpeed).map(({ _id }) => _id)).toContain(id);
    // nobody else is told
    expect((await call(courses.getCourse, { params: { id } })).body.data).not.toHaveProperty('asksSpeed');
    expect(JSON.stringify((await call(courses.listActive, { query: { limit: 200 } })).body)).not.toContain('asksSpeed');

    expect((await chooseSpeed(id, '1')).body).toMatchObject({ message: 'Playback speed saved.' });
    expect(await asStaff(id)).toMatchObject({ highestSpeed: 1, version: 2 });
    expect(await asStaff(id)).not.toHaveProperty('asksSpeed');
    expect(await listed(id)).toBe(false);
    // the second click, and a colleague who was slower
    expect((await chooseSpeed(id, '1')).status).toBe(200);
    const late = await chooseSpeed(id, '2', await person('admin'));
    expect([late.status, late.body.message]).toEqual([409, 'A colleague has chosen 1 × meanwhile.']);
    expect(await audit(id)).toEqual([{ action: 'course.update', actorId: editor.accountId }]);
    expect(await asStaff(id)).toMatchObject({ highestSpeed: 1, version: 2 });
  });

  test('may stay at 2 ×, and a form that changes it answers too', async () => {
    const { id } = await addCourse(program, { speedChosen: false });
    expect((await chooseSpeed(id, '2')).body.data).toMatchObject({ highestSpeed: 2 });
    expect(await asStaff(id)).not.toHaveProperty('asksSpeed');
    const { id: other } = await addCourse(program, { speedChosen: false });
    const update = (highestSpeed: string) =>
      call(courses.update, { params: { id: other }, form: formOf({ ...courseFields, highestSpeed }) }, editor);
    await update('2');
    expect(await asStaff(other)).toHaveProperty('asksSpeed', true);
    await update('1.5');
    expect(await asStaff(other)).not.toHaveProperty('asksSpeed');
  });

  test('is not asked for in the classroom, nor of a course that is offered no more, nor of those who may not edit', async () => {
    for (const part of [{ format: 'classroom' }, { isActive: false }] as const) {
      const { id } = await addCourse(program, { speedChosen: false, ...part });
      expect(await asStaff(id)).not.toHaveProperty('asksSpeed');
      expect(await listed(id)).toBe(false);
    }
    const { id } = await addCourse(program, { speedChosen: false });
    expect((await chooseSpeed(id, '1', await person('registrar'))).status).toBe(403);
    expect((await chooseSpeed(id, '1', await person('instructor'))).status).toBe(404);
    expect(await asStaff(id)).toMatchObject({ highestSpeed: 2, asksSpeed: true });
  });
});
