import { enrolments } from '@fairlead/contract/enrolments/calls';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectNone, main } from '../../../testing/forms.ts';
import { profileOf } from '../../../testing/profiles.ts';
import { idOf, requestOf } from '../../../testing/records.ts';
import { expectSound } from '../../../testing/sound.ts';
import { openStaffPage, staffAt } from '../../../testing/staff.ts';
import { server } from '../../../testing/stand-in-server.ts';

const picture = (name: string) => ({
  filename: `${name}.svg`,
  url: `data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" id="${name}" width="480" height="300"/>`,
});
const profile = profileOf({ IdDocument: picture('card'), profilePicture: picture('face'), signature: picture('sign') });
const own = (n: number, part: Parameters<typeof requestOf>[0] = {}) =>
  requestOf({ _id: idOf('80000000', n), alsoRequests: 2, profile, ...part });
const fire = own(1, {
  courseTitle: 'Fire Fighting',
  eligibility: { missing: [], toCheck: ['Sea service of 6 months'] },
});
const radar = own(2, { courseTitle: 'Radar' });
const boats = own(3, { courseTitle: 'Boats', eligibility: { missing: ['A valid PST'], toCheck: [] } });
const bilal = requestOf({
  _id: idOf('80000000', 4),
  userId: { _id: idOf('10000000', 4), email: 'bilal@example.org' },
  userName: 'Bilal',
  profile: null,
});
const dialog = page.getByRole('dialog', { name: 'Accept All Requests' });
const yes = dialog.getByRole('button', { name: 'Yes, Accept' });

beforeEach(() => staffAt('registrar'));

test('the requests of one person are accepted in one step of One by one, each point ticked', async () => {
  server.answer(enrolments.listPending, [fire, radar, boats, bilal]);
  await openStaffPage('enrollment-request/one-by-one');
  server.fail(enrolments.listPending, { status: 500 });
  await main().getByRole('button', { name: 'Accept all 3' }).click();
  await expect.element(dialog.getByText('Failed to load the requests.')).toBeVisible();
  await yes.click();
  await expect.element(dialog.getByText('Choose at least one request')).toBeVisible();
  server.answer(enrolments.listPending, [fire, radar, boats]);
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect.element(dialog.getByLabelText('Radar')).toBeChecked();
  expect(server.sent(enrolments.listPending).at(-1)?.query).toMatchObject({ person: fire.userId._id });
  // what is missing takes a reason of its own
  await expect.element(dialog.getByText('Accept it by itself, with a reason.')).toBeVisible();
  await expectNone(dialog.getByLabelText('Boats'));
  await yes.click();
  await expect.element(dialog.getByText('Tick each of them, or leave this request out')).toBeVisible();
  await expectSound('accept all, a point not ticked');
  expect(server.sent(enrolments.acceptMany)).toEqual([]);
  const stale = 'Something has changed since you looked at it.';
  const [ok, no] = [
    { id: radar._id, ok: true, message: 'Enrollment request accepted.' },
    { id: fire._id, ok: false, message: stale },
  ];
  server.answer(enrolments.acceptMany, { data: [no, ok] });
  await dialog.getByLabelText('To check in the documents: Sea service of 6 months').click();
  await yes.click();
  await expect.element(dialog.getByText(`1 of 2 accepted. Fire Fighting: ${stale}`)).toBeVisible();
  const seen = { profileSeenAt: fire.profile?.updatedAt, stateSeen: 'requested' };
  expect(server.sent(enrolments.acceptMany).map(({ body }) => body)).toEqual([
    {
      requests: [
        { id: fire._id, ...seen, unresolvedSeen: ['To check in the documents: Sea service of 6 months'] },
        { id: radar._id, ...seen, unresolvedSeen: [] },
      ],
    },
  ]);
  // the lists are read again, and what was accepted has left them
  server.answer(enrolments.listPending, [{ ...fire, alsoRequests: 0 }, bilal]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(main().getByText(/^Request 1 of 2/)).toBeVisible();
  await expectNone(main().getByRole('button', { name: /^Accept all/ }));
});

test('requests that are accepted together leave the queue, and one that is left out stays', async () => {
  server.answer(enrolments.listPending, [radar, fire, bilal]);
  await openStaffPage('enrollment-request/one-by-one');
  const all = main().getByRole('button', { name: 'Accept all 3' });
  await expect.element(all).toBeVisible();
  server.answer(enrolments.listPending, [radar, fire]);
  await all.click();
  await dialog.getByRole('checkbox', { name: 'Fire Fighting', exact: true }).click();
  server.answer(enrolments.acceptMany, { data: [{ id: radar._id, ok: true, message: 'Accepted.' }] });
  await yes.click();
  await expect.element(page.getByRole('status').getByText('1 request accepted.')).toBeVisible();
  await expect.element(main().getByText('Request 1 of 2. 1 done.')).toBeVisible();
});

test('a key opens it in One by one; neither what is not shown yet nor what has to be ticked is accepted', async () => {
  server.answer(enrolments.listPending, [fire, radar, bilal]);
  await openStaffPage('enrollment-request/one-by-one');
  await expect.element(main().getByRole('button', { name: 'Accept all 3' })).toBeVisible();
  server.answer(enrolments.listPending, [fire, radar]);
  const release = server.hold(enrolments.listPending);
  await userEvent.keyboard('l');
  await expect.element(dialog.getByText('Loading requests')).toBeVisible();
  await yes.click();
  await expect.element(dialog.getByText('Choose at least one request')).toBeVisible();
  release();
  await expect.element(dialog.getByRole('checkbox', { name: 'Fire Fighting', exact: true })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByText('Tick each of them, or leave this request out')).toBeVisible();
  expect(server.written()).toEqual([]);
});

test('the list has it in the menu of a row, for people with several requests alone', async () => {
  server.answer(enrolments.listPending, [radar, bilal]);
  await openStaffPage('enrollment-request');
  await expect.element(main().getByText('Radar')).toBeVisible();
  await page.getByRole('button', { name: /^Actions for Asha Nair/ }).click();
  await page.getByRole('menuitem', { name: 'Accept all 3' }).click();
  server.answer(enrolments.acceptMany, { data: [{ id: radar._id, ok: true, message: 'Accepted.' }] });
  await expect.element(dialog.getByLabelText('Radar')).toBeChecked();
  await expectSound('accept all, from the list');
});
