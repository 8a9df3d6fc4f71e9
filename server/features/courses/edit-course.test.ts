import { courses } from '@fairlead/contract/courses/calls';
import { describe, expect, test } from 'vitest';
import { testApp } from '../../testing/app.ts';
import { testOnServer } from '../../testing/database.ts';
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
