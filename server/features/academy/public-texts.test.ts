import { publicTexts } from '@fairlead/contract/academy/public-texts';
import { expect, test } from 'vitest';
import { testApp } from '../../testing/app.ts';

const program = await testApp();
const { call, person, db } = program;
const admin = await person('admin');

const none = { home: '', about: '', news: [] };
const written = {
  home: 'Training in Kochi.',
  about: 'We began in 1998.\n\nWe sail.',
  news: [
    { day: '2026-11-02', text: 'The simulator is open' },
    { day: '2026-11-20', text: 'New classroom' },
  ],
};
const save = (body: typeof written, as = admin) => call(publicTexts.save, { body }, as);
const texts = async () => (await call(publicTexts.get)).body.data;

test('texts are the program’s until staff write them, and again when they are empty', async () => {
  expect(await texts()).toEqual(none);
  const before = program.publicChanges();
  expect((await save(written)).status).toBe(200);
  // every instance shows them at once
  expect(program.publicChanges()).toBe(before + 1);
  const sorted = { ...written, news: written.news.toReversed() };
  expect(await texts()).toEqual(sorted);
  await save({ ...none, news: [] });
  expect(await texts()).toEqual(none);
  const audited = db.selectFrom('auditEvent').select('details').where('action', '=', 'settings.texts').orderBy('id');
  expect(await audited.execute()).toEqual([
    { details: { from: none, to: sorted } },
    { details: { from: sorted, to: none } },
  ]);
});

test('texts that are too long, news without a day or text, twice, of another century, and more than five are refused', async () => {
  const item = written.news[0] ?? { day: '', text: '' };
  for (const wrong of [
    { home: 'x'.repeat(301) },
    { about: 'x'.repeat(4001) },
    { news: [{ day: '2026-02-30', text: 'x' }] },
    { news: [{ day: '2026-02-03', text: ' ' }] },
    { news: [{ day: '1999-12-31', text: 'x' }] },
    { news: [{ day: '2100-01-01', text: 'x' }] },
    { news: [item, item].flat() },
    { news: Array.from({ length: 6 }, (_, n) => ({ ...item, text: `${n}` })) },
  ])
    expect((await save({ ...written, ...wrong })).status).toBe(400);
  expect(await texts()).toEqual(none);
});

test('administrators alone write them', async () => {
  for (const as of [await person(), await person('registrar'), await person('instructor')])
    expect((await save(written, as)).status).toBe(403);
  expect(await texts()).toEqual(none);
});
