import { assessments } from '@fairlead/contract/assessments/calls';
import { testAuthoring } from '@fairlead/contract/assessments/test-authoring';
import { recommendedSettings } from '@fairlead/contract/assessments/test-settings';
import { describe, expect, test } from 'vitest';
import { tally } from '../../../testing/answers.ts';
import { type Person, testApp } from '../../../testing/app.ts';
import { addCourse } from '../../../testing/factories.ts';
import { addTest } from '../testing/assessments.ts';

const program = await testApp();
const { call, db, person } = program;
const [editor, instructor, registrar] = [await person('admin'), await person('instructor'), await person('registrar')];

/** A published assessment as created before there were recommended settings. */
async function former(settings: NonNullable<Parameters<typeof addTest>[2]>['settings'] = {}) {
  const course = await addCourse(program);
  const { id } = await addTest(program, course.id, { settings });
  return { id, course };
}
const get = async (id: string) => (await call(testAuthoring.get, { params: { id } }, editor)).body.data;
const secure = (id: string, as: Person = editor) => call(testAuthoring.secure, { params: { id } }, as);
const accept = (id: string, as: Person = editor) => call(testAuthoring.acceptGuessing, { params: { id } }, as);
const warned = async (as: Person = editor) =>
  (await call(assessments.list, { query: { guessing: 'possible' } }, as)).body.data.map(({ _id }) => _id);
const auditOf = (id: string) =>
  db
    .selectFrom('auditEvent')
    .select(['actorId', 'action', 'details'])
    .where('subjectId', '=', id)
    .orderBy('id')
    .execute();

describe('a published assessment without limits that shows exact scores', () => {
  // shows: threats/found-answer-key
  test('is shown to staff, and one call gives it the recommended settings and changes nothing else', async () => {
    const { id } = await former({ minutes: 40, shuffleOptions: true, review: 'answers' });
    const before = await get(id);
    expect(before).toMatchObject({ guessable: true, version: 1 });
    expect(await warned()).toContain(id);
    expect((await secure(id)).body.data).toMatchObject({ guessable: false });
    const after = await get(id);
    expect(after).toMatchObject({
      version: 2,
      isPublished: true,
      title: before.title,
      passMark: before.passMark,
      settings: { ...before.settings, ...recommendedSettings },
    });
    const shown = ({ questions }: typeof before) => questions.map(({ _id, ...question }) => question);
    expect(shown(after)).toEqual(shown(before));
    expect(await warned()).not.toContain(id);
    expect(await auditOf(id)).toEqual([
      { actorId: editor.accountId, action: 'assessment.secure-settings', details: { version: 2 } },
    ]);
  });

  test('gets one new version if it is requested several times in parallel (races on the server engine)', async () => {
    const { id } = await former();
    expect(tally(await Promise.all([secure(id), secure(id), secure(id)]))).toEqual({ 200: 3 });
    expect(await get(id)).toMatchObject({ version: 2 });
    expect(await auditOf(id)).toHaveLength(1);
  });

  test('keeps its own waiting time', async () => {
    const { id } = await former({ hoursBetween: 24 });
    await secure(id);
    expect((await get(id)).settings).toMatchObject({ attemptsAllowed: 3, hoursBetween: 24, waitGrows: false });
  });

  test('is no longer shown once staff accept it, until its settings have been safe in between', async () => {
    const { id, course } = await former();
    expect((await accept(id)).body.data).toMatchObject({ guessable: false, version: 1 });
    await accept(id);
    expect(await auditOf(id)).toEqual([
      { actorId: editor.accountId, action: 'assessment.accept-guessing', details: {} },
    ]);
    const edit = async (attemptsAllowed: number | null) => {
      const { questions, passMark, settings } = await get(id);
      const asked = questions.map(({ _id, ...question }) => question);
      const input = { courseId: course.id, title: 'Edited', passMark, questions: asked };
      const body = { test: { ...input, settings: { ...settings, attemptsAllowed } } };
      return (await call(testAuthoring.update, { params: { id }, body }, editor)).body.data.guessable;
    };
    expect([await edit(null), await edit(11), await edit(10), await edit(null)]).toEqual([false, false, false, true]);
  });

  test('is not shown while it is unpublished, nor with rough scores or few attempts', async () => {
    const { id } = await former();
    await call(assessments.unpublish, { params: { id } }, editor);
    const made = async (settings: object) => {
      const questions = [{ questionText: 'Which?', options: ['1', '2', '3', '4'], correctAnswer: '2' }];
      const body = { courseId: (await addCourse(program)).id, title: 'New', passMark: 70, questions, settings };
      const { _id } = (await call(assessments.create, { body }, editor)).body.data;
      await call(assessments.publish, { params: { id: _id } }, editor);
      return _id;
    };
    const rough = await made({ attemptsAllowed: null });
    const few = await made({ failedScore: 'exact' });
    const open = await made({ attemptsAllowed: null, failedScore: 'exact' });
    const shown = await warned();
    expect([id, rough, few].some((one) => shown.includes(one))).toBe(false);
    expect(shown).toContain(open);
    await call(assessments.publish, { params: { id } }, editor);
    expect(await warned()).toContain(id);
  });

  test('is changed only by those who may edit assessments, and all together only within their course scope', async () => {
    const [own, foreign] = [await former(), await former()];
    await db
      .insertInto('courseInstructor')
      .values({ courseId: own.course.id, accountId: instructor.accountId })
      .execute();
    for (const action of [secure, accept]) {
      expect((await action(own.id, registrar)).status).toBe(403);
      expect((await action(own.id, await person())).status).toBe(403);
      expect((await action(foreign.id, instructor)).status).toBe(404);
    }
    expect((await call(testAuthoring.secureAll, registrar)).status).toBe(403);
    expect((await call(testAuthoring.secureAll, instructor)).body).toMatchObject({
      message: '1 test now has the recommended settings.',
      data: { changed: 1 },
    });
    expect(await get(foreign.id)).toMatchObject({ guessable: true, version: 1 });
    expect((await call(testAuthoring.secureAll, editor)).body.data.changed).toBeGreaterThan(0);
    expect(await warned()).toEqual([]);
  });
});
