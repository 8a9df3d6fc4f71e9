import { batches } from '@fairlead/contract/batches/calls';
import { courses } from '@fairlead/contract/courses/calls';
import { enrolments } from '@fairlead/contract/enrolments/calls';
import { training } from '@fairlead/contract/training/calls';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { courseOf, filmTitles, ruleOf } from '../../../../testing/courses.ts';
import { expectCount, expectNone, main } from '../../../../testing/forms.ts';
import { openPage } from '../../../../testing/open-page.tsx';
import { signIn } from '../../../../testing/people.ts';
import { enrolmentOf, moment } from '../../../../testing/records.ts';
import { expectSound, expectWithin } from '../../../../testing/sound.ts';
import { server } from '../../../../testing/stand-in-server.ts';
import { standAt, standingOf } from '../../../../testing/standings.ts';

const idOf = (number: number) => `7a1f7c1e-3d5b-4f6e-9a55-${String(number).padStart(12, '0')}`;
const online = courseOf({ _id: idOf(1), price: 12500 });
const classroom = courseOf({
  _id: idOf(2),
  title: 'Proficiency in Survival Craft and Rescue Boats other than Fast Rescue Boats, with a refresher',
  description: 'Muster, life rafts, cold water, and the signals that bring a helicopter overhead. '.repeat(8),
  category: 'Cargo and ballast operations on gas carriers',
  duration: '5 days, and two evenings in the pool',
  format: 'classroom',
});
const cards = () => main().getByRole('heading', { level: 2 });
const asked = () => server.sent(courses.listActive).at(-1)?.query;

beforeEach(() => {
  server.answer(courses.listActive, ({ query: { category, format } }) => ({
    data: [online, classroom].filter(
      (one) => (!category || one.category === category) && (!format || one.format === format),
    ),
  }));
  server.answer(courses.listCategories, { data: [classroom.category, online.category] });
  server.answer(courses.getCourse, { data: online });
  server.answer(training.listTitles, { data: filmTitles });
});

describe('the catalogue', () => {
  test('shows price, format and duration of each course, inside its card', async () => {
    await openPage('/courses');
    const card = main().getByRole('listitem').filter({ hasText: 'HAZMAT' });
    for (const words of ['₹12,500', 'Online · 2 days']) await expect.element(card.getByText(words)).toBeVisible();
    for (const sheet of main().element().querySelectorAll<HTMLElement>('.card')) {
      expect(sheet.scrollWidth - sheet.clientWidth).toBeLessThanOrEqual(0);
      expect(sheet.querySelector('button')?.getBoundingClientRect().bottom).toBeLessThan(
        sheet.getBoundingClientRect().bottom,
      );
    }
    await expectSound('catalogue');
    await expectWithin('catalogue', 320);
  });

  test('is filtered by category and format at once; the URL keeps both beside the search', async () => {
    const opened = await openPage('/courses?q=hazmat&format=by-post');
    // a format that does not exist is ignored
    expect(asked()).toEqual({ q: 'hazmat', limit: '48' });
    await page.getByLabelText('Format').selectOptions('Classroom');
    await expect.poll(opened.path).toBe('/courses?q=hazmat&format=classroom');
    await expectCount(cards(), 1);
    await page.getByLabelText('Category').selectOptions(online.category);
    await expect.element(main().getByText('No courses found.')).toBeVisible();
    expect(asked()).toEqual({ q: 'hazmat', category: online.category, format: 'classroom', limit: '48' });
    await expect.element(page.getByLabelText('Format')).toHaveValue('classroom');
    await expectSound('catalogue, nothing matches');
    await page.getByRole('link', { name: 'Show all courses' }).click();
    await expectCount(cards(), 2);
    await expect.element(page.getByLabelText('Category')).toHaveValue('');
    await expect.element(page.getByLabelText('Search courses')).toHaveValue('');
  });
});

describe('the page of a course', () => {
  test('shows its films, who teaches it and how long its certificate is valid', async () => {
    await openPage(`/courses/${online._id}`);
    await expectCount(
      main()
        .getByRole('listitem')
        .filter({ hasText: / min$| s$/ }),
      2,
    );
    for (const words of ['2 videos, 14 min in all', '12 min', 'Capt. R. Menon, master mariner', 'Valid for 5 years'])
      await expect.element(main().getByText(words, { exact: true })).toBeVisible();
    await expectSound('course');
    await expectWithin('course', 320);
  });

  test('of the classroom has no films, and names nobody whom the academy does not name', async () => {
    server.answer(courses.getCourse, {
      data: { ...classroom, taughtBy: '', rule: ruleOf({ validity: 'unlimited', validityMonths: null }) },
    });
    server.answer(training.listTitles, { data: [] });
    const date = {
      code: 'PST 1',
      firstDay: '2026-10-05',
      lastDay: '2026-10-06',
      restDays: [],
      seats: 12,
      startsAt: '09:00',
      endsAt: '17:00',
      venue: 'Pool hall',
    };
    const dates = [
      { ...date, _id: idOf(21), free: 0 },
      { ...date, _id: idOf(22), lastDay: '2026-11-02', free: 1 },
    ];
    server.answer(batches.listDates, { data: { dates, asOf: moment } });
    await openPage(`/courses/${classroom._id}`);
    await expect.element(main().getByText('Does not expire')).toBeVisible();
    await expect.element(main().getByRole('radio', { name: /^5 to 6 Oct 2026.*Full/ })).not.toBeChecked();
    await main()
      .getByRole('radio', { name: /^5 Oct to 2 Nov 2026.*1 seat free/ })
      .click();
    await expect.element(main().getByRole('radio', { name: 'No date yet' })).not.toBeChecked();
    await expectNone(main().getByText('Training videos'));
    await expectNone(main().getByText('Taught by'));
    await expectSound('course of the classroom');
    signIn('learner');
    const own = { ...date, _id: idOf(21), isCancelled: false, waiting: null };
    standAt([{ courseId: classroom._id, ...standingOf('training'), batch: own }]);
    await openPage(`/courses/${classroom._id}`);
    const seat = main().getByText('You have a seat.');
    await expect.element(seat).toBeVisible();
    const card = seat.element().closest('.card');
    expect(card?.getBoundingClientRect().bottom).toBeGreaterThan(seat.element().getBoundingClientRect().bottom);

    const dateless = standingOf('requested', { steps: ['choose-date'] });
    standAt([{ courseId: classroom._id, ...dateless }]);
    await openPage(`/courses/${classroom._id}`);
    await expect.element(main().getByRole('link', { name: 'Choose a date' })).toBeVisible();
    await main()
      .getByRole('radio', { name: /1 seat free/ })
      .click();
    await expectSound('course, a date for a request');
    server.answer(enrolments.request, { message: 'asked', data: enrolmentOf({ status: 'pending', isActive: false }) });
    await main().getByRole('button', { name: 'Ask for this date' }).click();
    const sent = { courseId: classroom._id, batchId: idOf(22) };
    await expect.poll(() => server.sent(enrolments.request).map(({ body }) => body)).toEqual([sent]);

    const cancelled = standingOf('training', { steps: [], batch: { ...own, isCancelled: true }, lacksOpenDate: true });
    standAt([{ courseId: classroom._id, ...cancelled }]);
    await openPage(`/courses/${classroom._id}`);
    await expect
      .element(main().getByText('Cancelled. No dates are open now. The academy offers you one.'))
      .toBeVisible();
    for (const name of ['Choose a date', 'Launch the Course']) await expectNone(main().getByRole('link', { name }));
  });

  test('shows a learner who has the course their state in place of the price, and nothing moves', async () => {
    const [price, howToPay] = [main().getByText('₹12,500'), main().getByText('How to pay')];
    const height = () => howToPay.element().closest('.card')?.getBoundingClientRect().height;
    // the page is cached as visitors see it
    await openPage(`/courses/${online._id}`);
    await expect.element(price).toBeVisible();
    const before = height();
    signIn('learner');
    standAt([{ courseId: online._id, ...standingOf('training') }]);
    await openPage(`/courses/${online._id}`);
    await expect.element(main().getByText('In training', { exact: true })).toBeVisible();
    await expect.element(main().getByRole('link', { name: 'Launch the Course' })).toBeVisible();
    for (const one of [price, howToPay]) await expect.element(one).not.toBeVisible();
    expect(height()).toBe(before);
    await expectSound('course, in training');
    await expectWithin('course, in training', 320);
  });
});
