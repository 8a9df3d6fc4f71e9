import { courses } from '@fairlead/contract/courses/calls';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { testApp } from '../../testing/app.ts';
import { addCourse, enrol } from '../../testing/factories.ts';
import { filesInStore, filesWithRow, formOf, picture } from '../../testing/forms.ts';
import { courseCover, courseDesk } from './testing/course-desk.ts';
import { courseFields } from './testing/course-fields.ts';

const program = await testApp();
const { call, person } = program;
const editor = await person('admin');

const { create, created, audit, leavesNothing } = courseDesk(program, editor);
const broken = (await picture('jpeg', 800)).subarray(0, 300);

describe('creating', () => {
  // shows: entities/course, entities/course-picture, calls/create-course, messages/course-saved
  test('makes an active course whose cover anyone can see, and updates the public pages', async () => {
    const changes = program.publicChanges();
    const { status, body } = await create({ validityMonths: '60' });
    expect(status).toBe(201);
    expect(body.message).toBe('Course created successfully');
    expect(body.data).toMatchObject({
      title: 'Hydrogen Sulphide',
      price: 4500.5,
      subject: ['Properties', 'Rescue'],
      isActive: true,
      validityMonths: 60,
    });
    expect(program.publicChanges()).toBe(changes + 1);
    const image = await program.app.inject({ url: body.data.courseImg?.url ?? '' });
    expect([image.statusCode, image.headers['content-type']]).toEqual([200, 'image/webp']);
    expect(await sharp(image.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 1600 });
    expect(await audit(body.data._id)).toEqual([{ action: 'course.create', actorId: editor.accountId }]);
    expect(await filesInStore(program)).toEqual(await filesWithRow(program));
  });

  test('treats a blank validity as unlimited', async () => {
    expect((await created({ validityMonths: '' })).validityMonths).toBeNull();
    expect((await created()).validityMonths).toBeNull();
    expect((await created({ highestSpeed: '1.25' })).highestSpeed).toBe(1.25);
    expect((await created()).highestSpeed).toBe(1);
  });

  // shows: rules/course-picture
  test('requires a picture, in the words of the form', async () => {
    await leavesNothing(async () => {
      for (const files of [{}, { courseImg: { bytes: Buffer.alloc(0), name: '' } }]) {
        const { status, body } = await create({}, Promise.resolve(files) as never);
        expect([status, body]).toEqual([
          400,
          {
            code: 'invalid',
            message: 'Please upload an image for the course',
            fields: { courseImg: 'Please upload an image for the course' },
          },
        ]);
      }
    });
  });

  // shows: calls/create-course
  test.each([
    ['text that calls itself a picture', Buffer.from('not a picture at all'), 'Must be an image'],
    ['a script in SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), 'Must be an image'],
    ['half a picture', broken, /damaged/],
  ])('refuses %s and stores nothing', async (_, bytes, sentence) => {
    await leavesNothing(async () => {
      const { status, body } = await create({}, Promise.resolve({ courseImg: { bytes, name: 'cover.jpg' } }));
      expect(status).toBe(400);
      expect(body).toMatchObject({ code: 'bad-file', message: expect.stringMatching(sentence) });
    });
  });

  // shows: rules/course-required, rules/course-one-subject
  test.each([
    ['title', '', 'Title is required'],
    ['title', '   ', 'Title is required'],
    ['title', '\0', 'Title is required'],
    ['duration', '', 'Duration is required'],
    ['price', '', 'Price is required'],
    ['price', 'free', 'Price must be a number'],
    ['price', '-1', 'Price must be a number'],
    ['category', '', 'Category is required'],
    ['regulations', '', 'Regulations is required'],
    ['description', '', 'Description is required'],
    ['subject', 'Properties', 'Subject must be a JSON list'],
    ['subject', '{}', 'Subject must be a JSON list'],
    ['subject', '[]', 'At least one subject is required'],
    ['subject', JSON.stringify(Array(101).fill('Rescue')), 'A course has at most 100 subjects'],
    ['highestSpeed', '3', 'Please choose a speed'],
    ['validityMonths', '-3', 'Validity must be a number of months'],
  ])('refuses %s %j', async (field, value, sentence) => {
    await leavesNothing(async () => {
      const { status, body } = await create({ [field]: value });
      expect([status, body]).toEqual([400, { code: 'invalid', message: sentence, fields: { [field]: sentence } }]);
    });
  });

  // shows: rules/course-subject-required
  test('refuses one empty subject among valid ones', async () => {
    const { status, body } = await create({ subject: JSON.stringify(['Properties', ' ']) });
    expect([status, body.message]).toEqual([400, 'Subject is required']);
  });

  // shows: roles/staff-courses
  test('is refused to learners, other staff and visitors', async () => {
    await leavesNothing(async () => {
      const form = async () => ({ form: formOf(courseFields, await courseCover()) });
      expect((await call(courses.create, await form(), await person())).status).toBe(403);
      expect((await call(courses.create, await form(), await person('registrar'))).status).toBe(403);
      expect((await call(courses.create, await form())).status).toBe(401);
    });
  });
});

describe('activating and deactivating', () => {
  const deactivate = (id: string) => call(courses.deactivate, { params: { id } }, editor);
  const activate = (id: string) => call(courses.activate, { params: { id } }, editor);

  // shows: staff/course-cards, states/course, calls/deactivate-course, calls/activate-course, messages/course-toggled
  test('works in the words of the specification, and a second click changes nothing', async () => {
    const { _id: id } = await created();
    const changes = program.publicChanges();
    const off = await deactivate(id);
    expect([off.status, off.body.message]).toEqual([200, 'Course deactivated successfully']);
    expect(off.body.data.isActive).toBe(false);
    expect((await deactivate(id)).body).toEqual(off.body);
    const on = await activate(id);
    expect([on.status, on.body.message, on.body.data.isActive]).toEqual([200, 'Course activated successfully', true]);
    expect((await activate(id)).status).toBe(200);
    expect(program.publicChanges()).toBeGreaterThanOrEqual(changes + 2);
    expect((await audit(id)).map(({ action }) => action)).toEqual([
      'course.create',
      'course.deactivate',
      'course.activate',
    ]);
  });

  test('is refused for an unknown course', async () => {
    expect((await deactivate('00000000-0000-4000-8000-000000000000')).status).toBe(404);
  });

  test('leaves a deactivated course visible only to staff and to people enrolled', async () => {
    const id = (await addCourse(program, { isActive: false })).id;
    const [approved, pending, rejected, stranger] = [await person(), await person(), await person(), await person()];
    await enrol(program, approved, id, 'approved');
    await enrol(program, pending, id, 'pending');
    await enrol(program, rejected, id, 'rejected');
    const seenBy = async (who?: typeof editor) => (await call(courses.getCourse, { params: { id } }, who)).status;
    expect(await seenBy()).toBe(404);
    expect(await seenBy(stranger)).toBe(404);
    expect(await seenBy(rejected)).toBe(404);
    expect(await seenBy(approved)).toBe(200);
    expect(await seenBy(pending)).toBe(200);
    expect(await seenBy(editor)).toBe(200);
    expect(await seenBy(await person('registrar'))).toBe(200);
  });
});
