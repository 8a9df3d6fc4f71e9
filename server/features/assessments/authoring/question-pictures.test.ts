import { attempts } from '@fairlead/contract/assessments/attempts';
import { assessments } from '@fairlead/contract/assessments/calls';
import { correctedKeys } from '@fairlead/contract/assessments/corrected-keys';
import { practice } from '@fairlead/contract/assessments/practice';
import { testAuthoring } from '@fairlead/contract/assessments/test-authoring';
import type { TestInput } from '@fairlead/contract/assessments/test-input';
import { coursePacks } from '@fairlead/contract/course-packs/calls';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { housekeeping } from '../../../program/housekeeping.ts';
import { type Person, testApp } from '../../../testing/app.ts';
import { addCourse, addProfile, completeTraining, enrol } from '../../../testing/factories.ts';
import { singleChoice } from '../testing/assessments.ts';

const program = await testApp();
const { call, person, request } = program;
const [editor, registrar, stranger] = [await person('admin'), await person('registrar'), await person()];

const buoy = await sharp({ create: { width: 2000, height: 1000, channels: 4, background: '#0000' } })
  .png()
  .withExif({ IFD0: { Artist: 'Second mate' } })
  .toBuffer();
const send = async (bytes: Uint8Array = buoy, as: Person = editor) => {
  const form = new FormData();
  form.append('picture', new Blob([new Uint8Array(bytes)]), 'buoy.png');
  return call(testAuthoring.addPicture, { form }, as);
};
const sent = async () => (await send()).body.data;

const question = (questionText: string, picture?: { _id: string; text: string }) => ({
  questionText,
  options: ['Red', 'Green', 'White', 'Yellow'],
  correctAnswer: 'Green',
  topic: 'Buoys',
  ...(picture && { picture }),
});
const written = async (questions: TestInput['questions'], settings: TestInput['settings'] = {}) => {
  const course = await addCourse(program);
  const test = { courseId: course.id, title: 'Buoys', passMark: 50, questions, settings };
  return { course, test, answer: await call(assessments.create, { body: test }, editor) };
};
const get = async (id: string) => (await call(testAuthoring.get, { params: { id } }, editor)).body.data;

/** A published assessment with one question with a picture and one without, and a learner who may take it. */
async function ready(settings: TestInput['settings'] = {}) {
  const { _id } = await sent();
  const { course, test, answer } = await written(
    [question('Which buoy is this?', { _id, text: 'A cone' }), question('And by day?')],
    settings,
  );
  const id = answer.body.data._id;
  await call(assessments.publish, { params: { id } }, editor);
  const learner = await person();
  await addProfile(program, learner);
  await completeTraining(program, await enrol(program, learner, course.id));
  return { id, course, test, learner };
}

// shows: threats/foreign-record
describe('a picture of another course’s test', () => {
  const instructorOf = async (courseId: string) => {
    const instructor = await person('instructor');
    await program.db.insertInto('courseInstructor').values({ courseId, accountId: instructor.accountId }).execute();
    return instructor;
  };
  const shown = (id: string) => ({ _id: id, text: 'A cone' });

  test.each(['a question', 'an option'])(
    'cannot be used in %s of a test of one’s own, new or edited',
    async (where) => {
      const { _id } = await sent();
      await written([question('Which buoy is this?', shown(_id))]);
      const own = await addCourse(program);
      const instructor = await instructorOf(own.id);
      const optionPictures = [shown(_id), null, null, null];
      const taken = where === 'a question' ? question('Whose?', shown(_id)) : { ...question('Whose?'), optionPictures };
      const of = (questions: TestInput['questions']) => ({ courseId: own.id, title: 'Own', passMark: 50, questions });
      const refused = {
        status: 400,
        body: { message: expect.stringMatching(/^The picture of .*question 1 is no longer stored/) },
      };
      expect(await call(assessments.create, { body: of([taken]) }, instructor)).toMatchObject(refused);
      const { body } = await call(assessments.create, { body: of([question('And by day?')]) }, instructor);
      const edit = { params: { id: body.data._id }, body: { test: of([taken]) } };
      expect(await call(testAuthoring.update, edit, instructor)).toMatchObject(refused);
    },
  );

  test('can be used by who has stored it, by colleagues of its course, and by those who work on all courses', async () => {
    const own = await addCourse(program);
    const [author, colleague] = [await instructorOf(own.id), await instructorOf(own.id)];
    const { _id } = (await send(buoy, author)).body.data;
    const body = { courseId: own.id, title: 'Own', passMark: 50, questions: [question('Which?', shown(_id))] };
    expect((await call(assessments.create, { body }, colleague)).status).toBe(400);
    for (const as of [author, colleague, editor])
      expect((await call(assessments.create, { body }, as)).status).toBe(201);
  });
});

describe('a picture', () => {
  test('is redrawn on white, within a maximum size, without hidden data', async () => {
    const { status, body } = await send();
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ width: 1600, height: 800 });
    const { body: bytes } = await program.app.inject(body.data.url).then((r) => ({ body: r.rawPayload }));
    const made = sharp(bytes);
    const { exif, ...facts } = await made.metadata();
    expect(exif).toBeUndefined();
    expect(facts).toMatchObject({ format: 'webp', width: 1600, height: 800, hasAlpha: false });
    expect((await made.stats()).channels.map(({ min }) => min)).toEqual([255, 255, 255]);
  });

  test('is accepted only with the permission, and a file that is none is refused at its field', async () => {
    for (const bytes of [Buffer.from('<svg onload="alert(1)"/>'), Buffer.from('%PDF-1.7'), buoy.subarray(0, 60)]) {
      expect(await send(bytes)).toMatchObject({ status: 400, body: { fields: { picture: expect.any(String) } } });
    }
    expect(await call(testAuthoring.addPicture, { form: new FormData() }, editor)).toMatchObject({ status: 400 });
    for (const as of [registrar, stranger]) expect((await send(buoy, as)).status).toBe(403);
  });

  // shows: threats/picture-of-question
  test('requires a text alternative, and must have been uploaded for a question', async () => {
    const { _id } = await sent();
    const refusals = [
      [{ _id, text: ' ' }, 'questions.0.picture.text'],
      [{ _id: stranger.accountId, text: 'A cone' }, 'questions.0.picture'],
    ] as const;
    for (const [picture, field] of refusals) {
      const { answer } = await written([question('Which?', picture)]);
      expect(answer).toMatchObject({ status: 400, body: { fields: { [field]: expect.any(String) } } });
    }
    // Nobody can use a passport scan as a question's picture.
    await addProfile(program, stranger);
    const passport = await program.db
      .selectFrom('storedFile')
      .select('id')
      .where('ownerId', '=', stranger.accountId)
      .executeTakeFirstOrThrow();
    expect((await written([question('Whose?', { _id: passport.id, text: 'A face' })])).answer.status).toBe(400);
  });

  test('is kept in new versions, duplicates and the question bank, and distinguishes questions with equal text', async () => {
    const { id, test } = await ready();
    const [first, second] = (await get(id)).questions;
    expect(first?.picture).toMatchObject({ text: 'A cone', width: 1600, height: 800 });
    expect(second).not.toHaveProperty('picture');

    const other = await sent();
    const questions = [...test.questions, question('Which buoy is this?', { _id: other._id, text: 'A can' })];
    await call(testAuthoring.update, { params: { id }, body: { test: { ...test, questions } } }, editor);
    const copy = await call(testAuthoring.duplicate, { params: { id } }, editor);
    for (const one of [await get(id), copy.body.data]) {
      expect(one.questions.map(({ picture }) => picture?.text)).toEqual(['A cone', undefined, 'A can']);
    }
    const bank = await call(testAuthoring.bank, { query: { course: test.courseId } }, editor);
    expect(bank.body.data.map(({ picture }) => picture?.text).sort()).toEqual(['A can', 'A cone', undefined]);

    // The answer key of one is not that of the other.
    const [cone] = (await get(id)).questions;
    const correction = { params: { id: cone?._id ?? '' }, body: { correctAnswer: 'Red', reason: 'Typed wrongly' } };
    await call(correctedKeys.correctKey, correction, editor);
    expect((await get(id)).questions.map(singleChoice).map(({ correctAnswer }) => correctAnswer)).toEqual([
      'Red',
      'Green',
      'Green',
    ]);
  });

  test('is reported as missing when questions are written to a file', async () => {
    const { id } = await ready();
    const query = { format: 'gift' } as const;
    const { body } = await call(testAuthoring.writeFile, { params: { id }, query }, editor);
    expect(body.data).toMatchObject({ withoutPicture: 1, content: expect.stringContaining('Which buoy is this?') });
  });

  test('is deleted after a week if no question shows it, and is kept otherwise', async () => {
    const [unused, { id }] = [await sent(), await ready()];
    const kept = async () => {
      await housekeeping(program, program.app.log)({} as never);
      const urls = [unused.url, (await get(id)).questions[0]?.picture?.url ?? ''];
      return Promise.all(urls.map(async (url) => (await request('GET', url)).status));
    };
    expect(await kept()).toEqual([200, 200]);
    // The link itself is valid only for hours.
    await program.db
      .updateTable('questionPicture')
      .set({ createdAt: new Date(program.clock().getTime() - 8 * 24 * 3600 * 1000) })
      .execute();
    expect(await kept()).toEqual([404, 200]);
    const late = await written([question('Which?', { _id: unused._id, text: 'Gone' })]);
    expect(late.answer).toMatchObject({ status: 400, body: { fields: { 'questions.0.picture': expect.any(String) } } });
  });
});

describe('the picture of an option', () => {
  /** Options by their pictures: one is a picture alone, one has a text as well, two have no picture. */
  async function pictured(settings: TestInput['settings'] = {}, more: object = {}) {
    const [cone, can] = [await sent(), await sent()];
    const one = {
      ...question('Which is this?'),
      options: ['A cone', 'B', 'White', 'Yellow'],
      correctAnswer: 'A cone',
      optionPictures: [{ _id: cone._id, text: 'A cone' }, { _id: can._id, text: 'A can' }, null],
      ...more,
    };
    const { course, test, answer } = await written([one, question('And by day?')], settings);
    return { one, cone, can, course, test, id: answer.body.data._id };
  }

  test('is kept in versions, copies and the bank, and tells questions apart', async () => {
    const { id, one, test, cone, can } = await pictured();
    const other = { ...one, optionPictures: [{ _id: can._id, text: 'A cone' }], correctAnswer: 'B' };
    const described = {
      ...one,
      optionPictures: [
        { _id: cone._id, text: 'A cone' },
        { _id: can._id, text: 'A tin' },
      ],
    };
    const body = { test: { ...test, questions: [described, other] } };
    await call(testAuthoring.update, { params: { id }, body }, editor);
    const copy = (await call(testAuthoring.duplicate, { params: { id } }, editor)).body.data;
    const textsIn = (questions: readonly { optionPictures?: ({ text: string } | null)[] | undefined }[]) =>
      questions.map(({ optionPictures }) => optionPictures?.map((picture) => picture?.text));
    const expected = [
      ['A cone', 'A tin', undefined, undefined],
      ['A cone', undefined, undefined, undefined],
    ];
    expect([textsIn((await get(id)).questions), textsIn(copy.questions)]).toEqual([expected, expected]);
    expect((await get(id)).questions[0]?.optionPictures?.[1]).toMatchObject({ _id: can._id, width: 1600, height: 800 });
    const bank = (await call(testAuthoring.bank, { query: { course: test.courseId } }, editor)).body.data;
    expect(textsIn(bank)).toHaveLength(2);
    // the answer key of one is that of the same pictures in every version, and of no others
    const [first] = (await get(id)).questions;
    const correction = { params: { id: first?._id ?? '' }, body: { correctAnswer: 'White', reason: 'Typed wrongly' } };
    expect((await call(correctedKeys.correctKey, correction, editor)).status).toBe(200);
    expect((await get(id)).questions.map(singleChoice).map(({ correctAnswer }) => correctAnswer)).toEqual([
      'White',
      'B',
    ]);
    const keys = await program.db
      .selectFrom('question')
      .innerJoin('assessmentVersion as version', 'version.id', 'question.versionId')
      .select('question.correctOption')
      .where('version.assessmentId', '=', id)
      .where('question.text', '=', one.questionText)
      .orderBy('version.number')
      .orderBy('question.position')
      .execute();
    expect(keys.map(({ correctOption }) => correctOption)).toEqual([2, 2, 1]);
  });

  test('requires a text alternative, an option of its own, and an upload', async () => {
    const { _id } = await sent();
    for (const [optionPictures, field] of [
      [[null, { _id, text: ' ' }], 'questions.0.optionPictures.1.text'],
      [[null, null, null, null, { _id, text: 'A cone' }], 'questions.0.optionPictures'],
      [[null, { _id: stranger.accountId, text: 'A cone' }], 'questions.0.optionPictures.1'],
    ] as const) {
      const { answer } = await written([{ ...question('Which?'), optionPictures: [...optionPictures] }]);
      expect(answer).toMatchObject({ status: 400, body: { fields: { [field]: expect.any(String) } } });
    }
  });

  test('is kept while an option shows it, and is in the files that hold pictures', async () => {
    const { id } = await pictured();
    const url = (await get(id)).questions[0]?.optionPictures?.[0]?.url ?? '';
    const weekAgo = new Date(program.clock().getTime() - 8 * 24 * 3600 * 1000);
    await program.db.updateTable('questionPicture').set({ createdAt: weekAgo }).execute();
    await housekeeping(program, program.app.log)({} as never);
    expect((await request('GET', url)).status).toBe(200);
    const write = async (format: 'gift' | 'moodle') =>
      (await call(testAuthoring.writeFile, { params: { id }, query: { format } }, editor)).body.data;
    expect(await write('gift')).toMatchObject({ withoutPicture: 1 });
    const moodle = await write('moodle');
    expect(moodle).toMatchObject({ withoutPicture: 0, content: expect.stringContaining('alt=&quot;A can&quot;') });
    expect(moodle.content.match(/<file /g)).toHaveLength(2);
  });

  // shows: threats/picture-of-question
  test('comes with its option in the order of the paper, tells nothing else, and is in review and analysis', async () => {
    const { id, course } = await pictured({ review: 'answers', shuffleOptions: true });
    await call(assessments.publish, { params: { id } }, editor);
    const learner = await person();
    await addProfile(program, learner);
    await completeTraining(program, await enrol(program, learner, course.id));
    const [paper] = (await call(assessments.getPaper, { params: { courseId: course.id } }, learner)).body.data;
    const [asked] = paper?.questions ?? [];
    const textOf: Record<string, string | undefined> = { 'A cone': 'A cone', B: 'A can' };
    const pairs = ({ options, optionPictures }: Pick<NonNullable<typeof asked>, 'options' | 'optionPictures'>) =>
      options.map((option, place) => [option, optionPictures?.[place]?.text]);
    const expected = asked?.options.map((option) => [option, textOf[option]]);
    expect(asked && pairs(asked)).toEqual(expected);
    // neither an id nor a time tells in which order the options were written
    const shown = asked?.optionPictures?.find(Boolean);
    expect(Object.keys(shown ?? {}).sort()).toEqual(['height', 'text', 'url', 'width']);
    const file = await request('GET', shown?.url ?? '');
    expect(file).toMatchObject({ status: 200, headers: { 'content-type': 'image/webp' } });
    expect(file.headers).not.toHaveProperty('last-modified');

    const answers = (paper?.questions ?? []).map(({ _id }) => ({ questionId: _id, selectedAnswer: 'A cone' }));
    const submission = { testId: id, courseId: course.id, answers };
    const result = (await call(assessments.submit, { body: submission }, learner)).body.data;
    expect(result).toMatchObject({ score: 1 });
    const review = (await call(attempts.review, { params: { id: result._id } }, learner)).body.data;
    const staff = (await call(attempts.get, { params: { id: result._id } }, editor)).body.data;
    for (const { questions } of [review, staff]) expect(questions[0] && pairs(questions[0])).toEqual(expected);
    const analysis = (await call(testAuthoring.analyse, { params: { id } }, editor)).body.data;
    expect(analysis.questions[0]?.options.map(({ picture, count }) => [picture?.text, count])).toEqual([
      ['A cone', 1],
      ['A can', 0],
      [undefined, 0],
      [undefined, 0],
    ]);
  });

  test('of a question for practice goes aboard with its course', async () => {
    const { id, course } = await pictured({}, { forPractice: true });
    await call(assessments.publish, { params: { id } }, editor);
    const learner = await person();
    await addProfile(program, learner);
    await enrol(program, learner, course.id);
    const { questions } = (await call(practice.get, { params: { courseId: course.id } }, learner)).body.data;
    expect(questions[0]?.optionPictures?.map((picture) => picture?.text)).toEqual([
      'A cone',
      'A can',
      undefined,
      undefined,
    ]);
    const pack = (await call(coursePacks.get, { params: { id: course.id } }, learner)).body.data;
    expect(pack.pictures).toHaveLength(2);
  });
});

describe('a learner who takes the assessment', () => {
  test('gets the picture by a link with the test paper and the review, and staff get it with the attempt', async () => {
    const { id, course, learner } = await ready({ review: 'answers', shuffleOptions: true });
    const [paper] = (await call(assessments.getPaper, { params: { courseId: course.id } }, learner)).body.data;
    const [shown, plain] = paper?.questions ?? [];
    expect(shown?.picture).toMatchObject({ text: 'A cone', width: 1600, height: 800 });
    expect(plain).not.toHaveProperty('picture');
    const file = await request('GET', shown?.picture?.url ?? '');
    expect(file).toMatchObject({ status: 200, headers: { 'content-type': 'image/webp' } });
    expect(file.headers['cache-control']).toMatch(/^private, max-age=/);

    const answers = (paper?.questions ?? []).map(({ _id }) => ({ questionId: _id, selectedAnswer: 'Red' }));
    const body = { testId: id, courseId: course.id, answers };
    const attempt = (await call(assessments.submit, { body }, learner)).body.data._id;
    const review = (await call(attempts.review, { params: { id: attempt } }, learner)).body.data;
    const staff = (await call(attempts.get, { params: { id: attempt } }, editor)).body.data;
    const analysis = (await call(testAuthoring.analyse, { params: { id } }, editor)).body.data;
    for (const { questions } of [review, staff, analysis]) {
      expect(questions.map(({ picture }) => picture?.text)).toEqual(['A cone', undefined]);
    }
  });

  // shows: threats/picture-of-question
  test('is the only learner who gets the picture: without the link it is only for those who may read assessments', async () => {
    const { id } = await ready();
    const [url = '', signature] = ((await get(id)).questions[0]?.picture?.url ?? '').split('?');
    expect((await request('GET', url)).status).toBe(401);
    expect((await request('GET', url, { as: stranger })).status).toBe(404);
    expect((await request('GET', url, { as: registrar })).status).toBe(404);
    expect((await request('GET', url, { as: editor })).status).toBe(200);
    const another = (await sent()).url.split('?')[0];
    expect((await request('GET', `${another}?${signature}`)).status).toBe(401);
    program.wait(14 * 3600);
    expect((await request('GET', `${url}?${signature}`)).status).toBe(401);
  });
});
