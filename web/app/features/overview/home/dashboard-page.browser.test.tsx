import { courses } from '@fairlead/contract/courses/calls';
import { enrolments } from '@fairlead/contract/enrolments/calls';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { stopClock } from '../../../../testing/clock.ts';
import { courseOf } from '../../../../testing/courses.ts';
import { alertWith, button, expectNone, main } from '../../../../testing/forms.ts';
import { homeAt, nextOf } from '../../../../testing/home.ts';
import { learnerAt } from '../../../../testing/learner.ts';
import { desk, phone } from '../../../../testing/looks.ts';
import { openPage } from '../../../../testing/open-page.tsx';
import { enrolmentOf, idOf } from '../../../../testing/records.ts';
import { expectSound } from '../../../../testing/sound.ts';
import { server } from '../../../../testing/stand-in-server.ts';
import { queryClient } from '../../../lib/calls/query-client.ts';

const rafts = courseOf({ title: 'Life Rafts' });
const fire = courseOf({ _id: idOf('90000000', 2), title: 'Fire Fighting' });
const requested = 'Your enrollment request has been submitted. Please wait for admin approval.';
const catalogue = () => main().getByRole('region', { name: 'Course List' });
const cardOf = (title: string) =>
  catalogue()
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title }) });

// shows: dashboard/cards
test('the dashboard has its cards even without a course or a profile', async () => {
  learnerAt([], null);
  homeAt({ hasProfile: false, next: nextOf('complete-profile') });
  await openPage('/dashboard');
  await expect.element(main().getByText('No courses found.')).toBeVisible();
  await expect.element(main().getByText('Your profile is not complete yet.')).toBeVisible();
  for (const card of ['Users', 'Courses', 'Reports', 'Settings', 'Course List'])
    await expect.element(main().getByRole('heading', { name: card, exact: true })).toBeVisible();
  await expectNone(button('All courses'));
  await expectSound('dashboard, empty');
});

test('a list of courses that fails leaves the rest of the dashboard, and is read again', async () => {
  learnerAt();
  server.fail(courses.listActive, { status: 500 });
  await openPage('/dashboard');
  await expect.element(alertWith('Failed to load courses. Please try again later.')).toBeVisible();
  await expect.element(main().getByText('Your profile is complete.')).toBeVisible();
  expect(main().getByText('No courses found.').elements()).toEqual([]);
  await expectSound('dashboard, failed');
  server.answer(courses.listActive, { data: [fire] });
  const release = server.hold(courses.listActive);
  await button('Try again').click();
  await expect.element(main().getByRole('status').getByText('Loading')).toBeInTheDocument();
  expect(main().getByRole('alert').elements()).toEqual([]);
  release();
  await expect.element(main().getByRole('heading', { name: 'Fire Fighting' })).toBeVisible();
  expect(main().getByRole('alert').elements()).toEqual([]);
});

// shows: dashboard/enrol-or-launch, messages/enrol-failure
test('a request for a course is sent once, reports a failure, and is confirmed for 3 seconds', async () => {
  learnerAt();
  server.answer(courses.listActive, { data: [rafts, fire] });
  await openPage('/dashboard');
  const enrol = button('Enrollment');
  await expect.poll(() => enrol.elements().length).toBe(2);
  const { passes } = stopClock();
  const release = server.hold(enrolments.request);
  server.fail(enrolments.request, { status: 500 });
  await cardOf('Life Rafts').getByRole('button').click();
  for (const one of enrol.all()) await expect.element(one).toBeDisabled();
  await expect.element(cardOf('Life Rafts').getByRole('button')).toHaveAttribute('aria-busy', 'true');
  await expect.element(cardOf('Fire Fighting').getByRole('button')).not.toHaveAttribute('aria-busy');
  release();
  for (const [words, fault] of [
    ['Something went wrong', { status: 404, message: 'The course is closed.' }],
    ['The course is closed.', 'no link'],
    ['Network error. Please try again.', undefined],
  ] as const) {
    const notice = page.getByRole('alert').getByText(words, { exact: true });
    await expect.element(notice).toBeVisible();
    for (const one of enrol.all()) await expect.element(one).toBeEnabled();
    await passes(2.999);
    await expect.element(notice).toBeVisible();
    await passes(0.001);
    expect(notice.elements()).toEqual([]);
    if (fault) server.fail(enrolments.request, fault);
    else {
      const waiting = enrolmentOf({ status: 'pending', isActive: false, courseId: rafts });
      server.answer(enrolments.request, { message: 'requested', data: waiting });
      homeAt({ enrolments: [waiting], next: nextOf('wait', waiting) });
    }
    await cardOf('Life Rafts').getByRole('button').click();
  }
  const notice = page.getByRole('status').getByText(requested);
  await expect.element(notice).toBeVisible();
  await expect.element(cardOf('Life Rafts').getByText('Waiting for approval')).toBeVisible();
  await expect.element(cardOf('Life Rafts').getByRole('link', { name: 'See request' })).toBeVisible();
  await expect.element(cardOf('Fire Fighting').getByRole('button', { name: 'Enrollment' })).toBeEnabled();
  await expectSound('dashboard, requested');
  await passes(2.999);
  await expect.element(notice).toBeVisible();
  await passes(0.001);
  expect(notice.elements()).toEqual([]);
  expect(server.sent(enrolments.request).map(({ body }) => body)).toEqual(Array(4).fill({ courseId: rafts._id }));
});

// shows: dashboard/links
test('the cards link to courses and reports, and an approved course is launched', async () => {
  learnerAt([enrolmentOf({ courseId: rafts })]);
  server.answer(courses.listActive, { data: [rafts] });
  const opened = await openPage('/dashboard');
  for (const [name, path] of [
    ['Courses', '/UserCource'],
    ['Reports', '/certificate-report'],
    ['Launch', `/courses/${rafts._id}/content`],
  ] as const) {
    await main().getByRole('link', { name, exact: true }).click();
    await expect.poll(opened.path).toBe(path);
    await opened.go(-1);
    await expect.poll(opened.path).toBe('/dashboard');
  }
});

test('three courses are offered, those first that the learner does not have, and all of them once they are asked for', async () => {
  const more = [3, 4].map((n) => courseOf({ _id: idOf('90000000', n), title: `Course ${n}` }));
  learnerAt([enrolmentOf({ courseId: rafts })]);
  server.answer(courses.listActive, { data: [rafts, fire, ...more] });
  await openPage('/dashboard');
  const titles = () =>
    catalogue()
      .getByRole('heading', { level: 3 })
      .elements()
      .map((one) => one.textContent);
  await expect.poll(titles).toEqual(['Fire Fighting', 'Course 3', 'Course 4']);
  await button('All courses').click();
  expect(titles()).toEqual(['Life Rafts', 'Fire Fighting', 'Course 3', 'Course 4']);
  await expectSound('dashboard, all courses');
  await button('Fewer courses').click();
  expect(titles()).toEqual(['Fire Fighting', 'Course 3', 'Course 4']);
});

// shows: catalogue/richer-card, dashboard/course-cards, entities/no-course-picture, constants/richer-card
test('a course on the dashboard shows all its facts on a card of 550, with a picture or a drawing', async () => {
  learnerAt();
  server.answer(courses.listActive, { data: [rafts] });
  await openPage('/dashboard');
  await button('All courses').click();
  const card = cardOf('Life Rafts');
  for (const words of ['How to abandon ship and stay alive until help comes.', '2 days', '₹4,500', 'Safety'])
    await expect.element(card.getByText(words, { exact: true })).toBeVisible();
  await expect.element(card.getByRole('button', { name: 'Enrollment' })).toBeVisible();
  const height = () => card.element().querySelector('.card')?.getBoundingClientRect().height;
  const picture = () => card.element().querySelector('img');
  await expect.poll(() => picture()?.naturalWidth).toBeGreaterThan(0);
  expect(height()).toBe(550);
  await page.viewport(phone.width, phone.height);
  expect(height()).toBe(550);
  await page.viewport(desk.width, desk.height);

  queryClient.clear();
  server.answer(courses.listActive, { data: [courseOf({ _id: fire._id, title: 'Life Rafts', courseImg: null })] });
  await openPage('/dashboard');
  await button('All courses').click();
  await expect.poll(() => picture()).toBeNull();
  expect(card.element().querySelector('svg')?.getBoundingClientRect().height).toBeGreaterThan(0);
  expect(height()).toBe(550);
});
