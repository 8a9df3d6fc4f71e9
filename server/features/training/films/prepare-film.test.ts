import { chmod, copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { training } from '@fairlead/contract/training/calls';
import { describe, expect, test } from 'vitest';
import { storedPath } from '../../../platform/files/testing/stored-path.ts';
import { runFfmpeg } from '../../../platform/films/ffmpeg.ts';
import { describeWithFfmpeg, ffmpeg } from '../../../platform/films/testing/ffmpeg.ts';
import { testApp } from '../../../testing/app.ts';
import { isLong, longTest } from '../../../testing/cases.ts';
import { addCourse, enrol } from '../../../testing/factories.ts';
import { filesInStore, filesWithRow, formOf } from '../../../testing/forms.ts';
import { openTraining } from '../../../testing/journey.ts';
import { prepareFilm } from './prepare-film.ts';

const program = await testApp({ FFMPEG: ffmpeg });
const { call, person, db, files, clock } = program;
const editor = await person('admin');
const fixtures = join(import.meta.dirname, '../../../platform/films/fixtures');
const going = new AbortController().signal;

/** A film of two seconds, 320 × 180, as staff upload it; returns its id. */
async function addFilm(name = 'h264-aac-moov-first.mp4', to?: string): Promise<{ id: string; courseId: string }> {
  const courseId = to ?? (await addCourse(program)).id;
  const form = new FormData();
  form.set('courseId', courseId);
  form.set('title', 'Drills');
  form.append('trainingVideo', new Blob([new Uint8Array(await readFile(resolve(fixtures, name)))]), name);
  const { body } = await call(training.upload, { form }, editor);
  return { id: body.data.trainingVideo.at(-1)?._id ?? '', courseId };
}

const prepare = (id: string, by = ffmpeg, signal = going) => prepareFilm({ db, files, clock, ffmpeg: by, signal }, id);
/** Makes all versions of a film, one after the other, as the jobs do. */
async function prepareWhole(id: string): Promise<void> {
  while (await prepare(id));
}

/** A script used instead of ffmpeg. */
async function fake(script: string): Promise<string> {
  const path = join(program.config.dataDir, `ffmpeg-${crypto.randomUUID()}`);
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o700);
  return path;
}

const filmOf = (id: string) => db.selectFrom('film').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const renditionsOf = (id: string) =>
  db.selectFrom('filmRendition').selectAll().where('filmId', '=', id).orderBy('lines').execute();
const view = async (courseId: string, as = editor) => (await openTraining(program, courseId, as))?.trainingVideo[0];
const enrolledIn = async (courseId: string) => {
  const learner = await person();
  await enrol(program, learner, courseId);
  return learner;
};

describe('an uploaded film', () => {
  test('is shown as in preparation to staff and learners, before any version exists', async () => {
    const { courseId } = await addFilm();
    const learner = await enrolledIn(courseId);
    const onItsWay = { ladder: null, preparation: { percent: 0, failure: null } };
    expect(await view(courseId)).toMatchObject(onItsWay);
    expect(await view(courseId, learner)).toMatchObject(onItsWay);
  });

  test('shows no preparation while it is locked', async () => {
    const { courseId } = await addFilm();
    await addFilm(undefined, courseId);
    const learner = await enrolledIn(courseId);
    const locked = (await openTraining(program, courseId, learner))?.trainingVideo[1];
    expect(locked).toMatchObject({ locked: true, ladder: null, preparation: null });
  });
});

describeWithFfmpeg('a prepared film', () => {
  test('has a poster, smaller versions and an audio version, each fetched by a link', async () => {
    const { id, courseId } = await addFilm();
    expect(await view(courseId)).toMatchObject({ poster: null, ladder: null, versions: [] });
    await prepareWhole(id);
    const film = await view(courseId);
    expect(film?.preparation).toEqual({ percent: 100, failure: null });
    expect(film?.versions.map(({ lines }) => lines)).toEqual([240, 180, 0]);
    expect((await program.request('GET', film?.poster ?? '')).headers['content-type']).toBe('image/jpeg');

    const master = await program.request('GET', film?.ladder ?? '');
    expect(master.headers['content-type']).toBe('application/vnd.apple.mpegurl');
    expect(master.headers['cache-control']).toBe('private, no-store');
    const list = String(master.body).trim().split('\n').at(-1) ?? '';
    const playlist = String((await program.request('GET', list)).body);
    expect(playlist).toContain('#EXT-X-ENDLIST');
    const [, media = ''] = /^(\/api\/uploads\/\S+\.mp4\?\S+)$/m.exec(playlist) ?? [];
    expect((await program.request('GET', media)).headers['content-type']).toBe('video/mp4');
    const sound = film?.versions.find(({ lines }) => lines === 0);
    expect(String((await program.request('GET', sound?.url ?? '')).body)).toContain('#EXTM3U');
    expect(
      (await program.request('GET', (film?.ladder ?? '').replace(/signature=..../, 'signature=AAAA'))).status,
    ).toBe(401);
    expect(await readdir(files.incoming)).toEqual([]);
  });

  longTest('continues with the missing versions, and is finished once', async () => {
    const { id } = await addFilm();
    await prepareWhole(id);
    const [sound, thinnest] = await renditionsOf(id);
    await db.deleteFrom('filmRendition').where('filmId', '=', id).where('lines', '=', 180).execute();
    expect(await prepare(id)).toBe(false);
    const after = await renditionsOf(id);
    expect(after).toHaveLength(3);
    expect(after[0]).toEqual(sound);
    expect(after[1]?.fileId).not.toBe(thinnest?.fileId);
    expect(await prepare(id, '/nowhere')).toBe(false);
    expect(await renditionsOf(id)).toEqual(after);
  });

  test('can be played after its first version, and its list names each later one too', async () => {
    const { id, courseId } = await addFilm();
    const learner = await enrolledIn(courseId);
    const lists: number[] = [];
    for (let left = true; left; ) {
      left = await prepare(id);
      const { ladder } = (await view(courseId, learner)) ?? {};
      const { body } = await program.request('GET', ladder ?? '');
      lists.push(String(body).match(/#EXT-X-STREAM-INF/g)?.length ?? 0);
    }
    expect(lists).toEqual([1, 2, 3]);
    const named = await db.selectFrom('storedFile').select('id').where('originalName', '=', 'ladder.m3u8');
    const current = named.where('deletedAt', 'is', null).where('id', '=', (await filmOf(id)).ladderFileId ?? '');
    expect(await current.execute()).toHaveLength(1);
  });

  test('deletes all its files when it is removed', async () => {
    const { id } = await addFilm();
    await prepareWhole(id);
    const live = async () =>
      (await db.selectFrom('storedFile').select('id').where('deletedAt', 'is', null).execute()).length;
    const before = await live();
    await call(training.removeFilm, { params: { id } }, editor);
    // The film, its poster, the master playlist, and three versions with a media file and a playlist each.
    expect(await live()).toBe(before - 9);
  });
});

describeWithFfmpeg('a film that browsers do not play', () => {
  test('is taken, has nothing to play until a version is made, and then plays by its versions alone', async () => {
    const { id, courseId } = await addFilm('hevc-aac.mp4');
    const learner = await enrolledIn(courseId);
    const [staffs, learners] = [await view(courseId), await view(courseId, learner)];
    for (const film of [staffs, learners]) {
      expect(film).toMatchObject({ url: null, originalPlays: false, locked: false, preparation: { percent: 0 } });
    }
    await prepare(id);
    const film = await view(courseId, learner);
    expect(film?.ladder).toMatch(/\.m3u8\?/);
    expect(film?.url).toBe(film?.ladder);
    expect((await program.request('GET', film?.url ?? '')).status).toBe(200);
  });
});

describeWithFfmpeg('subtitles inside a film', () => {
  const srt = (text: string) => `1\n00:00:00,200 --> 00:00:01,000\n${text}\n`;
  /** An MKV with four tracks of subtitles: text in English twice and in Hindi, and pictures. */
  async function filmWithSubtitles(languages = ['eng', 'eng', 'hin', 'ger']): Promise<string> {
    const at = (name: string) => join(program.config.dataDir, name);
    await writeFile(at('en.srt'), srt('<i>Muster</i> stations'));
    await writeFile(at('second.srt'), srt('A bell rings'));
    await writeFile(at('hi.srt'), srt('मस्टर'));
    // Two segments of PGS: a composition without objects, and its end.
    const segment = (type: number, content: Buffer) =>
      Buffer.concat([Buffer.from('PG'), Buffer.alloc(8), Buffer.from([type, 0, content.length]), content]);
    await writeFile(
      at('de.sup'),
      Buffer.concat([segment(0x16, Buffer.alloc(11, 1).fill(0, 10)), segment(0x80, Buffer.alloc(0))]),
    );
    const texts = ['en.srt', 'second.srt', 'hi.srt', 'de.sup'].flatMap((name) => ['-i', at(name)]);
    const args = [
      ...['-i', resolve(fixtures, 'h264-aac.mkv'), ...texts],
      ...[0, 1, 2, 3, 4].flatMap((input) => ['-map', String(input)]),
      ...['-c', 'copy', '-c:s:0', 'ass', '-c:s:1', 'subrip', '-c:s:2', 'webvtt'],
      ...languages.flatMap((language, i) => [`-metadata:s:s:${i}`, `language=${language}`]),
    ];
    const path = at('subtitles.mkv');
    await runFfmpeg({ ffmpeg, args: [...args, path], signal: going });
    return path;
  }

  test('become its captions once, except pictures and second tracks, and staff see which', async () => {
    const { id, courseId } = await addFilm(await filmWithSubtitles());
    const learner = await enrolledIn(courseId);
    await prepare(id);
    const film = await view(courseId);
    expect(film?.texts.map(({ kind, language }) => [kind, language])).toEqual([
      ['captions', 'en'],
      ['captions', 'hi'],
    ]);
    const english = await program.request('GET', film?.texts[0]?.url ?? '');
    expect(english.body).toBe('WEBVTT\n\n00:00:00.200 --> 00:00:01.000\nMuster stations\n');
    expect(film?.subtitles).toBe(
      'Captions taken from the video: English, Hindi. English: Marks in the text left out of 1 caption, such as “<i>” ' +
        'at 00:00:00.200. Subtitles in the video that were left out: English (a second track), German (PGS: pictures, ' +
        'not text).',
    );
    expect(await view(courseId, learner)).toMatchObject({ subtitles: null, texts: [{}, {}] });
    // What staff remove does not come back with the next version.
    await call(training.removeText, { params: { id, kind: 'captions', language: 'hi' } }, editor);
    await prepare(id);
    expect((await view(courseId))?.texts.map(({ language }) => language)).toEqual(['en']);
  });

  test('of MP4 keep a sentence with signs of less and greater', async () => {
    const at = (name: string) => join(program.config.dataDir, name);
    const sentence = 'Enter only if O2 < 23.5 % and O2 > 20.8 % & H2S < 10 ppm';
    await writeFile(at('less.srt'), srt(sentence));
    const args = ['-i', resolve(fixtures, 'h264-aac-moov-first.mp4'), '-i', at('less.srt'), '-map', '0', '-map', '1'];
    const path = at('less.mp4');
    await runFfmpeg({ ffmpeg, args: [...args, '-c', 'copy', '-c:s', 'mov_text', path], signal: going });
    const { id, courseId } = await addFilm(path);
    await prepare(id);
    const english = await program.request('GET', (await view(courseId))?.texts[0]?.url ?? '');
    expect(english.body).toContain('\nEnter only if O2 &lt; 23.5 % and O2 > 20.8 % &amp; H2S &lt; 10 ppm\n');
  });

  longTest('in a language that is written out become captions that staff can remove', async () => {
    const { id, courseId } = await addFilm(await filmWithSubtitles(['english', 'en', 'hi', 'de']));
    await prepare(id);
    expect((await view(courseId))?.texts.map(({ language }) => language)).toEqual(['en', 'hi', 'und']);
    const { status } = await call(training.removeText, { params: { id, kind: 'captions', language: 'und' } }, editor);
    expect(status).toBe(200);
  });

  longTest('do not replace captions that staff have given', async () => {
    const { id, courseId } = await addFilm(await filmWithSubtitles());
    const form = formOf(
      { kind: 'captions', language: 'en' },
      { text: { bytes: Buffer.from(srt('Ours')), name: 'a.srt' } },
    );
    await call(training.attachText, { params: { id }, form }, editor);
    await prepare(id);
    const film = await view(courseId);
    expect((await program.request('GET', film?.texts[0]?.url ?? '')).body).toContain('Ours');
    expect(film?.subtitles).toMatch(/^Captions taken from the video: Hindi\./);
  });
});

describeWithFfmpeg('a film that a phone has trimmed', () => {
  test('is played in versions without what was cut out', async () => {
    const at = (name: string) => join(program.config.dataDir, name);
    const shape = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '60', '-c:a', 'aac'];
    const sources = ['-f', 'lavfi', '-i', 'testsrc=size=64x48:rate=10:duration=6', '-f', 'lavfi', '-i', 'sine=d=6'];
    await runFfmpeg({ ffmpeg, args: [...sources, ...shape, at('plain.mp4')], signal: going });
    const cut = ['-ss', '2.5', '-i', at('plain.mp4'), '-c', 'copy', at('cut.mp4')];
    await runFfmpeg({ ffmpeg, args: cut, signal: going });
    const { id, courseId } = await addFilm(at('cut.mp4'));
    expect(await filmOf(id)).toMatchObject({ durationSeconds: 3.5 });
    expect(await view(courseId)).toMatchObject({ originalPlays: false });
    await prepare(id);
    expect((await view(courseId))?.preparation).toMatchObject({ failure: null });
    const [version] = await renditionsOf(id);
    const { filename } = await db
      .selectFrom('storedFile')
      .select('filename')
      .where('id', '=', version?.playlistFileId ?? '')
      .executeTakeFirstOrThrow();
    const pieces = String(await files.read('trainingVideo', filename));
    const seconds = [...pieces.matchAll(/#EXTINF:([\d.]+)/g)].reduce((sum, [, one]) => sum + Number(one), 0);
    expect(Math.abs(seconds - 3.5)).toBeLessThan(0.3);
  });
});

describeWithFfmpeg('a film of sound only', () => {
  test('has one version, without a poster', async () => {
    const { id, courseId } = await addFilm('sound-only.mp4');
    expect(await prepare(id)).toBe(false);
    const film = await view(courseId);
    expect(film).toMatchObject({ originalPlays: true, poster: null, preparation: { percent: 100 } });
    expect(film?.versions.map(({ lines }) => lines)).toEqual([0]);
    const { body } = await program.request('GET', film?.ladder ?? '');
    expect(body).toMatch(/#EXT-X-STREAM-INF:BANDWIDTH=\d+,AVERAGE-BANDWIDTH=\d+,CODECS="mp4a\.40\.2"\n/);
  });
});

if (isLong)
  describeWithFfmpeg('a film that hides a larger picture than permitted', () => {
    test('is not decompressed, and plays as the original', async () => {
      const path = join(program.config.dataDir, 'bomb.mp4');
      const picture = ['-f', 'lavfi', '-i', 'color=size=5000x5000:rate=1:duration=1'];
      const shape = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];
      await runFfmpeg({ ffmpeg, args: [...picture, ...shape, path], signal: going });
      const film = await readFile(path);
      // Changes the size in its header to 64 × 48: in tkhd in units of 1/65536, in avc1 as two 16-bit numbers.
      const inBox = (type: string, from = 100) => film.indexOf(type, from, 'latin1') + 4;
      film.writeUInt32BE(64 * 65_536, inBox('tkhd') + 76);
      film.writeUInt32BE(48 * 65_536, inBox('tkhd') + 80);
      film.writeUInt32BE(64 * 65_536 + 48, inBox('avc1') + 24);
      await writeFile(path, film);
      const { id, courseId } = await addFilm(path);
      expect(await filmOf(id)).toMatchObject({ width: 64, height: 48 });
      await prepare(id);
      expect(await view(courseId)).toMatchObject({ versions: [], poster: null });
      expect((await filmOf(id)).preparationFailure).toMatch(/./);
      expect(await readdir(files.incoming)).toEqual([]);
    });
  });

describe('a film that cannot be prepared', () => {
  test('plays as it is, staff see why, and its learners do not wait', async () => {
    const { id, courseId } = await addFilm();
    const learner = await enrolledIn(courseId);
    await prepare(id, await fake('echo "no such codec" >&2; exit 1'));
    const film = await view(courseId);
    expect(film).toMatchObject({ ladder: null, versions: [], preparation: { failure: 'no such codec' } });
    expect((await program.request('GET', film?.url ?? '')).status).toBe(200);
    expect(await view(courseId, learner)).toMatchObject({ ladder: null, preparation: null });
    expect(await readdir(files.incoming)).toEqual([]);
  });

  test('because it was taken before today’s rules keeps what it has, and staff see why', async () => {
    const { id, courseId } = await addFilm();
    const before = (await view(courseId))?.url;
    const { filename } = await db
      .selectFrom('storedFile')
      .innerJoin('film', 'film.fileId', 'storedFile.id')
      .select('storedFile.filename')
      .where('film.id', '=', id)
      .executeTakeFirstOrThrow();
    await copyFile(resolve(fixtures, 'h264-fragmented.mp4'), storedPath(files, 'trainingVideo', filename));
    expect(await prepare(id, '/no/ffmpeg')).toBe(false);
    const failure = expect.stringMatching(/recorded for streaming, in fragments; please export it/);
    expect(await view(courseId)).toMatchObject({ url: before, preparation: { failure } });
  });

  test('because the program stops is continued by the next one', async () => {
    const { id } = await addFilm();
    const ending = new AbortController();
    const begun = prepare(id, await fake('exec sleep 60'), ending.signal);
    const outcome = expect(begun).rejects.toThrow('the program ends');
    ending.abort(new Error('the program ends'));
    await outcome;
    expect(await filmOf(id)).toMatchObject({ preparationFailure: null, ladderFileId: null });
  });

  test('because it was removed meanwhile leaves no files behind', async () => {
    const { id } = await addFilm();
    const picture = 'for last; do :; done; printf x > "$last"';
    await call(training.removeFilm, { params: { id } }, editor);
    await prepare(id, await fake(picture));
    expect(await filmOf(id)).toMatchObject({ posterFileId: null, ladderFileId: null });
    expect(await filesInStore(program)).toEqual(await filesWithRow(program));
  });
});
