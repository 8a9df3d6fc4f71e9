import { courseCategories } from '@fairlead/contract/courses/course-categories';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { alertWith, button, main } from '../../../../testing/forms.ts';
import { expectSound } from '../../../../testing/sound.ts';
import { openStaffPage, staffAt } from '../../../../testing/staff.ts';
import { server } from '../../../../testing/stand-in-server.ts';

const deck = { name: 'Deck', courses: 1, isHidden: false };
const safety = { name: 'Safety', courses: 2, isHidden: true };

test('categories are moved, shown and renamed; a failure is reported, and changes nothing', async () => {
  staffAt();
  server.answer(courseCategories.list, { data: [deck, safety] });
  await openStaffPage('categories');
  const rows = main().getByRole('list', { name: 'Categories' }).getByRole('listitem');
  await expect.element(rows.nth(0)).toMatchTextContent('Deck');
  await expect.element(rows.nth(1)).toMatchTextContent('2 courses');
  await expectSound('categories');

  server.fail(courseCategories.arrange, { status: 500 });
  await button('Move down: Deck').click();
  await expect.element(page.getByRole('alert').getByText('Failed to save the categories.')).toBeVisible();
  await expect.element(rows.nth(0)).toMatchTextContent('Deck');
  server.answer(courseCategories.arrange, { message: 'Categories saved.', data: [safety, deck] });
  await button('Move down: Deck').click();
  await expect.element(rows.nth(0)).toMatchTextContent('Safety');
  const [, moved] = server.sent(courseCategories.arrange);
  expect(moved?.body.categories.map(({ name }) => name)).toEqual(['Safety', 'Deck']);

  const shown = { ...safety, isHidden: false };
  server.answer(courseCategories.arrange, { message: 'Categories saved.', data: [shown, deck] });
  await rows.nth(0).getByRole('button', { name: 'Show' }).click();
  await expect.element(rows.nth(0).getByRole('button', { name: 'Hide' })).toBeVisible();
  expect(server.sent(courseCategories.arrange).at(-1)?.body.categories[0]).toEqual({ name: 'Safety', isHidden: false });

  await rows.nth(0).getByRole('button', { name: 'Rename' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rename Category' });
  await dialog.getByLabelText('Name').fill('Safety at Sea');
  const renamed = [{ ...shown, name: 'Safety at Sea' }, deck];
  server.answer(courseCategories.rename, { message: 'Category renamed.', data: renamed });
  server.answer(courseCategories.list, { data: renamed });
  await dialog.getByRole('button', { name: 'Yes, Rename' }).click();
  await expect.element(rows.nth(0)).toMatchTextContent('Safety at Sea');
});

test('without a course there is no category, and categories that cannot be loaded can be loaded again', async () => {
  staffAt();
  server.fail(courseCategories.list, { status: 500 });
  await openStaffPage('categories');
  await expect.element(alertWith('Failed to load the categories.')).toBeVisible();
  server.answer(courseCategories.list, { data: [] });
  await button('Try again').click();
  await expect.element(main().getByText('No categories yet.')).toBeVisible();
});
