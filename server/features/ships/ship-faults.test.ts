import { accounts } from '@fairlead/contract/accounts/calls';
import { shipAboard } from '@fairlead/contract/ships/aboard';
import { ships } from '@fairlead/contract/ships/calls';
import { training } from '@fairlead/contract/training/calls';
import { expect, test } from 'vitest';
import { type Person, testApp } from '../../testing/app.ts';
import { openTraining, reportWatched } from '../../testing/journey.ts';
import { makeBoxKey, sealed } from './aboard/box-state.ts';
import { turnBack } from './aboard/turn-back.ts';
import { boarded, type Link, shipAshore, shipOf } from './testing/two-sides.ts';

// What a voyage has shown to go wrong.

const shore = await testApp();
const staff = await shore.person('admin');
const year = 365 * 86_400;

/** A ship with one person, a film of 60 s and a question in it, whose second option is right. */
async function sailing() {
  const link: Link = { isUp: true, bytes: 0, loses: 0, parts: 0 };
  const own = await shipAshore(shore, staff, { films: [60], crew: 1 });
  const [person] = own.people as [Person];
  const filmId = own.filmIds[0] ?? '';
  const question = { question: 'Which light?', options: JSON.stringify(['Red', 'Green']), answer: 1 };
  await shore.db
    .insertInto('filmCheck')
    .values({ filmId, atSeconds: 30, ...question, createdAt: shore.clock() })
    .execute();
  const ship = await shipOf(shore, link);
  const { box } = ship;
  await ship.pair(own.pairingCode);
  const code = own.codes.get(person.accountId) ?? '';
  const here = await boarded(box, person, code);
  const wait = (seconds: number) => {
    shore.wait(seconds);
    box.wait(seconds);
  };
  const report = async () => (await reportWatched(box, filmId, [[0, 60]], here, 60)).body.data;
  const answer = async (choice: number) => {
    const { due } = await report();
    await box.call(training.answerCheck, { params: { id: due ?? '' }, body: { choice } }, here);
  };
  const credited = async () =>
    (await openTraining(shore, own.course.id, person))?.trainingVideo.map(({ watchedSeconds, completed }) => [
      Math.round(watchedSeconds),
      completed,
    ]);
  await openTraining(box, own.course.id, here);
  return { ...ship, link, own, person, code, here, wait, report, answer, credited };
}

test('the word that an answer was wrong may be lost: it comes again, and the person is asked again', async () => {
  const { link, wait, answer, report, contact, credited, here } = await sailing();
  wait(60);
  await answer(0);
  await report();
  link.loses = 1;
  expect((await contact(here)).status).toBe(503);
  expect((await contact(here)).status).toBe(200);
  expect(await credited()).toEqual([[30, false]]);
  wait(60);
  expect((await report()).due).not.toBeNull();
  await answer(1);
  await report();
  await contact(here);
  expect(await credited()).toEqual([[60, true]]);
});

test('an answer that was given while the box took a new identity is not lost', async () => {
  const { box, own, wait, answer, report, credited, here, contact } = await sailing();
  const { privateKey } = await makeBoxKey();
  await box.db
    .updateTable('shipBoxState')
    .set({ nextKey: sealed(box, JSON.stringify(privateKey)) })
    .execute();
  const up = (await box.call(shipAboard.makePack, here)).body.data.pack;
  wait(60);
  await answer(1);
  await report();
  const down = (await shore.call(ships.uploadPack, { body: { pack: up } }, staff)).body.data.pack;
  expect((await box.call(shipAboard.loadPack, { body: { pack: down } }, here)).status).toBe(200);
  await contact(here);
  expect(await credited()).toEqual([[60, true]]);
  const { data } = (await shore.call(ships.get, { params: { id: own.ship } }, staff)).body;
  expect(data.box?.renewals).toBe(1);
  expect(await box.db.selectFrom('shipRecord').select(['links', 'answers']).execute()).toEqual([
    { links: [], answers: {} },
  ]);
});

test('a clock that was ahead by years and is turned back stops neither films nor jobs nor the next start', async () => {
  const { box, report } = await sailing();
  box.wait(3 * year);
  await box.db.updateTable('watching').set({ openedAt: box.clock() }).execute();
  await box.db.insertInto('job').values({ kind: 'ship.contact', runAt: box.clock() }).execute();
  box.wait(60);
  const before = box.clock();
  await box.db.updateTable('shipBoxState').set({ reachedAt: before }).execute();
  box.wait(-3 * year);
  await turnBack(box.db, { before, now: box.clock() });
  expect((await report()).watchedSeconds).toBe(30);
  const { reachedAt } = await box.db.selectFrom('shipBoxState').select('reachedAt').executeTakeFirstOrThrow();
  expect(reachedAt).toEqual(box.clock());
  const waiting = await box.db.selectFrom('job').select('runAt').where('runAt', '>', box.clock()).execute();
  expect(waiting).toEqual([]);
});

test('wrong PINs that somebody types on another device lock out nobody on their own', async () => {
  const { box, person, wait } = await sailing();
  const from = (ip: string, pin: string) =>
    box.app.inject({
      method: 'POST',
      url: '/api/ship/login',
      payload: { person: person.accountId, pin },
      remoteAddress: ip,
    });
  for (let n = 0; n < 60; n++) {
    await from(`10.0.0.${n % 10}`, '000000');
    wait(60);
  }
  expect((await from('10.0.0.99', '482913')).statusCode).toBe(429);
  expect((await from('127.0.0.1', '482913')).statusCode).toBe(200);
  for (let n = 0; n < 10; n++) expect((await from('127.0.0.1', '000000')).statusCode).toBe(401);
  expect((await from('127.0.0.1', '482913')).statusCode).toBe(429);
});

test('after 120 days without the academy nobody stays logged in, and a pack ends that', async () => {
  const { box, person, here, contact, wait } = await sailing();
  const logIn = () => box.call(shipAboard.logIn, { body: { person: person.accountId, pin: '482913' } });
  const refresh = (refreshToken: string) => box.call(accounts.refresh, { body: { refreshToken } });
  const sailed = box.clock().getTime();
  wait(119.9 * 86_400);
  const { refreshToken } = (await logIn()).body;
  const renewed = (await refresh(refreshToken)).body;
  wait(0.2 * 86_400);
  expect(box.clock().getTime() - sailed).toBeGreaterThan(120 * 86_400_000);
  expect((await logIn()).status).toBe(409);
  expect((await refresh(renewed.refreshToken)).status).toBe(409);
  await contact(here);
  expect((await refresh(renewed.refreshToken)).status).toBe(200);
});

test('the disk has no hash of a boarding code that can be tried fast', async () => {
  const { box } = await sailing();
  const members = await box.db.selectFrom('shipMember').select('codeHash').execute();
  expect(members.map(({ codeHash }) => /^(used )?\$argon2id\$/.test(codeHash))).toEqual([true]);
});
