import { training } from '@fairlead/contract/training/calls';
import { expect, test } from 'vitest';
import { type Person, testApp } from '../../../testing/app.ts';
import { filesInStore, formOf } from '../../../testing/forms.ts';
import { enrolledWithFilms, openTraining } from '../../../testing/journey.ts';

const program = await testApp();
const { call, person } = program;
const editor = await person('admin');
const srt = '1\n00:00:01,000 --> 00:00:02,000\nMuster!\n';

const attach = (film: string | undefined, text: string, { kind = 'captions', language = 'en', as = editor } = {}) =>
  call(
    training.attachText,
    {
      params: { id: film ?? '' },
      form: formOf({ kind, language }, { text: { bytes: Buffer.from(text), name: 'a.srt' } }),
    },
    as as Person,
  );

// shows: asvs/4.1.1
test('captions and a transcript are added to a film, read by its learners, replaced and removed', async () => {
  const { course, films, learner } = await enrolledWithFilms(program, [60, 60]);
  const [first = ''] = films;
  expect((await attach(first, srt)).status).toBe(200);
  expect((await attach(first, srt.replace('Muster', 'Raft'))).status).toBe(200);
  expect((await attach(first, 'All of it.\n', { kind: 'transcript' })).status).toBe(200);
  expect((await attach(films[1], srt)).status).toBe(200);
  const seen = await openTraining(program, course.id, learner);
  const texts = seen?.trainingVideo[0]?.texts ?? [];
  expect(texts.map(({ kind, language }) => [kind, language])).toEqual([
    ['captions', 'en'],
    ['transcript', 'en'],
  ]);
  const captions = await program.request('GET', texts[0]?.url ?? '');
  expect(captions.headers['content-type']).toBe('text/vtt; charset=utf-8');
  expect(captions.body).toContain('00:00:01.000 --> 00:00:02.000\nRaft!');
  expect((await program.request('GET', texts[1]?.url ?? '')).body).toBe('All of it.');
  // The texts of a locked film are not included.
  expect(seen?.trainingVideo[1]).toMatchObject({ locked: true, texts: [] });

  const params = { id: first, kind: 'captions' as const, language: 'en' };
  expect((await call(training.removeText, { params }, editor)).body.data.trainingVideo[0]?.texts).toHaveLength(1);
  expect((await call(training.removeText, { params }, editor)).status).toBe(404);
  expect((await program.request('GET', texts[0]?.url ?? '')).status).toBe(404);
});

test('a file that is not text is refused at its field, and other people may not add one', async () => {
  const { films, learner } = await enrolledWithFilms(program, [60]);
  const before = await filesInStore(program);
  expect(await attach(films[0], 'no captions')).toMatchObject({
    status: 400,
    body: { fields: { text: expect.any(String) } },
  });
  expect((await attach(films[0], 'a\0b', { kind: 'transcript' })).status).toBe(400);
  expect((await attach(films[0], srt, { language: '../en' })).status).toBe(400);
  expect((await attach(films[0], srt, { kind: 'subtitles' })).status).toBe(400);
  expect((await attach(films[0], 'x'.repeat(2 ** 20 + 1), { kind: 'transcript' })).status).toBe(413);
  expect((await attach(films[0], srt, { as: learner })).status).toBe(403);
  expect((await attach(crypto.randomUUID(), srt)).status).toBe(404);
  expect(await filesInStore(program)).toEqual(before);
});
