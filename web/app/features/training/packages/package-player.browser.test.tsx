import { type OpenPackage, packages } from '@fairlead/contract/packages/calls';
import { training } from '@fairlead/contract/training/calls';
import { expect, test } from 'vitest';
import { courseOf } from '../../../../testing/courses.ts';
import { button, main } from '../../../../testing/forms.ts';
import { learnerAt } from '../../../../testing/learner.ts';
import { openPage } from '../../../../testing/open-page.tsx';
import { enrolmentOf, filmOf, idOf, trainingOf } from '../../../../testing/records.ts';
import { expectSound } from '../../../../testing/sound.ts';
import { server } from '../../../../testing/stand-in-server.ts';
import { getSession, keepUser, personNow } from '../../../lib/session/session.ts';
import { keepSeconds, readQueue, readSeconds } from './package-queue.ts';

const path = `/training/${courseOf()._id}`;
const item = (id: string, title: string): OpenPackage['items'][number] => ({
  id,
  title,
  depth: 0,
  launch: `${id}.html`,
  isScored: true,
  isVisible: true,
  isSelfCompleting: false,
  prerequisites: null,
  masteryScore: null,
  launchData: '',
  maxTimeAllowed: '',
  timeLimitAction: '',
  completionThreshold: null,
  objectives: [],
});
const packageOf = (part: Partial<OpenPackage> = {}): OpenPackage => ({
  _id: filmOf(1)._id,
  title: 'Mooring safely',
  edition: '1.2',
  items: [item('a', 'Lines'), item('b', 'Winches')],
  current: null,
  order: null,
  states: [],
  values: {},
  watchedSeconds: 120,
  url: 'http://content.invalid/p/token/',
  isReported: false,
  isComplete: false,
  learner: { id: 'e1', name: 'Asha Nair' },
  ...part,
});
const film = filmOf(1, { kind: 'package', title: 'Mooring safely', url: null, duration: 600, watchedSeconds: 120 });

/** What the page at the second origin says of an item. */
function says(kind: string, of: string, values: Record<string, string>): void {
  const source = document.querySelector('iframe')?.contentWindow ?? null;
  const data = { fairlead: 'package', kind, item: of, values };
  window.dispatchEvent(new MessageEvent('message', { origin: 'http://content.invalid', source, data }));
}

const buttonLike = (name: RegExp) => main().getByRole('button', { name });

async function open(films = [film], watchedSeconds = 120): Promise<void> {
  learnerAt([enrolmentOf()]);
  server.answer(training.getForCourse, { data: [trainingOf(films)] });
  // the time so far is reported when the page is left
  server.answer(training.reportProgress, {
    data: { watchedSeconds, duration: 600, completed: false, position: watchedSeconds, due: null },
  });
  await openPage(path);
}

test('a package says what is missing: its own report, and the minimum time', async () => {
  server.answer(packages.open, {
    data: packageOf({
      items: [item('a', 'Lines'), { ...item('b', 'Winches'), masteryScore: 80 }],
      states: [
        { itemId: 'a', revision: 1, status: 'passed', isComplete: true, isBelowScore: false },
        { itemId: 'b', revision: 1, status: 'passed', isComplete: false, isBelowScore: true },
      ],
    }),
  });
  server.fail(packages.readState, { status: 503, message: 'The academy cannot be reached.' });
  await open();
  await expect.element(main().getByText('The package has not reported that you completed it.')).toBeVisible();
  await expect.element(main().getByText('Minimum time: 10 min. 8 min left.')).toBeVisible();
  await expect.element(main().getByText(/^Your score in “Winches” is below the score to pass: 80 %/)).toBeVisible();
  await expect.element(buttonLike(/^Lines Done$/)).toHaveAttribute('aria-current', 'true');
  // what another part has stored is asked for when it is opened
  await buttonLike(/^Winches$/).click();
  await expect.element(main().getByText('The academy cannot be reached.')).toBeVisible();
  await expect.element(buttonLike(/^Lines Done$/)).toHaveAttribute('aria-current', 'true');
  await expectSound('package, part not opened');
  server.answer(packages.readState, { data: { revision: 1, values: { 'cmi.suspend_data': 'half' } } });
  await button('Try again').click();
  await expect.element(buttonLike(/^Winches$/)).toHaveAttribute('aria-current', 'true');
  await expectSound('package, played');
});

test('hidden parts are not listed where rules lead to them, and are where learners choose', async () => {
  const items = [item('a', 'Lines'), item('b', 'Winches'), { ...item('c', 'Test 1'), isVisible: false }];
  for (const [order, isListed] of [
    [{ id: 'course', title: 'Course', children: [] }, false],
    [null, true],
  ] as const) {
    server.answer(packages.open, { data: packageOf({ items, order }) });
    await open();
    await expect.element(main().getByRole('button', { name: 'Winches' })).toBeVisible();
    expect(main().getByRole('button', { name: 'Test 1' }).elements()).toHaveLength(isListed ? 1 : 0);
  }
});

test('a package that counts says so, and leads to what follows', async () => {
  server.answer(packages.open, { data: packageOf({ isReported: true, isComplete: true }) });
  await open([{ ...film, completed: true }, filmOf(2)]);
  await buttonLike(/^1\. Mooring safely/).click();
  await expect.element(main().getByText('This package is complete.')).toBeVisible();
  await expectSound('package, complete');
  await buttonLike(/^Next: /).click();
  await expect.element(buttonLike(/^2\./)).toHaveAttribute('aria-current', 'true');
});

test('a package that cannot be opened says why, and is tried again', async () => {
  server.fail(packages.open, { status: 409, message: 'This package is locked.' });
  await open();
  await expect.element(main().getByText('This package is locked.')).toBeVisible();
  await expectSound('package, refused');
  server.answer(packages.open, { data: packageOf() });
  await button('Try again').click();
  await expect.element(main().getByText('Minimum time: 10 min. 8 min left.')).toBeVisible();
});

test('what the academy refuses for good is said, is not sent again, and holds up nothing else', async () => {
  server.answer(packages.open, { data: packageOf() });
  await open();
  await expect.element(buttonLike(/^Lines$/)).toBeVisible();
  const stored = (of: string) => says('stored', of, { 'cmi.core.lesson_status': 'passed' });
  server.fail(packages.commit, { status: 413, message: 'This package has stored as much for you as it may: 5 MB.' });
  stored('a');
  await expect.element(main().getByText(/^This package has stored as much for you/)).toBeVisible();
  const item = { isComplete: true, isBelowScore: false };
  server.answer(packages.commit, { data: { revision: 1, isStored: true, isReported: false, isComplete: false, item } });
  stored('b');
  await expect.element(buttonLike(/^Winches Done$/)).toBeVisible();
  await expect.element(main().getByText(/^This package has stored as much for you/)).toBeVisible();
  await expect.element(buttonLike(/^Lines$/)).toBeVisible();
  expect(server.sent(packages.commit).map(({ body }) => body.itemId)).toEqual(['a', 'b']);
});

test('what was set last is sent while the page is left, and the seconds of a visit without a link before the next one', async () => {
  learnerAt([enrolmentOf()]);
  const whose = { person: personNow(), id: film._id };
  await keepSeconds(whose, 300);
  server.answer(packages.open, { data: packageOf({ watchedSeconds: 300 }) });
  await open([film], 300);
  await expect.element(main().getByText('Minimum time: 10 min. 5 min left.')).toBeVisible();
  expect(server.sent(training.reportProgress)[0]?.body.watched).toEqual([[0, 300]]);
  expect(await readSeconds(whose)).toBe(0);

  server.fail(packages.commit, { status: 503, message: 'The academy cannot be reached.' });
  says('set', 'a', { 'cmi.suspend_data': 'last' });
  window.dispatchEvent(new Event('pagehide'));
  await expect.poll(() => server.sent(packages.commit).at(-1)?.body.values).toEqual({ 'cmi.suspend_data': 'last' });
  await expect.poll(async () => (await readQueue(whose)).a?.values).toEqual({ 'cmi.suspend_data': 'last' });
});

test('seconds that the academy does not credit yet stay on the device', async () => {
  learnerAt([enrolmentOf()]);
  const whose = { person: personNow(), id: film._id };
  await keepSeconds(whose, 300);
  server.answer(packages.open, { data: packageOf() });
  await open();
  await expect.element(main().getByText('Minimum time: 10 min. 8 min left.')).toBeVisible();
  expect(await readSeconds(whose)).toBe(300);
});

test('nothing is sent for somebody else who has logged in meanwhile; it waits for its own person', async () => {
  server.answer(packages.open, { data: packageOf() });
  await open();
  await expect.element(buttonLike(/^Lines$/)).toBeVisible();
  const whose = { person: personNow(), id: film._id };
  const user = getSession()?.user;
  if (!user) throw new Error('Nobody is logged in');
  keepUser({ ...user, _id: idOf('10000000', 9) });
  says('stored', 'a', { 'cmi.core.lesson_status': 'passed' });
  await expect.poll(async () => (await readQueue(whose)).a?.values).toEqual({ 'cmi.core.lesson_status': 'passed' });
  window.dispatchEvent(new Event('pagehide'));
  expect(server.sent(packages.commit)).toEqual([]);
});
