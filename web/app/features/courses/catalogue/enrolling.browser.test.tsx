import { accounts } from '@fairlead/contract/accounts/calls';
import { courses } from '@fairlead/contract/courses/calls';
import { enrolments } from '@fairlead/contract/enrolments/calls';
import { training } from '@fairlead/contract/training/calls';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { stopClock } from '../../../../testing/clock.ts';
import { expectComplaint } from '../../../../testing/complaints.ts';
import { courseOf } from '../../../../testing/courses.ts';
import { expectCount, expectNone, main } from '../../../../testing/forms.ts';
import { desk } from '../../../../testing/looks.ts';
import { openPage } from '../../../../testing/open-page.tsx';
import { personOf, sessionOf, signIn } from '../../../../testing/people.ts';
import { noProfileYet } from '../../../../testing/profiles.ts';
import { enrolmentOf } from '../../../../testing/records.ts';
import { expectSound } from '../../../../testing/sound.ts';
import { server } from '../../../../testing/stand-in-server.ts';
import { standAt, standingOf } from '../../../../testing/standings.ts';
import { keptRequestOf } from '../../../lib/session/kept-request.ts';
import { startSession } from '../../../lib/session/session.ts';

const longTitle = 'Proficiency in Survival Craft and Rescue Boats other than Fast Rescue Boats, with a refresher';
const longText = 'Muster, life rafts, cold water, and the signals that bring a helicopter overhead. '.repeat(8);
/** As many as the catalogue shows on one page. */
const many = 48;

const idOf = (number: number) => `7a1f7c1e-3d5b-4f6e-9a55-${String(number).padStart(12, '0')}`;
const hazmat = courseOf({ _id: idOf(1) });
const long = courseOf({ _id: idOf(2), title: longTitle, description: longText });
const others = Array.from({ length: many - 2 }, (_, i) => courseOf({ _id: idOf(i + 3), title: `Watch ${i + 1}` }));
const last = courseOf({ _id: idOf(many + 1), title: 'The last one' });
const more = { link: `</api/courses/active?after=${last._id}&limit=${many}>; rel="next"` };

/** Until then the page takes a learner for somebody without an enrolment. */
const standingsRead = () => expect.poll(() => server.sent(enrolments.listOwnStandings)).toHaveLength(1);

const enrolIn = (title: string): Locator =>
  main().getByRole('listitem').filter({ hasText: title }).getByRole('button', { name: 'Enroll Now' });
const buttons = () => main().getByRole('button', { name: 'Enroll Now' });
const notice = (words: string) => page.getByRole('status').getByText(words);
const alert = (words: string) => page.getByRole('alert').getByText(words);
const received = 'Your enrollment request has been submitted. Please wait for admin approval.';

beforeEach(() => {
  server.answer(courses.getCourse, { data: hazmat });
  server.answer(courses.listActive, { data: [hazmat, long, ...others] }, more);
  server.answer(courses.listCategories, { data: ['Safety'] });
  server.answer(training.listTitles, { data: [] });
  standAt([]);
});

const accept = () => {
  server.answer(enrolments.request, {
    message: 'asked',
    data: enrolmentOf({ status: 'pending', isActive: false, courseId: hazmat }),
  });
  standAt([{ courseId: hazmat._id, ...standingOf('requested') }]);
};

describe.each([
  { where: 'the catalogue', path: '/courses', button: () => enrolIn('HAZMAT'), all: many },
  { where: 'the page of a course', path: `/courses/${hazmat._id}`, button: () => buttons().first(), all: 1 },
])('a request for enrolment from $where', ({ path, button, all }) => {
  // shows: rules/enrol-token
  test('leads a visitor to the login, sends nothing, and is kept on the device', async () => {
    const opened = await openPage(path);
    await button().click();
    await expect.poll(opened.path).toBe('/login');
    expect(server.written()).toEqual([]);
    expect(server.sent(enrolments.listOwnStandings)).toEqual([]);
    const kept = { courseId: hazmat._id, title: hazmat.title, from: path, email: null };
    expect(keptRequestOf('anyone@example.org')).toEqual(kept);
  });

  test('leads a learner without a profile to the profile, and is kept on the device', async () => {
    signIn('learner');
    standAt([], false);
    noProfileYet();
    const opened = await openPage(path, { and: ['/profile'] });
    await button().click();
    await expect.poll(opened.path).toBe('/profile');
    await expect.element(main().getByText(/^Your request for HAZMAT will be sent when/)).toBeVisible();
    expect(server.sent(enrolments.request)).toEqual([]);
    if (path === '/courses') await expectSound('profile, for a request');
    await main().getByRole('button', { name: 'Cancel request' }).click();
    expect(keptRequestOf('asha.nair@example.org')).toBeNull();
  });

  test('is not offered to a learner before the page knows what they have asked for', async () => {
    // somebody of whom this device knows nothing yet
    startSession({ ...sessionOf('learner'), user: { ...personOf('learner'), _id: idOf(900 + all) } });
    standAt([{ courseId: hazmat._id, ...standingOf('requested') }]);
    const arrive = server.hold(enrolments.listOwnStandings);
    await openPage(path);
    await expect.element(button()).toBeDisabled();
    expect(getComputedStyle(button().element()).color).toBe('rgba(0, 0, 0, 0)');
    const { width, height } = button().element().getBoundingClientRect();
    arrive();
    const seen = main().getByRole('link', { name: 'See request' });
    await expect.element(seen).toBeVisible();
    expect(seen.element().getBoundingClientRect()).toMatchObject({ width, height });
    await expectCount(buttons(), all - 1);
    for (const one of buttons().elements()) expect(one.matches(':enabled')).toBe(true);
  });

  test('stays that of the learner whose session has ended', async () => {
    signIn('learner');
    const opened = await openPage(path);
    await standingsRead();
    const over = { status: 401, message: 'Please log in again.' };
    server.fail(enrolments.request, over);
    server.fail(accounts.refresh, over);
    await button().click();
    await expect.poll(opened.path).toBe('/login');
    expect(keptRequestOf('asha.nair@example.org')?.email).toBe('asha.nair@example.org');
    expect(keptRequestOf('anyone@example.org')).toBeNull();
  });

  test('that was sent in another tab is no failure: its state is shown instead', async () => {
    signIn('learner');
    await openPage(path);
    await standingsRead();
    standAt([{ courseId: hazmat._id, ...standingOf('requested') }]);
    server.fail(enrolments.request, { status: 409, message: 'You have asked for it already.' });
    await button().click();
    await expect.element(notice('You have asked for it already.')).toBeVisible();
    await expect.element(main().getByText('Waiting for approval')).toBeVisible();
    await expectNone(page.getByRole('alert'));
    await expectCount(buttons(), all - 1);
  });

  // shows: messages/enrol-failure, messages/other-network
  test('reports for 3 s each why it failed, and can be repeated', async () => {
    signIn('learner');
    const opened = await openPage(path);
    const { passes } = stopClock();
    for (const [fault, words] of [
      [{ status: 500 }, 'Something went wrong'],
      [{ status: 404, message: 'The course is closed.' }, 'The course is closed.'],
      ['no link', 'Network error. Please try again.'],
    ] as const) {
      server.fail(enrolments.request, fault);
      await button().click();
      await expect.element(alert(words)).toBeVisible();
      await expectCount(page.getByRole('alert'), 1);
      await expect.element(button()).toBeEnabled();
      if (words.startsWith('The')) await expectSound(`${opened.path()}, refused`);
      await passes(2.999);
      await expect.element(alert(words)).toBeVisible();
      await passes(0.001);
      await expectNone(alert(words));
    }
    expect(server.sent(enrolments.request).map(({ body }) => body.courseId)).toEqual(Array(3).fill(hazmat._id));
    expect(opened.path()).toBe(path);
  });

  // shows: catalogue/snackbar, states/enrolment-busy, states/enrolment-told, messages/enrol-success,
  //   constants/notice-catalogue
  test('is sent once at a time, and confirmed for 3 s at the top of the page', async () => {
    signIn('learner');
    await openPage(path);
    await standingsRead();
    accept();
    const release = server.hold(enrolments.request);
    const { passes } = stopClock();
    await button().click();
    await expect.element(button()).toHaveAttribute('aria-busy', 'true');
    await expectCount(buttons(), all);
    for (const one of buttons().elements()) expect(one.matches(':disabled')).toBe(true);
    await expectNone(notice(received));
    release();
    await expect.element(notice(received)).toBeVisible();
    await expect.element(main().getByText('Waiting for approval')).toBeVisible();
    await expect.element(main().getByRole('link', { name: 'See request' })).toBeVisible();
    const box = notice(received).element().closest('[role]')?.getBoundingClientRect() ?? new DOMRect();
    expect(box.y).toBeLessThan(40);
    expect(Math.abs(box.x + box.width / 2 - 640)).toBeLessThan(12);
    await passes(2.999);
    await expect.element(notice(received)).toBeVisible();
    await passes(0.001);
    await expectNone(notice(received));
  });
});

describe('the catalogue', () => {
  const search = () => page.getByLabelText('Search courses');

  // shows: catalogue/empty
  test('without a course says so', async () => {
    server.answer(courses.listActive, { data: [] });
    await openPage('/courses');
    await expect.element(main().getByText('No courses found.')).toBeVisible();
    await expectNone(buttons());
    await expectSound('catalogue, empty');
  });

  // shows: catalogue/load-failure
  test('that cannot be read reports it', async () => {
    expectComplaint('a loader reports');
    server.fail(courses.listActive, { status: 500 });
    await openPage('/courses');
    await expect
      .element(main().getByRole('alert'))
      .toHaveTextContent('Failed to load courses. Please try again later.');
    await expectNone(buttons());
    await expectNone(main().getByText('No courses found.'));
    await expectSound('catalogue, not read');
  });

  // shows: routes/courses, catalogue/title, catalogue/cards, catalogue/clamped-text, catalogue/card-size,
  //   constants/catalogue-card, constants/clamped-text
  test.each([{ width: 1280 }, { width: 390 }])('shows courses at their sizes, $width wide', async ({ width }) => {
    await openPage('/courses');
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Explore Our Courses');
    await page.viewport(width, 844);
    await expect.element(enrolIn(longTitle)).toBeVisible();
    const sheet = enrolIn(longTitle).element().closest<HTMLElement>('.card');
    const part = (name: string) => sheet?.querySelector<HTMLElement>(name) ?? document.createElement('p');
    const frame = sheet?.getBoundingClientRect() ?? new DOMRect();
    expect(frame.height).toBe(420);
    expect(part('img').getBoundingClientRect().height).toBeCloseTo(160, -1);
    const lines = (name: string) => {
      const element = part(name);
      const shown = element.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(element).lineHeight);
      return { shown: Math.round(shown), cut: element.scrollHeight > element.clientHeight };
    };
    expect(lines('h2 a')).toEqual({ shown: 2, cut: true });
    expect(lines('p')).toEqual({ shown: 3, cut: true });
    // the button stays inside its card, whatever is above it
    expect(part('button').getBoundingClientRect().bottom).toBeLessThanOrEqual(frame.bottom);
    const share = frame.width / 1216;
    if (width === 1280) expect(share).toBeGreaterThan(0.21);
    if (width === 1280) expect(share).toBeLessThan(0.23);
    await page.viewport(desk.width, desk.height);
  });

  // shows: catalogue/spinner, catalogue/empty, states/catalogue
  test('shows that a search is in progress, and what it found', async () => {
    const opened = await openPage('/courses');
    await search().fill('hazmat');
    server.answer(courses.listActive, { data: [hazmat] });
    const arrive = server.hold(courses.listActive);
    await page.getByRole('button', { name: 'Search' }).click();
    await expect.element(page.getByRole('status').filter({ hasText: 'Loading courses' })).toBeInTheDocument();
    arrive();
    await expect.poll(opened.path).toBe('/courses?q=hazmat');
    await expectCount(buttons(), 1);
    server.answer(courses.listActive, { data: [] });
    await search().fill('nothing of the kind');
    await userEvent.keyboard('{Enter}');
    await expect.element(main().getByText('No courses found.')).toBeVisible();
    expect(server.sent(courses.listActive).map(({ query }) => query.q)).toEqual([
      undefined,
      'hazmat',
      'nothing of the kind',
    ]);
  });

  // shows: messages/catalogue-load
  test('fetches more on request, and reports a failure', async () => {
    await openPage('/courses');
    await expectCount(buttons(), many);
    const showMore = page.getByRole('button', { name: 'Show more' });
    for (const [fault, words] of [
      [{ status: 500 }, 'Failed to load courses. Please try again later.'],
      ['no link', 'Network error. Please try again.'],
    ] as const) {
      server.fail(courses.listActive, fault);
      await showMore.click();
      await expect.element(alert(words)).toBeVisible();
      await expectCount(buttons(), many);
    }
    server.answer(courses.listActive, { data: [last] });
    const arrive = server.hold(courses.listActive);
    await showMore.click();
    await expect.element(showMore).toBeDisabled();
    arrive();
    await expectCount(buttons(), many + 1);
    await expectNone(showMore);
    expect(server.sent(courses.listActive).at(-1)?.query.after).toBe(last._id);
  });
});

test.each([`/courses/${hazmat._id}`, '/courses'])('%s fits a phone if a picture does not load', async (path) => {
  const broken = courseOf({ _id: idOf(1), courseImg: { filename: 'cover.png', url: 'data:image/png;base64,AAAA' } });
  server.answer(courses.getCourse, { data: broken });
  server.answer(courses.listActive, { data: [broken] });
  await openPage(path);
  const picture = () => main().element().querySelector('img');
  await expect.poll(() => picture()?.complete).toBe(true);
  expect(picture()?.naturalWidth).toBe(0);
  await expectSound(`${path}, without its picture`);
});
