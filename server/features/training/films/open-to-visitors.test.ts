import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { courses } from '@fairlead/contract/courses/calls';
import { files as fileCalls } from '@fairlead/contract/platform/files';
import { training } from '@fairlead/contract/training/calls';
import { describe, expect, test } from 'vitest';
import { transaction } from '../../../platform/db/database.ts';
import type { ContentType } from '../../../platform/files/folders.ts';
import { insertStoredFile } from '../../../platform/files/stored-files.ts';
import { type Person, testApp } from '../../../testing/app.ts';
import { addCourse } from '../../../testing/factories.ts';
import { formOf } from '../../../testing/forms.ts';
import { enrolledWithFilms, openTraining, submitTraining } from '../../../testing/journey.ts';

const program = await testApp();
const { call, person, db, wait, files } = program;
const editor = await person('admin');

const setOpen = (id: string, open = true, as: Person = editor) =>
  call(training.openToVisitors, { params: { id }, body: { open } }, as);
const listed = async (courseId: string) => (await call(training.listTitles, { params: { courseId } })).body.data;
const opened = (courseId: string, id: string, as?: Person) =>
  call(training.getOpenFilm, { params: { courseId, id } }, as);
const isActive = async (id: string) =>
  (await db.selectFrom('course').select('isActive').where('id', '=', id).executeTakeFirstOrThrow()).isActive;
const statusOf = async (url: string | null | undefined) => (await program.request('GET', url ?? '')).status;

async function addFile(content: string, type: ContentType) {
  const kept = await files.keep(await files.receiveOwn(Buffer.from(content), type, 'made-by-a-test'), 'trainingVideo');
  return transaction(db, (tx) => insertStoredFile(tx, kept, { ownerId: null }).then(({ id }) => ({ ...kept, id })));
}

/** Gives a film a poster, one smaller version with the list of versions, captions, and all of their files. */
async function prepare(filmId: string) {
  const [film, poster, media, captions] = await Promise.all([
    addFile('the whole film', 'video/mp4'),
    addFile('poster', 'image/jpeg'),
    addFile('small', 'video/mp4'),
    addFile('WEBVTT', 'text/vtt'),
  ]);
  const playlist = await addFile(`#EXTM3U\n${media.filename}\n`, 'application/vnd.apple.mpegurl');
  const ladder = await addFile(`#EXTM3U\n${playlist.filename}\n`, 'application/vnd.apple.mpegurl');
  await db
    .updateTable('film')
    .set({ fileId: film.id, posterFileId: poster.id, ladderFileId: ladder.id })
    .where('id', '=', filmId)
    .execute();
  const version = { filmId, lines: 240, fileId: media.id, playlistFileId: playlist.id };
  await db.insertInto('filmRendition').values(version).execute();
  const text = { filmId, kind: 'captions', language: 'en', fileId: captions.id } as const;
  await db.insertInto('filmText').values(text).execute();
}

/** A course with two films that have all their files, a learner in training, and the first film's public links. */
async function openedFirst() {
  const made = await enrolledWithFilms(program, [60, 90]);
  const [first = '', second = ''] = made.films;
  await prepare(first);
  await prepare(second);
  await setOpen(first);
  const { data: film } = (await opened(made.course.id, first)).body;
  const urls = [film.url, film.ladder, film.poster, film.versions[0]?.url, film.texts[0]?.url];
  return { ...made, first, second, film, urls };
}

const linkIn = async (playlist: string | null | undefined) =>
  String((await program.request('GET', playlist ?? '')).body).split('\n')[1];

describe('a film that staff open to visitors', () => {
  test('is listed with its bytes, and everybody may watch it with its versions and captions', async () => {
    const { course, first, film, urls } = await openedFirst();
    const open = { _id: first, leastBytes: 5, mostBytes: 5 };
    expect(await listed(course.id)).toEqual([
      { serial: 1, kind: 'film', title: 'Film 1', duration: 60, open },
      { serial: 2, kind: 'film', title: 'Film 2', duration: 90, open: null },
    ]);
    expect(film).toMatchObject({
      title: 'Film 1',
      duration: 60,
      versions: [{ lines: 240 }],
      texts: [{ language: 'en' }],
    });
    expect(await Promise.all(urls.map(statusOf))).toEqual([200, 200, 200, 200, 200]);
    // a player follows the lists from one to the next, without a token
    const playlist = await linkIn(film.ladder);
    expect((await program.request('GET', (await linkIn(playlist)) ?? '')).body).toBe('small');
    // the same for a learner who is not enrolled, whose link is nobody's
    const stranger = await person();
    expect((await opened(course.id, first, stranger)).body.data.url).toBe(film.url);
    const renewed = await call(fileCalls.renew, { body: { url: film.url ?? '' } });
    expect(await statusOf(renewed.body.data.url)).toBe(200);
  });

  test('is opened and closed by those who edit films, which the audit and the public pages learn once', async () => {
    const { course, films, learner } = await enrolledWithFilms(program, [60]);
    const [film = ''] = films;
    const before = program.publicChanges();
    expect((await setOpen(film)).body).toMatchObject({
      message: 'Visitors can watch this video now.',
      data: { trainingVideo: [{ _id: film, openToVisitors: true }] },
    });
    await setOpen(film);
    await setOpen(film, false);
    expect(program.publicChanges()).toBe(before + 2);
    const audit = db.selectFrom('auditEvent').select(['action', 'actorId']).where('subjectId', '=', course.id);
    expect(await audit.orderBy('id').execute()).toEqual([
      { action: 'training.open-film', actorId: editor.accountId },
      { action: 'training.close-film', actorId: editor.accountId },
    ]);
    for (const as of [learner, await person('registrar')]) expect((await setOpen(film, true, as)).status).toBe(403);
    expect((await call(training.openToVisitors, { params: { id: film }, body: { open: true } })).status).toBe(401);
    expect((await opened(course.id, film)).status).toBe(404);
    await call(training.removeFilm, { params: { id: film } }, editor);
    expect((await setOpen(film)).status).toBe(409);
  });

  // shows: threats/stale-link, threats/open-film
  test('opens no other film, and none of its files', async () => {
    const { course, first, second, film, learner } = await openedFirst();
    expect(await opened(course.id, second)).toMatchObject({
      status: 404,
      body: { message: 'This video is not open to visitors.' },
    });
    const nobodys = [
      [course.id, crypto.randomUUID()],
      [crypto.randomUUID(), first],
      // in the page of another course
      [(await addCourse(program)).id, first],
    ] as const;
    for (const [courseId, id] of nobodys) {
      expect((await opened(courseId, id)).body).toEqual((await opened(course.id, second)).body);
    }
    // the second film's own files, by the names that its staff see, with the rights of the first one's link
    const set = (await call(training.getForCourse, { params: { courseId: course.id } }, editor)).body.data[0];
    const other = set?.trainingVideo[1];
    const all = [other?.url, other?.ladder, other?.poster, other?.versions[0]?.url, other?.texts[0]?.url];
    const query = new URL(film.url ?? '', 'http://self').search;
    for (const url of all) {
      const { pathname } = new URL(url ?? '', 'http://self');
      expect(await statusOf(pathname)).toBe(401);
      expect(await statusOf(pathname + query)).toBe(401);
      // even if it were signed for visitors, it is not open to them
      const filename = pathname.split('/').at(-1) ?? '';
      expect(await statusOf(files.link('trainingVideo', filename, { holder: { visitor: true } }))).toBe(401);
    }
    // a learner's own link is still theirs alone
    const own = (await openTraining(program, course.id, learner))?.trainingVideo[0]?.url ?? '';
    expect((await call(fileCalls.renew, { body: { url: own } })).status).toBe(401);
  });

  // shows: threats/stale-link, threats/open-film
  test.each([
    ['it is closed again', (first: string) => setOpen(first, false)],
    ['its course is deactivated', (_: string, id: string) => call(courses.deactivate, { params: { id } }, editor)],
    ['it is removed', (first: string) => call(training.removeFilm, { params: { id: first } }, editor)],
    [
      'nothing that browsers play is left of it',
      (first: string) =>
        db.updateTable('film').set({ originalPlays: false, ladderFileId: null }).where('id', '=', first).execute(),
    ],
  ] as const)('is closed within a minute once %s', async (_, end) => {
    const { course, first, urls } = await openedFirst();
    expect(await statusOf(urls[0])).toBe(200);
    await end(first, course.id);
    expect((await opened(course.id, first)).status).toBe(404);
    wait(61);
    expect(await Promise.all(urls.map(statusOf))).not.toContain(200);
    const { status, body } = await call(training.listTitles, { params: { courseId: course.id } });
    if (status === 200) expect(body.data.map((film) => film.open)).not.toContainEqual(expect.anything());
    else expect([status, await isActive(course.id)]).toEqual([404, false]);
  });

  test('is not open once another film takes its place', async () => {
    const { course, first } = await openedFirst();
    const open = async () => (await listed(course.id)).map((film) => film.open !== null);
    expect(await open()).toEqual([true, false]);
    const another = await readFile(
      join(import.meta.dirname, '../../../platform/films/fixtures/h264-aac-moov-first.mp4'),
    );
    const form = formOf({}, { film: { bytes: another, name: 'another.mp4' } });
    expect((await call(training.replaceFilm, { params: { id: first }, form }, editor)).status).toBe(200);
    expect(await open()).toEqual([false, false]);
    expect((await opened(course.id, first)).status).toBe(404);
  });

  // shows: player/locks, threats/false-progress
  test('counts for nobody: a learner still watches in order, and only in the training', async () => {
    const { course, setId, first, second, learner } = await openedFirst();
    await setOpen(second);
    expect((await opened(course.id, second, learner)).status).toBe(200);
    wait(90);
    const { trainingVideo } = (await openTraining(program, course.id, learner)) ?? {};
    expect(
      trainingVideo?.map(({ locked, completed, watchedSeconds, url }) => [
        locked,
        completed,
        watchedSeconds,
        url !== null,
      ]),
    ).toEqual([
      [false, false, 0, true],
      [true, false, 0, false],
    ]);
    const report = { params: { id: second }, body: { watched: [[0, 90]] as [number, number][], position: 90 } };
    expect((await call(training.reportProgress, report, learner)).status).toBe(409);
    expect((await call(training.reportProgress, report)).status).toBe(401);
    expect((await submitTraining(program, setId, learner)).status).toBe(409);
    // no clock of a film begins by looking at it
    const { started } = await db
      .selectFrom('watching')
      .select((e) => e.fn.countAll<number>().as('started'))
      .where('filmId', 'in', [first, second])
      .executeTakeFirstOrThrow();
    expect(started).toBe(1);
  });

  test('is given to one IP address no more than 600 times in a quarter of an hour', async () => {
    const { course, first } = await openedFirst();
    await db.updateTable('rateLimit').set({ count: 600 }).where('key', 'like', 'open-film:%').execute();
    expect((await opened(course.id, first)).status).toBe(429);
    wait(15 * 60);
    expect((await opened(course.id, first)).status).toBe(200);
  });
});
