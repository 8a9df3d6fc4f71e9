import { type ShipDetails, ships } from '@fairlead/contract/ships/calls';
import { type ShipTest, shipTests } from '@fairlead/contract/ships/tests';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { courseOf } from '../../../../testing/courses.ts';
import { button, main } from '../../../../testing/forms.ts';
import { idOf, moment } from '../../../../testing/records.ts';
import { expectSound } from '../../../../testing/sound.ts';
import { openStaffPage, staffAt } from '../../../../testing/staff.ts';
import { server } from '../../../../testing/stand-in-server.ts';

const courseId = courseOf()._id;
const ship: ShipDetails = {
  ...{ _id: idOf('90000000'), name: 'MV Test', imo: '9074729', people: 4, courses: 1, box: null },
  crew: [],
  origin: null,
  taken: [{ courseId, title: 'HAZMAT', lines: null }],
};
const released: ShipTest = {
  ...{ _id: idOf('80000000'), courseId, courseTitle: 'HAZMAT', title: 'HAZMAT: test' },
  ...{ opensAt: moment, closesAt: '2026-12-10T18:30:00.000Z', withdrawnAt: null },
  testPapers: [
    { userId: idOf('10000001'), name: 'Asha Nair', state: 'graded', passed: true, refused: null },
    { userId: idOf('10000002'), name: 'Ravi Menon', state: 'graded', passed: false, refused: null },
    {
      ...{ userId: idOf('10000003'), name: 'Anil Das', state: 'refused', passed: null },
      refused: 'The test took longer than its time.',
    },
    { userId: idOf('10000004'), name: 'Joy Cruz', state: 'aboard', passed: null, refused: null },
    { userId: idOf('10000005'), name: 'Lin Wei', state: 'returned', passed: null, refused: null },
  ],
};

/** Opens the page of the ship with these tests. */
async function shipWith(tests: ShipTest[], part: Partial<ShipDetails> = {}) {
  staffAt('registrar');
  server.answer(ships.get, { data: { ...ship, ...part } });
  server.answer(shipTests.list, { data: tests });
  await openStaffPage(`ships/${ship._id}`);
}

test('a test is released for days of the academy, and its code is shown once', async () => {
  await shipWith([]);
  await expect.element(main().getByText(/^None yet. A test is sealed aboard/)).toBeVisible();
  await button('Release a Test').click();
  const dialog = page.getByRole('dialog');
  const send = () => dialog.getByRole('button', { name: 'Release', exact: true }).click();
  await send();
  for (const wrong of ['Choose a course', 'First day is required', 'Last day is required'])
    await expect.element(dialog.getByText(wrong)).toBeVisible();
  await dialog.getByLabelText('Course').selectOptions('HAZMAT');
  await dialog.getByLabelText('First day').fill('2026-12-01');
  await dialog.getByLabelText('Last day').fill('2027-02-01');
  await send();
  await expect.element(dialog.getByText('A window has at most 60 days')).toBeVisible();
  expect(server.written()).toEqual([]);
  await dialog.getByLabelText('Last day').fill('2026-12-10');
  server.fail(shipTests.release, { status: 409, message: 'This test has pictures.' });
  await send();
  await expect.element(dialog.getByText('This test has pictures.')).toBeVisible();
  await expectSound('ship of staff, test not released');
  server.answer(shipTests.release, { message: 'Test released.', data: { test: released, code: 'AB2C-DE3F-GH4J' } });
  server.answer(shipTests.list, { data: [released] });
  await send();
  await expect.element(dialog.getByText('AB2C-DE3F-GH4J')).toBeVisible();
  expect(server.sent(shipTests.release).at(-1)?.body).toEqual({
    ...{ courseId, opensAt: '2026-11-30T18:30:00.000Z', closesAt: '2026-12-10T18:30:00.000Z' },
  });
  await expectSound('ship of staff, code of a test');
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect.element(main().getByText('Asha Nair')).toBeVisible();
  expect(page.getByText('AB2C-DE3F-GH4J').elements()).toEqual([]);
});

test('what became of each paper is shown, with reasons, and a test is withdrawn', async () => {
  await shipWith([released]);
  for (const said of ['Passed', 'Not passed', 'Not graded', 'Aboard', 'Taken back unanswered'])
    await expect.element(main().getByText(said, { exact: true })).toBeVisible();
  await expect.element(main().getByText('The test took longer than its time.')).toBeVisible();
  await expectSound('ship of staff, tests');
  server.answer(shipTests.withdraw, { message: 'Test withdrawn.' });
  server.answer(shipTests.list, { data: [{ ...released, withdrawnAt: moment }] });
  await button('Withdraw').click();
  await button('Yes, Withdraw').click();
  await expect.element(main().getByText('Withdrawn', { exact: true })).toBeVisible();
  expect(server.sent(shipTests.withdraw).at(-1)?.params).toEqual({ id: ship._id, test: released._id });
});

test('a ship without courses has no test to release', async () => {
  await shipWith([], { taken: [] });
  await expect.element(main().getByText('Put a course aboard first.')).toBeVisible();
  expect(main().getByRole('button', { name: 'Release a Test' }).elements()).toEqual([]);
});

test('a test that nobody may sit yet says so', async () => {
  await shipWith([{ ...released, testPapers: [] }]);
  await expect.element(main().getByText(/^Nobody signed on may sit it yet/)).toBeVisible();
});
