import { accounts } from '@fairlead/contract/accounts/calls';
import { register } from '@fairlead/contract/certificates/register';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { registeredOf } from '../../../testing/certificates.ts';
import { button, expectCount, expectNone, field, main } from '../../../testing/forms.ts';
import { listedUserOf } from '../../../testing/imports.ts';
import { idOf } from '../../../testing/records.ts';
import { expectSound, expectWithin } from '../../../testing/sound.ts';
import { openStaffPage, staffAt } from '../../../testing/staff.ts';
import { server } from '../../../testing/stand-in-server.ts';
import { queryClient } from '../../lib/calls/query-client.ts';

const certificate = (n: number) =>
  registeredOf({
    _id: idOf('40000000', n),
    name: `Holder ${n}`,
    courseTitle: 'Personal Survival Techniques and the Launching of Rescue Boats',
    expiresSoon: n % 3 === 0,
  });
const person = (n: number) => listedUserOf(n, { name: `Person ${n}` });

beforeEach(() => {
  staffAt();
  server.answer(register.list, { data: Array.from({ length: 12 }, (_, i) => certificate(i + 1)) });
  server.answer(accounts.listUnapproved, [person(1), person(2), person(3)]);
});

const row = (text: string) =>
  main()
    .getByRole('row')
    .filter({ has: page.getByText(text, { exact: true }) });
const box = (text: string) => row(text).getByRole('checkbox');
const chosen = () => main().getByRole('checkbox', { name: /^Choose/, checked: true });
const dialog = (name: string) => page.getByRole('dialog', { name });
const { keyboard } = userEvent;

async function openRegister(): Promise<void> {
  await openStaffPage('certificates');
  await expect.element(row('Holder 12')).toBeVisible();
}

async function openUnapproved(): Promise<void> {
  await openStaffPage('unapproved-users');
  await expect.element(row('Person 3')).toBeVisible();
}

test('twelve records fit a desk’s screen with search and filters, one line each, and the header stays', async () => {
  await openRegister();
  const last = row('Holder 12').element().getBoundingClientRect();
  expect(last.bottom).toBeLessThanOrEqual(800);
  expect(last.height).toBeLessThanOrEqual(44);
  const course = row('Holder 12').getByText(/^Personal Survival Techniques/);
  await course.hover();
  await expect.element(course).toHaveAttribute('title', certificate(12).courseTitle);
  await expectSound('register, twelve');
  await expectWithin('register, twelve', 1024);
  await page.viewport(1280, 500);
  row('Holder 12').element().scrollIntoView();
  const head = main().getByRole('columnheader', { name: 'Course' }).element().getBoundingClientRect();
  expect(head.top).toBe(64);
  await page.viewport(1280, 800);
});

test('keys go through the rows, choose, open and search, and are listed', async () => {
  await openUnapproved();
  await keyboard('j');
  await expect.element(row('Person 1').getByRole('link')).toHaveFocus();
  await keyboard('jjj'); // the last one stays
  await expect.element(row('Person 3').getByRole('link')).toHaveFocus();
  await keyboard('kx');
  await expect.element(box('Person 2')).toBeChecked();
  await expect.element(button('Approve selected (1)')).toBeVisible();
  await expectSound('unapproved, one chosen by keys');
  await keyboard('x');
  await expect.element(box('Person 2')).not.toBeChecked();
  await keyboard('/');
  await expect.element(field('Search by name or email')).toHaveFocus();
  await keyboard('jx?');
  await expect.element(field('Search by name or email')).toHaveValue('jx?');
  await expectNone(chosen());
  await expectNone(page.getByRole('dialog'));
  await field('Search by name or email').fill('');
  await button('Filters').click();
  await field('Registered from').click();
  await keyboard('x');
  await expectNone(chosen());
  await row('Person 2').getByRole('checkbox').element().focus();
  await keyboard('?');
  const sheet = dialog('Keyboard shortcuts');
  await expect.element(sheet).toMatchTextContent(/aApprove/);
  await expect.element(sheet).toMatchTextContent(/rReject/);
  await expectSound('keys of a list');
  await keyboard('j{Escape}');
  await expect.element(box('Person 2')).toHaveFocus();
  await keyboard('{Control>}j{/Control}{Alt>}x{/Alt}{Meta>}j{/Meta}');
  await expect.element(box('Person 2')).toHaveFocus();
  await expectNone(chosen());
});

test('a and r press the buttons of the current row, and a decided row gives its place to the next', async () => {
  await openUnapproved();
  await keyboard('a');
  await expectNone(page.getByRole('dialog')); // no row is the current one
  await keyboard('jjr');
  await expect.element(dialog('Reject Registration').getByText('Person 2')).toBeVisible();
  await expect.element(dialog('Reject Registration').getByRole('button', { name: 'Yes, Reject' })).toBeVisible();
  await keyboard('{Escape}a');
  const asked = dialog('Confirm Approval');
  await expect.element(asked.getByText('Person 2')).toBeVisible();
  server.answer(accounts.approve, { message: 'User approved successfully!' });
  server.answer(accounts.listUnapproved, [person(1), person(3)]);
  await keyboard('{Enter}');
  await expectNone(row('Person 2'));
  await expect.element(row('Person 3').getByRole('link')).toHaveFocus();
  expect(server.sent(accounts.approve).map(({ params }) => params)).toEqual([{ id: person(2)._id }]);
});

test('where a colleague has decided on the current row, no other row becomes it until a key leads there', async () => {
  await openUnapproved();
  await keyboard('jj');
  await expect.element(row('Person 2').getByRole('link')).toHaveFocus();
  server.answer(accounts.listUnapproved, [person(1), person(3)]);
  await queryClient.invalidateQueries({ queryKey: ['people'] });
  await expectNone(row('Person 2'));
  expect(document.activeElement).toBe(document.body);
  await keyboard('a');
  await expectNone(page.getByRole('dialog'));
  await keyboard('j');
  await expect.element(row('Person 3').getByRole('link')).toHaveFocus();
});

test('Enter opens the current row', async () => {
  await openUnapproved();
  await box('Person 1').click();
  await keyboard('j');
  const link = row('Person 2').getByRole('link');
  await expect.element(link).toHaveFocus();
  const opened: string[] = [];
  link.element().addEventListener('click', (event) => {
    event.preventDefault();
    opened.push((event.currentTarget as HTMLAnchorElement).pathname);
  });
  await keyboard('{Enter}');
  box('Person 2').element().focus();
  await keyboard('{Enter}');
  expect(opened).toEqual([`/admin-dashboard/people/${person(2)._id}`, `/admin-dashboard/people/${person(2)._id}`]);
});

const openKeys = async () => {
  await button('Columns and keys').click();
  await button('Keyboard shortcuts').click();
};

test('keys are switched off on the device, and the button still shows them', async () => {
  await openUnapproved();
  await openKeys();
  await page.getByRole('checkbox', { name: /^Use these keys/ }).click();
  await keyboard('{Escape}');
  await keyboard('jx?');
  await expectNone(chosen());
  await expectNone(page.getByRole('dialog'));
  await openUnapproved();
  await keyboard('jx');
  await expectNone(chosen());
  await openKeys();
  await page.getByRole('checkbox', { name: /^Use these keys/ }).click();
  await keyboard('{Escape}');
  box('Person 1').element().focus();
  await keyboard('x');
  await expect.element(box('Person 1')).toBeChecked();
});

test('the menu of a row goes by arrows, first letters and Escape, and nothing in it is red', async () => {
  await openRegister();
  const opener = row('Holder 2').getByRole('button', { name: /^Actions for/ });
  const item = (name: string) => page.getByRole('menuitem', { name });
  opener.element().focus();
  await keyboard('{ArrowUp}');
  await expect.element(item('Revoke')).toHaveFocus();
  await expect.element(opener).toHaveAttribute('aria-expanded', 'true');
  await keyboard('{ArrowDown}');
  await expect.element(item('Open PDF')).toHaveFocus();
  await keyboard('c');
  await expect.element(item('Correct')).toHaveFocus();
  await expectSound('menu of a row');
  const colour = (name: string) => getComputedStyle(item(name).element()).color;
  expect(colour('Revoke')).toBe(colour('Open PDF'));
  await keyboard('{Escape}');
  await expectNone(page.getByRole('menuitem'));
  await expect.element(opener).toHaveFocus();
  await keyboard('{Enter}');
  await expect.element(item('Open PDF')).toHaveFocus();
  await keyboard('{End}{Enter}');
  await expect.element(dialog('Revoke Certificate').getByText('Holder 2', { exact: false })).toBeVisible();
  await expectNone(page.getByRole('menuitem'));
  await keyboard('{Escape}');
  await expectNone(page.getByRole('dialog'));
  await expect.element(opener).toHaveFocus();
});

test('a click with Shift chooses all rows from the last one on, or takes them off', async () => {
  await openRegister();
  await box('Holder 3').click();
  await box('Holder 7').click({ modifiers: ['Shift'] });
  await expectCount(chosen(), 5);
  await box('Holder 5').click({ modifiers: ['Shift'] });
  await expectCount(chosen(), 2);
  await expect.element(main().getByText('2 selected').last()).toBeVisible();
  await button('Clear selection').click();
  await expectNone(chosen());
  await expect.element(main().getByRole('checkbox', { name: 'Select all 12 shown' })).toHaveFocus();
});

test('columns are shown and hidden, and the device remembers which', async () => {
  const head = (name: string) => main().getByRole('columnheader', { name, exact: true });
  await openRegister();
  await expect.element(head('Course')).toBeVisible();
  await expectNone(head('Email'));
  await button('Columns and keys').click();
  const choices = page.getByRole('group', { name: 'Columns' });
  await expectNone(choices.getByRole('checkbox', { name: 'Name' }));
  await choices.getByRole('checkbox', { name: 'Course' }).click();
  await choices.getByRole('checkbox', { name: 'Email' }).click();
  await choices.getByRole('checkbox', { name: 'Course' }).click();
  await choices.getByRole('checkbox', { name: 'Issued' }).click();
  await expectSound('columns of a list, all of them');
  await choices.getByRole('checkbox', { name: 'Course' }).click();
  await keyboard('{Escape}');
  await expectNone(choices);
  await expectNone(head('Course'));
  await expect.element(row('Holder 1')).toMatchTextContent('asha.nair@example.org');
  await openUnapproved();
  await openRegister();
  await expectNone(head('Course'));
  await expect.element(head('Email')).toBeVisible();
});

test('each filter that is set is a chip that removes it', async () => {
  await openStaffPage('certificates?state=expired&expiresFrom=2026-01-01');
  await expect.element(row('Holder 12')).toBeVisible();
  const chips = main().getByRole('list', { name: 'Filters that are set' });
  const asked = () => server.sent(register.list).at(-1)?.query;
  expect(asked()).toEqual({ state: 'expired', expiresFrom: '2026-01-01' });
  await expectNone(field('State'));
  await expectSound('filters as chips');
  await chips.getByRole('button', { name: 'Remove filter State: Expired' }).click();
  await expect.poll(asked).toEqual({ expiresFrom: '2026-01-01' });
  await expect.element(button('Filters')).toHaveFocus();
  await button('Filters').click();
  await field('State').selectOptions('Revoked');
  await expect.element(chips.getByRole('button', { name: /State: Revoked$/ })).toBeVisible();
  await chips.getByRole('button', { name: 'Clear all' }).click();
  await expect.poll(asked).toEqual({});
  await expectNone(chips);
  await expect.element(field('State')).toHaveValue('');
  await expect.element(button('Filters')).toHaveFocus();
});
