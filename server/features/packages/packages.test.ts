import { packages } from '@fairlead/contract/packages/calls';
import { training } from '@fairlead/contract/training/calls';
import { describe, expect, test } from 'vitest';
import { rawZip } from '../../platform/archives/testing/raw-zip.ts';
import { testApp } from '../../testing/app.ts';
import { enrol } from '../../testing/factories.ts';
import { contentUrl, done, packageDesk } from './testing/package-desk.ts';
import { manifestOf, orderedPackage } from './testing/scorm-package.ts';

const program = await testApp({ CONTENT_URL: contentUrl });
const { call, person, db, wait } = program;
const { editor, course, open, commit, spend, items, complete } = await packageDesk(program);

describe('a learner', () => {
  test('opens a package once what is before it is complete, and what follows once it is', async () => {
    const { id, courseId, films, learner } = await course([60]);
    expect((await open(id, learner)).status).toBe(409);
    await items(courseId, learner);
    wait(60);
    await call(
      training.reportProgress,
      { params: { id: films[0] ?? '' }, body: { watched: [[0, 60]], position: 60 } },
      learner,
    );
    const opened = await open(id, learner);
    expect(opened.body.data).toMatchObject({ title: 'Mooring safely', edition: '1.2', current: null, states: [] });
    expect(opened.body.data.url).toMatch(/^https:\/\/content\.academy\.example\/p\/[\w-]{100,}\/$/);
    const submit = async () => {
      const set = (await call(training.getForCourse, { params: { courseId } }, learner)).body.data[0];
      return (await call(training.submit, { params: { id: set?._id ?? '' } }, learner)).status;
    };
    expect(await submit()).toBe(409);
    expect((await complete(id, learner)).body.data.completed).toBe(true);
    expect(await submit()).toBe(200);
  });

  // shows: threats/package-report
  test('gains nothing by a script that reports everything at once: the time is missing, by the clock of the server', async () => {
    const { id, courseId, learner, enrolmentId } = await course();
    await open(id, learner);
    const all = await commit(id, learner, {
      ...done,
      'cmi.core.lesson_status': 'passed',
      'cmi.core.total_time': '99:00:00',
    });
    expect(all.body.data).toMatchObject({ isReported: false, isComplete: false });
    const read = await commit(id, learner, {}, { itemId: 'notes' });
    expect(read.body.data).toMatchObject({ isReported: true, isComplete: false });
    expect((await spend(id, learner, 600)).body.data).toMatchObject({ completed: false });
    wait(300);
    expect((await spend(id, learner, 600)).body.data).toMatchObject({ completed: false });
    expect(await items(courseId, learner)).toMatchObject([{ completed: false }]);
    wait(300);
    expect((await spend(id, learner, 600)).body.data).toMatchObject({ completed: true });
    const certificate = await db
      .selectFrom('certificate')
      .select('id')
      .where('enrolmentId', '=', enrolmentId)
      .execute();
    expect(certificate).toEqual([]);
  });

  test('gains nothing by time alone: the package has to report its completion, with the score that it asks for', async () => {
    const { id, learner, enrolmentId } = await course();
    await open(id, learner);
    wait(6000);
    expect((await spend(id, learner, 600)).body.data).toMatchObject({ completed: false, watchedSeconds: 600 });
    await commit(id, learner, {}, { itemId: 'notes' });
    const { body: record } = await call(training.getWatchRecord, { params: { id: enrolmentId } }, editor);
    expect(record.data.films).toMatchObject([
      {
        watchedSeconds: 600,
        package: {
          reportedAt: null,
          items: [
            { title: 'Mooring lines', status: 'not opened' },
            { title: 'Notes', status: 'opened' },
          ],
        },
      },
    ]);
    const failed = await commit(id, learner, { ...done, 'cmi.core.lesson_status': 'failed' });
    expect(failed.body.data).toMatchObject({ isReported: false, isComplete: false, item: { isComplete: false } });
    const passed = await commit(id, learner, done, { seen: 1 });
    expect(passed.body.data).toMatchObject({ isReported: true, isComplete: true, item: { isComplete: true } });
  });

  test('goes on where they were on another device; one that was behind overwrites nothing, and its completion counts', async () => {
    const { id, learner } = await course();
    await open(id, learner);
    const first = await commit(id, learner, { 'cmi.suspend_data': 'p1\u0000\ud800', 'cmi.core.lesson_location': '1' });
    expect(first.body.data).toMatchObject({ revision: 1, isStored: true });
    const opened = (await open(id, learner)).body.data;
    expect(opened).toMatchObject({
      current: 'lesson',
      states: [{ revision: 1 }],
      values: { lesson: { 'cmi.core.lesson_location': '1' } },
    });
    expect(opened.values.lesson?.['cmi.suspend_data']).toBe('p1\u0000\ud800');
    await commit(id, learner, { 'cmi.core.lesson_location': '2' }, { seen: 1 });
    const late = await commit(id, learner, { ...done, 'cmi.core.lesson_location': '9' }, { seen: 1 });
    expect(late.body.data).toMatchObject({ revision: 2, isStored: false });
    const after = (await open(id, learner)).body.data;
    expect(after).toMatchObject({
      states: [{ isComplete: true }],
      values: { lesson: { 'cmi.core.lesson_location': '2' } },
    });
    expect(after.values.lesson).not.toHaveProperty('cmi.core.score.raw');
  });

  test('is sent what the item that is opened has stored, and what another has when that is opened', async () => {
    const { id, learner } = await course();
    const read = (itemId: string, as = learner) => call(packages.readState, { params: { id }, query: { itemId } }, as);
    expect((await read('lesson')).status).toBe(409);
    await open(id, learner);
    await commit(id, learner, { 'cmi.suspend_data': 'half' });
    await commit(id, learner, { 'cmi.suspend_data': 'read' }, { itemId: 'notes' });
    const opened = (await open(id, learner)).body.data;
    expect(opened.states.map(({ itemId }) => itemId).toSorted()).toEqual(['lesson', 'notes']);
    expect(opened.values).toEqual({ notes: { 'cmi.suspend_data': 'read' } });
    expect((await read('lesson')).body.data).toEqual({ revision: 1, values: { 'cmi.suspend_data': 'half' } });
    expect((await read('nothing')).body.data).toEqual({ revision: 0, values: {} });
    expect((await read('lesson', await person())).status).toBe(403);
  });

  test('whose answer was lost is not taken for another device', async () => {
    const { id, learner } = await course();
    await open(id, learner);
    const page = crypto.randomUUID();
    await commit(id, learner, { 'cmi.core.lesson_location': '1' }, { page });
    const again = await commit(id, learner, { 'cmi.core.lesson_location': '2' }, { page });
    expect(again.body.data).toMatchObject({ revision: 2, isStored: true });
    const other = await commit(id, learner, { 'cmi.core.lesson_location': '3' });
    expect(other.body.data).toMatchObject({ revision: 2, isStored: false });
  });

  test('whose last commit comes once more after the next visit began is not locked out of that', async () => {
    const { id, learner } = await course();
    await open(id, learner);
    const [page, values] = [crypto.randomUUID(), { 'cmi.core.lesson_location': '1' }];
    await commit(id, learner, values, { page });
    const again = await commit(id, learner, values, { page });
    expect(again.body.data).toMatchObject({ revision: 1, isStored: true });
    const next = await commit(id, learner, { 'cmi.core.lesson_location': '2' }, { seen: 1 });
    expect(next.body.data).toMatchObject({ revision: 2, isStored: true });
    const late = await commit(id, learner, values, { page });
    expect(late.body.data).toMatchObject({ revision: 2, isStored: false });
  });

  test('of two commits at once, one is stored', async () => {
    const { id, learner } = await course();
    await open(id, learner);
    const both = await Promise.all(['1', '2'].map((at) => commit(id, learner, { 'cmi.core.lesson_location': at })));
    expect(both.map(({ body }) => body.data.isStored).toSorted()).toEqual([false, true]);
  });

  // shows: threats/package-script
  test('reaches neither packages nor what they stored for others', async () => {
    const { id, learner, courseId } = await course();
    await open(id, learner);
    await commit(id, learner, { 'cmi.suspend_data': 'mine' });
    const stranger = await person();
    expect((await open(id, stranger)).status).toBe(403);
    expect((await commit(id, stranger, done)).status).toBe(404);
    await enrol(program, stranger, courseId);
    expect((await commit(id, stranger, done)).status).toBe(409);
    expect((await open(id, stranger)).body.data.states).toEqual([]);
    expect((await open(id, editor)).status).toBe(403);
    expect((await commit(id, learner, done, { itemId: 'nothing' })).status).toBe(404);
  });

  test('completes a package with rules about its order when these say so, and not by its items', async () => {
    const { id, learner } = await course([], orderedPackage());
    const { order, items: parts } = (await open(id, learner)).body.data;
    expect(order).toMatchObject({ children: [{ id: 'lesson' }, { id: 'test' }] });
    const whole = (success: string, seen: number) =>
      commit(id, learner, { 'cmi.success_status': success, 'order.0': '{}' }, { itemId: '', seen });
    for (const part of parts)
      expect(
        (await commit(id, learner, { 'cmi.completion_status': 'completed' }, { itemId: part.id })).body.data,
      ).toEqual(expect.objectContaining({ isReported: false }));
    expect((await whole('failed', 0)).body.data).toMatchObject({ isReported: false });
    expect((await whole('passed', 1)).body.data).toMatchObject({ isReported: true, isComplete: false });
    // the item that was open last is one of them
    expect((await open(id, learner)).body.data).toMatchObject({ current: 'test', isReported: true });
    const { learner: other, id: plain } = await course();
    await open(plain, other);
    expect((await commit(plain, other, {}, { itemId: '' })).status).toBe(404);
  });

  test('completes nothing by what an item claims against its threshold, with and without rules about the order', async () => {
    const threshold = '<adlcp:completionThreshold completedByMeasure="true" minProgressMeasure="0.8"/>';
    const claim = (progress: string) => ({ 'cmi.completion_status': 'completed', 'cmi.progress_measure': progress });
    const { id, learner } = await course([], orderedPackage(threshold));
    await open(id, learner);
    const whole = (seen: number) => commit(id, learner, { 'cmi.success_status': 'passed' }, { itemId: '', seen });
    await commit(id, learner, claim('0.5'), { itemId: 'test' });
    expect((await whole(0)).body.data).toMatchObject({ isReported: false });
    await commit(id, learner, claim('0.8'), { itemId: 'test', seen: 1 });
    expect((await whole(1)).body.data).toMatchObject({ isReported: true });

    const one = [{ id: 'lesson', title: 'Mooring lines', href: 'lesson.html', more: threshold }];
    const plain = rawZip([
      { name: 'imsmanifest.xml', content: manifestOf('2004 4th Edition', one) },
      { name: 'lesson.html', content: '<!doctype html><title>Lesson</title>' },
    ]);
    const { id: second, learner: other } = await course([], plain);
    await open(second, other);
    // the tab is closed after a commit, and nothing ends the item
    expect((await commit(second, other, claim('0.5'))).body.data).toMatchObject({ isReported: false });
    expect((await open(second, other)).body.data).toMatchObject({
      states: [{ status: 'incomplete', isComplete: false }],
    });
    expect((await commit(second, other, claim('0.8'), { seen: 1 })).body.data).toMatchObject({ isReported: true });
  });

  test('stores at most what SCORM allows', async () => {
    const { id, learner } = await course();
    await open(id, learner);
    const fill = (count: number, length: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`cmi.interactions.${i}.id`, 'x'.repeat(length)]));
    expect((await commit(id, learner, { 'cmi.suspend_data': 'x'.repeat(64_000) })).status).toBe(200);
    expect((await commit(id, learner, { 'cmi.suspend_data': 'x'.repeat(67_000) })).status).toBe(400);
    expect((await commit(id, learner, fill(4001, 1))).status).toBe(400);
    expect((await commit(id, learner, fill(100, 8_000))).status).toBe(413);
    // all items together
    const { enrolmentId, id: other, learner: second } = await course();
    await open(other, second);
    await commit(other, second, { 'cmi.suspend_data': 'x' });
    const grown = db.updateTable('packageState').set({ data: `{"a":"${'x'.repeat(4_990_000)}"}` });
    await grown.where('enrolmentId', '=', enrolmentId).execute();
    const notes = (length: number) => commit(other, second, { a: 'x'.repeat(length) }, { itemId: 'notes' });
    expect(await notes(20_000)).toMatchObject({ status: 413, body: { message: expect.stringContaining('5 MB') } });
    expect((await notes(100)).status).toBe(200);
  });
});
