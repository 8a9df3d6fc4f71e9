import { practice } from '@fairlead/contract/assessments/practice';
import { ownFees } from '@fairlead/contract/fees/own-fees';
import { training } from '@fairlead/contract/training/calls';
import { wallet } from '@fairlead/contract/wallet/calls';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { courseOf } from '../../../testing/courses.ts';
import { alertWith, button, expectNone, field, main } from '../../../testing/forms.ts';
import { learnerAt } from '../../../testing/learner.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { personOf } from '../../../testing/people.ts';
import { enrolmentOf } from '../../../testing/records.ts';
import { expectSound } from '../../../testing/sound.ts';
import { server } from '../../../testing/stand-in-server.ts';
import { forgetDatabase } from '../../../testing/storage.ts';
import { queryClient } from '../../lib/calls/query-client.ts';
import { markAboard, markedAboard } from '../../lib/device/aboard/aboard-mark.ts';
import { aboardNow, forgetAboard } from '../../lib/device/aboard/aboard-now.ts';
import {
  listPacks,
  type PersonRecord,
  readPerson,
  writePack,
  writePerson,
} from '../../lib/device/aboard/aboard-store.ts';
import { closeAboard, openOrBegin, storePack } from '../../lib/device/aboard/open-aboard.ts';
import { setPin } from '../../lib/device/aboard/person-key.ts';

const { _id: courseId, title } = courseOf();
const { _id: asha, name } = personOf('learner');
const ravi = '10000000-0000-4000-8000-000000000009';

beforeEach(() => {
  queryClient.clear();
  learnerAt([enrolmentOf()]);
  server.answer(ownFees.list, { data: [] });
  server.answer(wallet.own, { data: { documents: [], kinds: [] } });
});
afterEach(async () => {
  await closeAboard();
  forgetAboard();
});

/** Somebody has a course aboard, and has left the site. */
async function tookAboard(person: string) {
  await openOrBegin(person, name);
  const fresh = { pictures: [], films: [], courseKey: null, isPaused: true, build: '', addedAt: 1, lines: 480 };
  await storePack({ courseId, courseTitle: title, source: 'link', ...fresh });
  markAboard(person, [courseId]);
  await closeAboard();
}

/** Damages what opens the courses of a person. */
async function damage(change: Partial<Record<keyof PersonRecord, unknown>>) {
  await writePerson(asha, { ...(await readPerson(asha)), ...change } as PersonRecord);
}

const otherKey = () => crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);

test.each<[string, () => Promise<unknown>]>([
  ['is missing', () => damage({ encryptedKey: undefined })],
  ['has another secret', async () => damage({ secret: await otherKey() })],
  ['has no secret', () => damage({ secret: undefined })],
  ['is of another format', () => damage({ encryptedKey: { version: 2 } })],
  ['has lost bytes', () => damage({ encryptedKey: new Uint8Array(20) })],
])('a key that %s is said on every page, which works; what cannot be read is removed', async (_, harm) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await tookAboard(ravi);
  await tookAboard(asha);
  await harm();
  await openPage('/dashboard', { and: ['/fees', '/aboard'] });
  const said = alertWith(/^The courses on this device can no longer be opened/);
  await expect.element(said).toBeVisible();
  await expect.element(main().getByRole('heading', { level: 2, name: 'My Courses' })).toBeVisible();
  await page.getByRole('link', { name: 'Aboard', exact: true }).click();
  await expect.element(main().getByRole('heading', { level: 1, name: 'Courses Aboard' })).toBeVisible();
  await expectNone(main().getByText('No courses aboard'));
  await expectSound('aboard, unreadable');
  await button('Remove').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect.element(main().getByText('No courses aboard')).toBeVisible();
  await expectNone(said);
  expect([await readPerson(asha), await listPacks(asha), markedAboard(asha)]).toEqual([undefined, [], []]);
  // somebody else's stay
  expect([(await listPacks(ravi)).length, markedAboard(ravi)]).toEqual([1, [courseId]]);
  // and another can be taken aboard
  expect(await openOrBegin(asha, name)).not.toBe('locked');
});

test.each<[string, () => unknown]>([
  [
    'refuses',
    async () => {
      await forgetDatabase(); // opened, and then refused at the next visit
      vi.spyOn(indexedDB, 'open').mockImplementation(() => {
        throw new DOMException('refused', 'SecurityError');
      });
    },
  ],
  [
    'cannot read',
    () => {
      vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(() => {
        throw new DOMException('damaged', 'UnknownError');
      });
    },
  ],
])('storage that the browser %s is said on every page, which works without it', async (_, fault) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await tookAboard(asha);
  await fault();
  await openPage('/fees', { and: ['/aboard'] });
  await expect.element(alertWith(/^This browser does not open its storage/)).toBeVisible();
  await expect.element(main().getByRole('heading', { level: 1, name: 'Fees' })).toBeVisible();
  await expect.element(button('Try again')).toBeVisible();
  await expectSound('aboard, unavailable');
  await button('Remove').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expectNone(alertWith(/^This browser does not open its storage/));
  expect([aboardNow().state, markedAboard(asha)]).toEqual(['nothing', []]);
});

test('a course that is damaged is said by name, and is removed alone; the others stay', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  learnerAt([{ ...enrolmentOf(), courseId: courseOf() }]);
  server.fail(training.getForCourse, 'no link');
  server.fail(practice.get, 'no link');
  await tookAboard(asha);
  const other = '20000000-0000-4000-8000-000000000007';
  await openOrBegin(asha, name);
  const fresh = { pictures: [], films: [], courseKey: null, isPaused: true, build: '', addedAt: 2, lines: 480 };
  await storePack({ courseId: other, courseTitle: 'Fire Fighting', source: 'link', ...fresh });
  await closeAboard();
  await writePack(asha, courseId, new Uint8Array(40));
  await openPage('/aboard', { and: ['/fees'] });
  const said = alertWith(new RegExp(`^The course ${title} on this device can no longer be opened`));
  await expect.element(said).toBeVisible();
  await expect.element(main().getByText('Fire Fighting')).toBeVisible();
  await expectSound('aboard, one course unreadable');
  await main().getByRole('alert').getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expectNone(said);
  await expect.element(main().getByText('Fire Fighting')).toBeVisible();
  expect((await listPacks(asha)).map((one) => one.courseId)).toEqual([other]);
  expect(markedAboard(asha)).toEqual([other]);
});

test('a damaged key behind a PIN is said before the PIN is asked for, and at the field to whom it was asked', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await tookAboard(asha);
  await setPin(asha, { before: '', pin: '482913', session: '{}' });
  await damage({ secret: await otherKey() });
  const opened = await openPage('/fees', { and: ['/aboard/open'] });
  await expect.element(alertWith(/^The courses on this device can no longer be opened/)).toBeVisible();
  expect(opened.path()).toBe('/fees');
  await openPage('/aboard/open');
  await field('PIN').fill('482913');
  await button('Open').click();
  await expect.element(main().getByText('These courses can no longer be read on this device.')).toBeVisible();
});
