import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { attempts } from '@fairlead/contract/assessments/attempts';
import { assessments } from '@fairlead/contract/assessments/calls';
import { correctedKeys } from '@fairlead/contract/assessments/corrected-keys';
import { testAuthoring } from '@fairlead/contract/assessments/test-authoring';
import { batches } from '@fairlead/contract/batches/calls';
import { coursePacks } from '@fairlead/contract/course-packs/calls';
import { coursePreview } from '@fairlead/contract/course-preview/calls';
import { courses } from '@fairlead/contract/courses/calls';
import { courseRules, type RuleInput } from '@fairlead/contract/courses/course-rules';
import { offlineRecords } from '@fairlead/contract/offline-records/calls';
import type { Call } from '@fairlead/contract/platform/call';
import { permissionsOf } from '@fairlead/contract/platform/permissions';
import { attendance } from '@fairlead/contract/training/attendance';
import { training } from '@fairlead/contract/training/calls';
import { describe, expect, test } from 'vitest';
import { courseFields } from '../features/courses/testing/course-fields.ts';
import { type Answer, type Person, testApp } from '../testing/app.ts';
import { formOf, picture } from '../testing/forms.ts';
import { type CourseIds, captions, furnishedCourse, noCourse } from './testing/furnished-course.ts';

const program = await testApp();
const { person, db } = program;
const [admin, instructor] = [await person('admin'), await person('instructor')];
const call = program.call as (call: Call, parts: object, as: Person) => Promise<Answer<{ message?: string }>>;

const furnished = (assigned?: Person) => furnishedCourse(program, { by: admin, assigned });

/** A course of the instructor, and one of a colleague. */
const ownAndOther = async () => [await furnished(instructor), await furnished(await person('instructor'))] as const;
/** Those of the calls that only read. */
const onlyRead = await ownAndOther();

const film = {
  bytes: await readFile(join(import.meta.dirname, '../platform/films/fixtures/h264-aac-moov-last.mp4')),
  name: 'a.mp4',
};
const cover = { courseImg: { bytes: await picture('png', 800), name: 'cover.png' } };
const written = (courseId: string) => ({
  courseId,
  title: 'Written again',
  passMark: 50,
  questions: [{ questionText: 'Which?', options: ['1', '2', '3', '4'], correctAnswer: '2' }],
});
const rule: RuleInput = {
  qualification: 'OWN',
  regulation: 'VI/1',
  competenceTable: '',
  modelCourse: '',
  standard: '',
  kind: 'first',
  kindOf: '',
  validity: 'unlimited',
  validityMonths: null,
  boundTo: '',
  source: 'STCW',
  sourceDate: '2026-11-01',
  requirements: { certificates: [], minimumAge: null, seaMonths: null, medical: false },
  appliesFrom: '2040-01-01',
  seen: 1,
};
const byId = (of: keyof CourseIds) => (place: CourseIds) => ({ params: { id: place[of] } });

/** Every call about something that belongs to a course, with its input. */
const calls: readonly (readonly [Call, (place: CourseIds) => object])[] = [
  [courses.getCourse, byId('course')],
  [courses.update, ({ course }) => ({ params: { id: course }, form: formOf(courseFields) })],
  [courses.chooseSpeed, (place) => ({ ...byId('course')(place), body: { highestSpeed: '2' } })],
  [courses.activate, byId('course')],
  [courses.deactivate, byId('course')],
  [courses.listInstructors, byId('course')],
  [courseRules.list, byId('course')],
  [courseRules.startingSets, byId('course')],
  [
    courseRules.changeApproval,
    ({ course }) => ({ params: { id: course, edition: 1 }, body: { approval: 'DG Shipping' } }),
  ],
  [courseRules.add, (place) => ({ ...byId('course')(place), body: rule })],
  [batches.get, byId('batch')],
  [batches.roster, byId('batch')],
  [attendance.getSheet, byId('batch')],
  [
    attendance.mark,
    ({ batch, enrolment }) => ({
      params: { id: batch },
      body: {
        marks: [{ enrolmentId: enrolment, day: '2026-11-27', half: 'morning', mark: 'present', secondsAgo: 0 }],
      },
    }),
  ],
  [training.upload, ({ course }) => ({ form: formOf({ courseId: course, title: 'Films' }, { trainingVideo: film }) })],
  [training.addUploaded, ({ course, upload }) => ({ body: { courseId: course, title: 'Films', uploads: [upload] } })],
  [training.getForCourse, ({ course }) => ({ params: { courseId: course } })],
  [training.renameFilm, (place) => ({ ...byId('film')(place), body: { title: 'Another' } })],
  [training.openToVisitors, (place) => ({ ...byId('film')(place), body: { open: true } })],
  [training.replaceFilm, (place) => ({ ...byId('film')(place), form: formOf({}, { film }) })],
  [training.replaceFilmByUploaded, ({ film, upload }) => ({ params: { id: film }, body: { upload } })],
  [training.attachText, (place) => ({ ...byId('film')(place), form: captions('hi') })],
  [training.removeText, ({ film }) => ({ params: { id: film, kind: 'captions', language: 'en' } })],
  [training.listChecks, byId('film')],
  [training.saveChecks, (place) => ({ ...byId('film')(place), body: { checks: [] } })],
  [training.removeFilm, byId('film')],
  [
    training.reorderFilms,
    ({ set, film, other }) => ({ body: { trainingId: set, seen: [film, other], wanted: [other, film] } }),
  ],
  [coursePacks.listFiles, byId('course')],
  [training.listLearners, byId('course')],
  [training.getWatchRecord, byId('enrolment')],
  [offlineRecords.withdraw, byId('pass')],
  [assessments.create, ({ course }) => ({ body: written(course) })],
  [assessments.listOfCourse, byId('course')],
  [assessments.publish, byId('test')],
  [assessments.unpublish, byId('test')],
  [testAuthoring.get, byId('test')],
  [testAuthoring.update, (place) => ({ ...byId('test')(place), body: { test: written(place.course) } })],
  [testAuthoring.secure, byId('test')],
  [testAuthoring.acceptGuessing, byId('test')],
  [testAuthoring.duplicate, byId('test')],
  [testAuthoring.writeFile, (place) => ({ ...byId('test')(place), query: { format: 'csv' } })],
  [testAuthoring.analyse, byId('test')],
  [testAuthoring.films, ({ course }) => ({ query: { course } })],
  [coursePreview.get, byId('course')],
  [
    coursePreview.grade,
    ({ course, question }) => ({
      params: { id: course },
      body: { answers: [{ questionId: question, selectedAnswer: 'Green' }] },
    }),
  ],
  [coursePreview.getSpecimen, byId('course')],
  [correctedKeys.list, byId('test')],
  [correctedKeys.listResults, byId('key')],
  [
    correctedKeys.correctKey,
    (place) => ({ ...byId('question')(place), body: { correctAnswer: 'Green', reason: 'A slip' } }),
  ],
  [attempts.get, byId('attempt')],
  [attempts.reopen, (place) => ({ ...byId('attempt')(place), body: { reason: 'The link broke' } })],
];

/** Every list that covers more than one course. */
const lists: readonly Call[] = [
  courses.list,
  batches.list,
  training.list,
  offlineRecords.list,
  assessments.list,
  assessments.listPublished,
  assessments.listSubmitted,
];

/** The question bank, whose rows belong to assessments of several courses. */
const bank: readonly Call[] = [testAuthoring.bank, testAuthoring.topics];

/** Calls that are about no course, or only about oneself. */
const aboutNoCourse = [
  // A new course belongs to the person who creates it: see below.
  'POST /courses',
  'GET /overview',
  // Its search for courses is tested in features/overview/find/find.test.ts.
  'GET /find',
  // Its scope is tested in features/batches/batches.test.ts.
  'GET /batches/month',
  ...['GET', 'POST', 'DELETE'].map((method) => `${method} /batches/calendar`),
  'GET /trainingVideo/uploads',
  // Its scope is tested in features/offline-records/offline-records.test.ts.
  'POST /offline-passes/progress',
  // These are about an upload, which belongs to its sender (platform/files/resumable-uploads.test.ts).
  ...['POST', 'HEAD', 'PATCH', 'DELETE'].map((method) => `${method} /trainingVideo/uploads`),
  // It changes only the assessments within the course scope: features/assessments/authoring/secure-settings.test.ts.
  'POST /tests/secure-all',
  // Their scope is tested in features/packages/staff-packages.test.ts, where there are packages to upload.
  ...['POST /trainingVideo/packages/preview', 'POST /trainingVideo/packages', 'GET /trainingVideo/packages/:id'],
  ...['PUT /trainingVideo/packages/:id/version', 'PUT /trainingVideo/packages/:id/minutes'],
  'GET /trainingVideo/packages/:id/answers',
  'POST /tests/questions',
  'POST /tests/pictures',
  'GET /user/account/second-factor',
  'POST /user/account/second-factor',
  'POST /user/account/second-factor/confirm',
  'POST /user/account/second-factor/remove',
];

test('every call permitted to instructors is covered here', () => {
  const may: readonly string[] = permissionsOf.instructor;
  const key = (method: string, path: string) => `${method} ${path}`;
  const known = new Set([
    ...[...calls.map(([one]) => one), ...lists, ...bank].flatMap(({ method, path }) => [
      key(method, path),
      key('HEAD', path),
      key('GET', `/export${path}`),
    ]),
    ...aboutNoCourse,
    ...aboutNoCourse.map((one) => one.replace('GET', 'HEAD')),
  ]);
  const forgotten = program.app.accessMap
    .filter(({ who }) => who.some((one) => may.includes(one)))
    .map(({ method, url }) => key(method, url.replace(/^\/api/, '').replace('/uploads/:id', '/uploads')))
    .filter((one) => !known.has(one));
  expect(forgotten).toEqual([]);
});

describe.each(calls)('$method $path', (one, parts) => {
  // shows: asvs/8.2.2
  test('is for the instructor’s own courses; records of other courses are reported as not found', async () => {
    const [own, other] = one.method === 'GET' ? onlyRead : await ownAndOther();
    const refusal = await call(one, parts(other), instructor);
    expect(refusal.status).toBe(404);
    expect(refusal.body).toEqual((await call(one, parts(noCourse()), instructor)).body);
    // a table for fewer people than its list is refused before anything is looked up
    if (one.table && !one.table.who) {
      const table = `/api/export${one.path.replace(':id', other.course)}`;
      expect((await program.request('GET', table, { as: instructor })).status).toBe(404);
    }
    expect((await call(one, parts(own), instructor)).status).toBeLessThan(300);
    // The refused operation was not done, and an admin, who has all courses in scope, can still do it.
    expect((await call(one, parts(other), admin)).status).toBeLessThan(300);
  });
});

describe('a list', () => {
  test.each(lists)(
    '$method $path contains only records of the instructor’s own courses, also as an export',
    async (list) => {
      const teacher = await person('instructor');
      const [own, other] = [await furnished(teacher), await furnished(instructor)];
      await db.updateTable('course').set({ isActive: true }).where('id', '=', other.course).execute();
      const everything = await call(list, {}, admin);
      expect(JSON.stringify(everything.body)).toContain(other.title);
      const { body, headers } = await call(list, {}, teacher);
      expect(JSON.stringify(body)).toContain(own.title);
      expect(JSON.stringify(body)).not.toContain(other.title);
      expect(headers['x-total-count']).toBe('1');
      const searched = await call(list, { query: { q: other.title } }, teacher);
      expect(JSON.stringify(searched.body)).not.toContain(other.course);
      const table = String((await program.request('GET', `/api/export${list.path}`, { as: teacher })).body);
      expect(table).toContain(own.title);
      expect(table).not.toContain(other.title);
    },
  );

  test('of the question bank contains only questions of tests of the own courses', async () => {
    const [own, other] = [await furnished(instructor), await furnished()];
    await db.updateTable('question').set({ topic: 'Own' }).where('id', '=', own.question).execute();
    await db.updateTable('question').set({ topic: 'Other' }).where('id', '=', other.question).execute();
    const { body } = await call(testAuthoring.bank, {}, instructor);
    expect(JSON.stringify(body)).toContain('"Own"');
    expect(JSON.stringify(body)).not.toContain('"Other"');
    const topics = async (query: object, as = instructor) => (await call(testAuthoring.topics, { query }, as)).body;
    expect(await topics({})).toEqual({ data: ['Own'] });
    expect(await topics({ course: other.course })).toEqual({ data: [] });
    expect(await topics({ course: other.course }, admin)).toEqual({ data: ['Other'] });
  });

  test('filtered by a course of another is empty', async () => {
    const other = await furnished();
    for (const list of [assessments.list, assessments.listSubmitted, testAuthoring.bank]) {
      const { body } = await call(list, { query: { course: other.course } }, instructor);
      expect(body).toEqual({ data: [] });
    }
  });
});

test('a film uploaded for one course cannot be claimed through another', async () => {
  const [own, other] = [await furnished(instructor), await furnished()];
  const body = { upload: other.upload };
  const claim = await call(training.replaceFilmByUploaded, { params: { id: own.film }, body }, instructor);
  expect(claim.status).toBe(409);
  expect(JSON.stringify(claim.body)).not.toContain(other.title);
});

test('the files of films are served by their links, and without one only to people who work on every course', async () => {
  const own = await furnished(instructor);
  const { body } = await call(
    training.upload,
    { form: formOf({ courseId: own.course, title: 'Films' }, { trainingVideo: film }) },
    instructor,
  );
  const { trainingVideo } = (body as unknown as { data: { trainingVideo: { url: string }[] } }).data;
  const link = trainingVideo.at(-1)?.url ?? '';
  const [url = ''] = link.split('?');
  const status = async (url: string, as?: Person) => (await program.request('GET', url, { as })).status;
  expect(await status(link)).toBe(200);
  expect(await status(url, instructor)).toBe(404);
  expect(await status(url, admin)).toBe(200);
});

test('a course that an instructor creates is in their course scope, and in no colleague’s', async () => {
  const form = formOf(courseFields);
  for (const [name, value] of formOf({}, cover)) form.set(name, value);
  const { status, body } = await call(courses.create, { form }, instructor);
  expect(status).toBe(201);
  const { _id } = (body as unknown as { data: { _id: string } }).data;
  expect((await call(courses.deactivate, { params: { id: _id } }, instructor)).status).toBe(200);
  expect((await call(courses.deactivate, { params: { id: _id } }, await person('instructor'))).status).toBe(404);
});

test('a course withdrawn from an instructor is no longer accessible at once', async () => {
  const own = await furnished(instructor);
  const params = { id: own.course, accountId: instructor.accountId };
  const look = async () => (await call(testAuthoring.get, { params: { id: own.test } }, instructor)).status;
  expect(await look()).toBe(200);
  await call(courses.unassignInstructor, { params }, admin);
  expect(await look()).toBe(404);
});
