import { settings } from '@fairlead/contract/academy/settings';
import { courses } from '@fairlead/contract/courses/calls';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { courseOf } from '../../../../testing/courses.ts';
import {
  button,
  expectFailuresShown,
  expectNone,
  expectWrong,
  field,
  fillIn,
  main,
} from '../../../../testing/forms.ts';
import { idOf, settingsOf } from '../../../../testing/records.ts';
import { expectSound } from '../../../../testing/sound.ts';
import { openStaffPage, staffAt } from '../../../../testing/staff.ts';
import { server } from '../../../../testing/stand-in-server.ts';
import { queryClient } from '../../../lib/calls/query-client.ts';

// The form for the six tiles of the home page.

const [rafts, cargo] = ['Rafts', 'Cargo'].map((title, n) => courseOf({ _id: idOf('90000000', n), title }));
const [raftsId = '', cargoId = ''] = [rafts?._id, cargo?._id];
const offered = [rafts, cargo].filter((one) => one !== undefined);
const chosenOf = ({ _id, title }: (typeof offered)[number], isActive = true) => ({ _id, title, isActive });

beforeEach(() => {
  staffAt();
  server.answer(settings.get, { data: settingsOf() });
  server.answer(courses.listActive, { data: offered });
  server.answer(courses.listChosen, { data: offered.slice(0, 1).map((one) => chosenOf(one)) });
});

test('a course that is not published keeps its tile when the others are saved', async () => {
  const drill = courseOf({ _id: idOf('90000000', 2), title: 'Drills' });
  server.answer(courses.listChosen, {
    data: [chosenOf(drill, false), ...offered.slice(0, 1).map((one) => chosenOf(one))],
  });
  await openStaffPage('settings#home');
  await expect.element(field('Tile 1')).toHaveValue(drill._id);
  await expect.element(field('Tile 1')).toMatchTextContent('Drills (not published)');
  await expectSound('tiles of the home page, one not published');
  server.answer(courses.chooseFeatured, { message: 'Home page saved.' });
  await fillIn({ 'Tile 3': cargoId });
  await button('Save home page').click();
  await expect
    .poll(() => server.sent(courses.chooseFeatured).map(({ body }) => body))
    .toEqual([{ courses: [drill._id, raftsId, cargoId] }]);
});

test('it shows the chosen courses, offers the published ones by title, and reports that it was not saved', async () => {
  await openStaffPage('settings#home');
  await expect.element(field('Tile 1')).toHaveValue(raftsId);
  for (const place of [2, 3, 4, 5, 6]) await expect.element(field(`Tile ${place}`)).toHaveValue('none');
  const options = [...(field('Tile 2').element() as HTMLSelectElement).options].map(({ text }) => text);
  expect(options).toEqual(['Choose…', 'None', 'Cargo', 'Rafts']);
  await expectFailuresShown({
    call: courses.chooseFeatured,
    button: 'Save home page',
    typed: { 'Tile 3': cargoId },
    failure: 'Failed to save the home page.',
  });
  await expectSound('tiles of the home page, failed');
  server.answer(courses.chooseFeatured, { message: 'Home page saved.' });
  await button('Save home page').click();
  await expect.element(page.getByRole('status').getByText('Home page saved.')).toBeVisible();
  expect(server.sent(courses.chooseFeatured).at(-1)?.body).toEqual({ courses: [raftsId, cargoId] });
});

test('a course that has a tile already is refused at the second, and nothing is sent; none is a choice', async () => {
  await openStaffPage('settings#home');
  await fillIn({ 'Tile 4': raftsId });
  await button('Save home page').click();
  await expectWrong('Tile 4', 'This course has a tile already');
  await expect.element(field('Tile 4')).toHaveFocus();
  await expectSound('tiles of the home page, one course twice');
  expect(server.written()).toEqual([]);
  await fillIn({ 'Tile 1': 'none', 'Tile 4': 'none' });
  server.answer(courses.chooseFeatured, { message: 'Home page saved.' });
  await button('Save home page').click();
  await expect.poll(() => server.sent(courses.chooseFeatured).map(({ body }) => body)).toEqual([{ courses: [] }]);
});

test('without a published course there is nothing to choose', async () => {
  queryClient.clear();
  server.answer(courses.listActive, { data: [] });
  server.answer(courses.listChosen, { data: [] });
  await openStaffPage('settings#home');
  await expect.element(main().getByText('Publish a course first.')).toBeVisible();
  await expectNone(button('Save home page'));
  await expectSound('tiles of the home page, no course');
});
