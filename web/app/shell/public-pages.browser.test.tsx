import { publicTexts } from '@fairlead/contract/academy/public-texts';
import { batches } from '@fairlead/contract/batches/calls';
import { courses } from '@fairlead/contract/courses/calls';
import { singleSignOn } from '@fairlead/contract/single-sign-on/calls';
import { training } from '@fairlead/contract/training/calls';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { courseOf, filmTitles } from '../../testing/courses.ts';
import { expectCount } from '../../testing/forms.ts';
import { openPage } from '../../testing/open-page.tsx';
import { expectOneSheet, expectSound, expectWithin } from '../../testing/sound.ts';
import { server } from '../../testing/stand-in-server.ts';

// Requirements of every public screen: for people with low vision, and people who prefer reduced motion.

const course = courseOf();
const all = [course, courseOf({ _id: '7a1f7c1e-3d5b-4f6e-9a55-0c6e1f0a2b02', title: 'Engine Room Watch' })];
const screens = [
  '/',
  '/about',
  '/contact',
  '/privacy',
  '/terms',
  '/login',
  '/ornate_backend',
  '/registration',
  '/forgot-password',
  '/otp',
  '/reset-password',
  '/set-password',
  '/signed-on?state=1',
  '/verify',
  '/no-such-page',
  `/courses/${course._id}`,
  '/courses',
  '/courses?q=hazmat',
  '/courses?q=nothing-of-the-kind',
];

beforeEach(() => {
  server.answer(singleSignOn.getProvider, { name: 'Harbour Login' });
  server.answer(publicTexts.get, {
    data: { home: 'Learn at sea.', about: 'Founded in 1996.', news: [{ day: '2026-11-20', text: 'A new simulator.' }] },
  });
  server.answer(batches.listNextDates, { data: [] });
  server.answer(courses.getCourse, { data: course });
  server.answer(courses.listCategories, { data: ['Cargo', 'Safety'] });
  server.answer(training.listTitles, { data: filmTitles });
  server.answer(courses.listActive, ({ query: { q } }) => ({
    data: q ? all.filter(({ title }) => title.toLowerCase().includes(q)) : all,
  }));
});

test.each(screens)(
  '%s is accessible in both themes, and fits a phone, a desktop and 200 percent zoom',
  async (path) => {
    await openPage(path);
    await expectCount(page.getByRole('heading', { level: 1 }), 1);
    await expectSound(path);
    // 1280 pixels at 200 percent are 640 of the page's
    await expectWithin(path, 640);
    await expectWithin(path, 320);
  },
);

test.each(['/', '/courses', '/login'])('%s has no animation for people who prefer reduced motion', async (path) => {
  await openPage(path);
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  const moving = [...document.querySelectorAll('*')].flatMap((element) => {
    const { animationName, transitionProperty, transitionDuration } = getComputedStyle(element);
    // a change of colour is not motion
    const shifts =
      transitionDuration !== '0s' && !/^(background-color|color|border-color|, )+$/.test(transitionProperty);
    return animationName !== 'none' || shifts ? [`${element.className}: ${animationName} ${transitionProperty}`] : [];
  });
  expect(moving).toEqual([]);
});

test.each(['/about', '/contact', '/privacy', '/terms', `/courses/${course._id}`])(
  '%s is printed on one sheet',
  async (path) => {
    await openPage(path);
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectOneSheet(path.slice(1, 9).replace('/', '-'));
  },
);
