import { outbox } from '@fairlead/contract/academy/outbox';
import { accounts } from '@fairlead/contract/accounts/calls';
import { overview } from '@fairlead/contract/overview/calls';
import { seafarers } from '@fairlead/contract/seafarers/calls';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { stopClock } from '../../testing/clock.ts';
import { desk, phone } from '../../testing/looks.ts';
import { openPage } from '../../testing/open-page.tsx';
import { overviewOf } from '../../testing/overview.ts';
import { expectSound, expectWithin } from '../../testing/sound.ts';
import { openStaffPage, staffAt } from '../../testing/staff.ts';
import { server } from '../../testing/stand-in-server.ts';
import { queryClient } from '../lib/calls/query-client.ts';

// shows: admin/drawer, constants/admin-drawer
test('the menu is beside the page if there is space, and otherwise in a drawer 240 wide', async () => {
  staffAt();
  server.answer(accounts.listApproved, []);
  server.answer(accounts.listUnapproved, []);
  server.answer(seafarers.listProfiles, { data: [] });
  await openStaffPage('approved-users', ['unapproved-users', 'user-profiles']);
  const menu = page.getByRole('navigation', { name: 'Staff' });
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  const opener = page.getByRole('button', { name: 'Menu' });
  await expect.element(menu.getByRole('link', { name: 'People', exact: true })).toBeVisible();
  expect(opener.elements()).toEqual([]);
  expect(menu.element().parentElement?.parentElement?.getBoundingClientRect().width).toBe(240);
  await page.viewport(phone.width, phone.height);
  try {
    expect(menu.elements()).toEqual([]);
    await opener.click();
    await expect.element(drawer).toBeVisible();
    expect(drawer.element().getBoundingClientRect().width).toBe(240);
    await expectSound('menu in a drawer');
    for (const width of [320, 640, 768, 1024]) await expectWithin('the staff header', width);
    await page.viewport(phone.width, phone.height);
    await drawer.getByRole('link', { name: 'People' }).click();
    await expect.element(page.getByRole('heading', { level: 1, name: 'Unapproved Users' })).toBeVisible();
    expect(drawer.elements()).toEqual([]);
    await page.getByRole('navigation', { name: 'People' }).getByRole('link', { name: 'User Profiles' }).click();
    await expect.element(page.getByRole('heading', { level: 1, name: 'User Profiles' })).toBeVisible();
    await opener.click();
    await drawer.getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => drawer.elements()).toEqual([]);
  } finally {
    await page.viewport(desk.width, desk.height);
  }
});

const menu = page.getByRole('navigation', { name: 'Staff' });
const entry = (name: string) => menu.getByRole('link', { name, exact: true });
const tab = (of: string, name: string) =>
  page.getByRole('navigation', { name: of, exact: true }).getByRole('link', { name, exact: true });
const pending = (count: number) => ({ count, longest: [] });

test('the number of pending items stands beside entries and tabs, and none where it is unknown', async () => {
  staffAt();
  server.answer(accounts.listApproved, []);
  server.answer(
    overview.getOverview,
    overviewOf({
      registrations: pending(3),
      identityChanges: pending(1000),
      requests: pending(1001),
      jobsGivenUp: pending(2),
    }),
  );
  const { go } = await openStaffPage('courses', ['approved-users']);
  await expect.element(entry('People')).toHaveAccessibleDescription('1,000+ pending');
  await expect.element(entry('Requests')).toHaveAccessibleDescription('1,000+ pending');
  await expect.element(entry('Settings')).toHaveAccessibleDescription('2 pending');
  await expect.element(entry('Certificates')).not.toHaveAccessibleDescription();
  await expectSound('menu with counts');
  // what was read a moment ago is not read again with each page
  await go('/admin-dashboard/approved-users');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Approved Users' })).toBeVisible();
  await expect.element(tab('People', 'Unapproved Users')).toHaveAccessibleDescription('3 pending');
  await expect.element(tab('People', 'User Profiles')).toHaveAccessibleDescription('1,000 pending');
  await expect.element(tab('People', 'Approved Users')).not.toHaveAccessibleDescription();
  await expectSound('tabs with counts');
  expect(server.sent(overview.getOverview).length).toBe(1);
  server.fail(overview.getOverview, { status: 500 });
  await queryClient.refetchQueries({ queryKey: ['overview'] });
  await expect.element(entry('People')).not.toHaveAccessibleDescription();
  await expect.element(tab('People', 'Unapproved Users')).not.toHaveAccessibleDescription();
  expect(page.getByRole('alert').elements()).toEqual([]);
});

test('the counts are read again once a minute and after a decision, not with each page', async () => {
  const clock = stopClock();
  staffAt();
  server.answer(accounts.listApproved, []);
  server.answer(outbox.listFailed, { data: [] });
  const { go } = await openStaffPage('approved-users', ['approved-users']);
  const asked = () => server.sent(overview.getOverview).length;
  expect(asked()).toBe(1);
  await clock.passes(59);
  expect(asked()).toBe(1);
  await clock.passes(2);
  expect(asked()).toBe(2);
  await clock.passes(20);
  await go('/admin-dashboard/courses');
  await clock.passes(0);
  expect(asked()).toBe(2);
  await queryClient.invalidateQueries({ queryKey: ['overview'] });
  expect(asked()).toBe(3);
});

// 35, 20 and 12 while each page had an entry of its own
test.each([
  ['admin', 15],
  ['registrar', 11],
  ['instructor', 6],
] as const)('the menu of the role %s has %i links', async (role, links) => {
  staffAt(role);
  server.answer(overview.getOverview, overviewOf({ paymentProofs: pending(0) }));
  await openStaffPage('courses');
  await expect.poll(() => menu.getByRole('link').elements().length).toBe(links);
  await expectSound(`menu of the role ${role}`);
});

test('tabs lead to the pages of an entry that the role may open, and the entry and the tab are marked', async () => {
  staffAt('registrar');
  server.answer(accounts.listApproved, []);
  server.answer(accounts.listUnapproved, []);
  const { go, path } = await openStaffPage('users', ['unapproved-users', 'approved-users', 'courses']);
  await expect.element(tab('People', 'Unapproved Users')).toHaveAttribute('aria-current', 'page');
  await expect.element(entry('People')).toHaveAttribute('aria-current', 'page');
  expect(path()).toBe('/admin-dashboard/unapproved-users');
  await tab('People', 'Approved Users').click();
  await expect.element(tab('People', 'Approved Users')).toHaveAttribute('aria-current', 'page');
  await expect.element(entry('People')).toHaveAttribute('aria-current', 'true');
  await expect.element(tab('People', 'Import or add')).toHaveAttribute('href', '/admin-dashboard/import-users');
  // one page alone needs no tabs, and what the role may not open is not offered
  await go('/admin-dashboard/courses');
  await expect.element(entry('Courses')).toHaveAttribute('aria-current', 'page');
  expect(page.getByRole('navigation').elements()).toEqual([menu.element()]);
});

test('the entry of the page is in view, and the list of what is edited is marked', async () => {
  staffAt();
  server.answer(outbox.listFailed, { data: [] });
  await page.viewport(desk.width, 400);
  try {
    const { go } = await openStaffPage('courses');
    await go('/admin-dashboard/staff');
    await expect.element(tab('Settings', 'Staff')).toHaveAttribute('aria-current', 'page');
    await expect.element(entry('Settings')).toBeInViewport({ ratio: 1 });
    await go('/admin-dashboard/create-course?course=7');
    await expect.element(tab('Courses', 'All Courses')).toHaveAttribute('aria-current', 'page');
    await expect.element(entry('Courses')).toBeInViewport({ ratio: 1 });
    expect(menu.element().querySelectorAll('[aria-current]').length).toBe(1);
    expect(scrollY).toBe(0);
    await expect.element(entry('Public website')).toHaveAttribute('href', '/');
  } finally {
    await page.viewport(desk.width, desk.height);
  }
});

test('the header names the academy, whose name may be long', async () => {
  staffAt();
  const name = 'Institute of Maritime Studies and Offshore Safety Training of the Western Coast';
  await openPage('/admin-dashboard/courses', { academy: { name } });
  await expect.element(page.getByRole('banner').getByText(name)).toBeVisible();
  await expectSound('staff header with a long name');
  for (const width of [320, 640, 768, 1024]) await expectWithin('the staff header', width);
});

test('a page that the role may not open reports it, and links to the overview', async () => {
  staffAt('instructor');
  await openStaffPage('unapproved-users');
  await expect
    .element(page.getByRole('heading', { level: 1, name: 'This page is not part of your role' }))
    .toBeVisible();
  expect(page.getByRole('heading', { name: 'Unapproved Users' }).elements()).toEqual([]);
  await expectSound('a page of another role');
  await page.getByRole('link', { name: 'Go to the overview' }).click();
  await expect.element(page.getByRole('heading', { name: 'The page /admin-dashboard' })).toBeVisible();
});
