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
import { one, withManifest } from './testing/inspected.ts';
import { contentUrl, done, packageDesk } from './testing/package-desk.ts';
import { manifestOf, scormPackage } from './testing/scorm-package.ts';

const program = await testApp({ CONTENT_URL: contentUrl });
const { call, person, db, wait } = program;
const { editor, upload, add, course, open, commit, spend, items, complete, stored } = await packageDesk(program);

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
    const before = await stored();
    const zip = rawZip([{ name: '../../evil.html', content: 'x' }]);
    const answer = await add(courseId, zip);
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'bad-file', message: expect.stringContaining('evil.html') },
    });
    expect(await stored()).toEqual(before);
    expect(await items(courseId, editor)).toEqual([]);
  });

  test('are told the addresses of scripts from elsewhere, and add such a package only knowingly', async () => {
    const { id: courseId } = await addCourse(program);
    const address = 'https://cdn.example/player.js';
    const content = `<script src="${address}"></script>`;
    const zip = withManifest(manifestOf('1.2', [one]), [{ name: 'a.html', content }]);
    const sent = await upload(zip);
    const seen = await call(packages.preview, { body: { upload: sent } }, editor);
    expect(seen.body.data.scriptsElsewhere).toEqual([address]);
    const before = await stored();
    const body = { courseId, upload: sent, title: 'Mooring', minutes: 5 };
    const refused = await call(packages.add, { body }, editor);
    expect([refused.status, refused.body]).toMatchObject([409, { message: expect.stringContaining(address) }]);
    expect([await stored(), await items(courseId, editor)]).toEqual([before, []]);
    const added = await call(packages.add, { body: { ...body, withScriptsElsewhere: true } }, editor);
    expect(added.status).toBe(201);
    const { _id: id } = added.body.data;
    expect((await call(packages.get, { params: { id } }, editor)).body.data.scriptsElsewhere).toEqual([address]);
    const again = { params: { id }, body: { upload: await upload(zip) } };
    expect((await call(packages.replace, again, editor)).status).toBe(409);
    const knowing = { ...again, body: { ...again.body, withScriptsElsewhere: true } };
    expect((await call(packages.replace, knowing, editor)).status).toBe(200);
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
    const live = async () => (await stored()).filter(({ deletedAt }) => !deletedAt).length;
    const before = await live();
    await call(training.removeFilm, { params: { id } }, editor);
    expect([(await items(courseId, editor)).length, await live()]).toEqual([1, before - 1]);
    expect((await call(packages.get, { params: { id } }, editor)).status).toBe(404);
  });
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
