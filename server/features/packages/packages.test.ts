import { packages } from '@fairlead/contract/packages/calls';
import { training } from '@fairlead/contract/training/calls';
import { describe, expect, test } from 'vitest';
import { rawZip } from '../../platform/archives/testing/raw-zip.ts';
import { eicar } from '../../platform/files/clamd.ts';
import { clamdStandIn } from '../../platform/files/testing/clamd-stand-in.ts';
import { listPackagesWithoutEntries, unmarkFilesInUse } from '../../platform/files/unmark-files.ts';
import { testApp } from '../../testing/app.ts';
import { addCourse, enrol } from '../../testing/factories.ts';
import { removeOldVersions } from './remove-old-versions.ts';
import { contentUrl, packageDesk } from './testing/package-desk.ts';
import { manifestOf, orderedPackage, scormPackage } from './testing/scorm-package.ts';

const program = await testApp({ CONTENT_URL: contentUrl });
const { call, person, db, wait } = program;
const desk = await packageDesk(program);
const { editor, upload, add, course, open, commit, spend, items } = desk;

const done = { 'cmi.core.lesson_status': 'completed', 'cmi.core.score.raw': '90' };
/** Completes a package as an honest player does: the lesson, the page to read, and the time. */
async function complete(id: string, learner: Parameters<typeof open>[1]) {
  await open(id, learner);
  await commit(id, learner, done);
  await commit(id, learner, {}, { itemId: 'notes' });
  wait(600);
  return spend(id, learner, 600);
}

describe('staff', () => {
  test('see what is in a package before anything is stored, then add it once, however often they send it', async () => {
    const { id: courseId } = await addCourse(program);
    const sent = await upload(scormPackage('2004 3rd Edition'));
    const seen = await call(packages.preview, { body: { upload: sent } }, editor);
    expect(seen.body.data).toMatchObject({
      edition: '2004',
      version: '2004 3rd Edition',
      files: 4,
      title: 'Mooring safely',
    });
    expect(await db.selectFrom('packageVersion').select('id').where('uploadId', '=', sent).execute()).toEqual([]);
    const body = { courseId, upload: sent, title: 'Mooring', minutes: 5 };
    const [first, second] = [await call(packages.add, { body }, editor), await call(packages.add, { body }, editor)];
    expect([first.status, second.status, second.body.data._id]).toEqual([201, 201, first.body.data._id]);
    expect(await items(courseId, editor)).toMatchObject([
      { kind: 'package', title: 'Mooring', duration: 300, url: null },
    ]);
    const other = await addCourse(program);
    expect((await call(packages.add, { body: { ...body, courseId: other.id } }, editor)).status).toBe(409);
    const { details } = await db
      .selectFrom('auditEvent')
      .select('details')
      .where('action', '=', 'training.add-package')
      .where('subjectId', '=', courseId)
      .executeTakeFirstOrThrow();
    expect(details).toMatchObject({ title: 'Mooring', minutes: 5, edition: '2004 3rd Edition' });
  });

  test('are refused a package with a sentence that names the entry, and nothing of it is stored', async () => {
    const { id: courseId } = await addCourse(program);
    const before = await desk.stored();
    const zip = rawZip([{ name: '../../evil.html', content: 'x' }]);
    const answer = await add(courseId, zip);
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'bad-file', message: expect.stringContaining('evil.html') },
    });
    expect(await desk.stored()).toEqual(before);
    expect(await items(courseId, editor)).toEqual([]);
  });

  test('see how the questions inside a package were answered', async () => {
    const { id, courseId, learner } = await course();
    const second = await person();
    await enrol(program, second, courseId);
    const answered = (result: string) => ({
      'cmi.interactions.0.id': 'bight',
      'cmi.interactions.0.student_response': 'a',
      'cmi.interactions.0.result': result,
    });
    await open(id, learner);
    const get = () => call(packages.answers, { params: { id } }, editor);
    expect((await get()).body.data).toEqual({ learners: 1, questions: [] });
    await commit(id, learner, answered('correct'));
    await open(id, second);
    await commit(id, second, answered('wrong'));
    const counted = { id: 'bight', text: '', answered: 2, right: 1, judged: 2 };
    expect((await get()).body.data).toEqual({ learners: 2, questions: [{ ...counted, item: 'Mooring lines' }] });
    expect((await call(packages.answers, { params: { id } }, await person('instructor'))).status).toBe(404);
    expect((await call(packages.answers, { params: { id } }, learner)).status).toBe(403);
  });

  test('use neither uploads of others, nor packages outside of their courses', async () => {
    const { id, courseId } = await course();
    const instructor = await person('instructor');
    const mine = await upload(scormPackage());
    expect((await call(packages.preview, { body: { upload: mine } }, await person('admin'))).status).toBe(404);
    expect((await call(packages.get, { params: { id } }, instructor)).status).toBe(404);
    expect((await call(packages.get, { params: { id } }, await person())).status).toBe(403);
    const theirs = await upload(scormPackage(), instructor);
    const replaced = await call(packages.replace, { params: { id }, body: { upload: theirs } }, instructor);
    const slower = await call(packages.setMinutes, { params: { id }, body: { minutes: 1 } }, instructor);
    const added = { courseId, upload: theirs, title: 'Theirs', minutes: 5 };
    const statuses = [replaced, slower, await call(packages.add, { body: added }, instructor)];
    expect(statuses.map(({ status }) => status)).toEqual([404, 404, 404]);
    const body = { courseId, upload: mine, title: 'Mine', minutes: 5 };
    expect((await call(packages.add, { body }, await person('registrar'))).status).toBe(403);
    expect((await call(training.openToVisitors, { params: { id }, body: { open: true } }, editor)).status).toBe(409);
  });

  test('replace a package: who has begun finishes the old version, who begins gets the new one', async () => {
    const { id, courseId, learner } = await course();
    await open(id, learner);
    await commit(id, learner, { 'cmi.suspend_data': 'half' });
    const change = { params: { id }, body: { upload: await upload(scormPackage('2004 4th Edition')) } };
    expect((await call(packages.replace, change, editor)).status).toBe(200);
    expect((await call(packages.replace, change, editor)).status).toBe(200);
    const seen = await call(packages.get, { params: { id } }, editor);
    expect(seen.body.data).toMatchObject({ number: 2, edition: '2004', inOlderVersions: 1 });
    expect((await open(id, learner)).body.data).toMatchObject({
      edition: '1.2',
      values: { lesson: { 'cmi.suspend_data': 'half' } },
    });
    const late = await person();
    await enrol(program, late, courseId);
    expect((await open(id, late)).body.data).toMatchObject({ edition: '2004', states: [] });
    expect(await items(courseId, learner)).toHaveLength(1);
  });

  test('replace a package: the old version is removed once nobody is in it, and who completed it looks at the new one', async () => {
    const { id, learner } = await course();
    await open(id, learner);
    const change = { params: { id }, body: { upload: await upload(scormPackage('2004 4th Edition')) } };
    await call(packages.replace, change, editor);
    const files = async () => {
      const versions = db
        .selectFrom('packageVersion')
        .innerJoin('storedFile', 'storedFile.id', 'packageVersion.fileId');
      const rows = await versions
        .select(['packageVersion.id', 'storedFile.deletedAt'])
        .where('filmId', '=', id)
        .orderBy('number')
        .execute();
      const entries = db
        .selectFrom('packageEntry')
        .select('path')
        .where('versionId', '=', rows[0]?.id ?? '');
      return [...rows.map(({ deletedAt }) => deletedAt !== null), (await entries.execute()).length];
    };
    wait(25 * 3600);
    await removeOldVersions(program);
    expect(await files()).toEqual([false, false, 4]);
    // marked by a mistake: the list of entries stays, without which the mark could not be taken off
    await db.updateTable('storedFile').set({ deletedAt: program.clock() }).execute();
    await removeOldVersions(program);
    expect(await listPackagesWithoutEntries(db)).toEqual([]);
    await unmarkFilesInUse(db);
    expect(await files()).toEqual([false, false, 4]);
    expect((await complete(id, learner)).body.data.completed).toBe(true);
    await removeOldVersions(program);
    expect(await files()).toEqual([true, false, 0]);
    expect((await open(id, learner)).body.data).toMatchObject({ edition: '2004', states: [], isComplete: true });
    const looked = await commit(id, learner, { 'cmi.completion_status': 'incomplete' });
    expect(looked.body.data).toMatchObject({ isStored: true, isComplete: true });
    await db.deleteFrom('packageEntry').execute();
    expect((await listPackagesWithoutEntries(db)).length).toBeGreaterThan(0);
  });

  test('change the minimum time: with less, who has reported is done; with more, who is done stays so', async () => {
    const { id, courseId, learner } = await course();
    await open(id, learner);
    await commit(id, learner, done);
    await commit(id, learner, {}, { itemId: 'notes' });
    wait(300);
    expect((await spend(id, learner, 300)).body.data.completed).toBe(false);
    const set = (minutes: number) => call(packages.setMinutes, { params: { id }, body: { minutes } }, editor);
    expect((await set(0)).status).toBe(400);
    await set(5);
    expect(await items(courseId, learner)).toMatchObject([{ completed: true }]);
    await set(60);
    expect(await items(courseId, learner)).toMatchObject([{ completed: true, duration: 3600 }]);
  });

  test('rename, move and remove it like a film; its files are deleted later', async () => {
    const { id, courseId, films } = await course([60]);
    await call(training.renameFilm, { params: { id }, body: { title: 'Lines' } }, editor);
    const set = (await call(training.getForCourse, { params: { courseId } }, editor)).body.data[0];
    const order = { trainingId: set?._id ?? '', seen: [...films, id], wanted: [id, ...films] };
    expect((await call(training.reorderFilms, { body: order }, editor)).status).toBe(200);
    expect((await items(courseId, editor)).map(({ title, kind }) => [title, kind])).toEqual([
      ['Lines', 'package'],
      ['Film 1', 'film'],
    ]);
    const live = async () => (await desk.stored()).filter(({ deletedAt }) => !deletedAt).length;
    const before = await live();
    await call(training.removeFilm, { params: { id } }, editor);
    expect([(await items(courseId, editor)).length, await live()]).toEqual([1, before - 1]);
    expect((await call(packages.get, { params: { id } }, editor)).status).toBe(404);
  });
});

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

const clamd = await clamdStandIn();
const guarded = await testApp({ CONTENT_URL: contentUrl, CLAMD: clamd.endpoint, OPEN_UNSCANNED: 'false' });
const guardedDesk = await packageDesk(guarded);

// shows: threats/package-malware
test('a package is scanned for viruses as it was sent, and one with malware or without a verdict is not stored', async () => {
  const { id: courseId } = await addCourse(guarded);
  const zip = scormPackage();
  const added = await guardedDesk.add(courseId, zip);
  expect(clamd.scanned.some((content) => content.equals(zip))).toBe(true);
  const { body } = await guarded.call(packages.get, { params: { id: added.body.data._id } }, guardedDesk.editor);
  expect(body.data.isScanned).toBe(true);
  const before = await guardedDesk.stored();
  const infected = Buffer.concat([zip, Buffer.from(eicar)]);
  expect(await guardedDesk.add(courseId, infected)).toMatchObject({
    status: 400,
    body: { message: 'mooring.zip was not accepted: a virus scanner found Eicar-Test-Signature in it.' },
  });
  clamd.says = 'INSTREAM size limit exceeded. ERROR';
  expect((await guardedDesk.add(courseId, zip)).status).toBe(503);
  clamd.says = undefined;
  expect(await guardedDesk.stored()).toEqual(before);
});

test('without a second origin, staff are told what is missing', async () => {
  const { config } = program;
  const { url } = config.content;
  config.content.url = undefined;
  try {
    const answer = await add((await addCourse(program)).id);
    expect(answer).toMatchObject({ status: 409, body: { message: expect.stringContaining('CONTENT_URL') } });
  } finally {
    config.content.url = url;
  }
});
