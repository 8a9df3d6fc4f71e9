import { accounts } from '@fairlead/contract/accounts';
import { seafarers } from '@fairlead/contract/seafarers';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { desk, phone } from '../../testing/looks.ts';
import { expectSound } from '../../testing/sound.ts';
import { openStaffPage, staffAt } from '../../testing/staff.ts';
import { server } from '../../testing/stand-in-server.ts';

// shows: admin/drawer, constants/admin-drawer
test('the menu is beside the page if there is space, and otherwise in a drawer 240 wide', async () => {
  staffAt();
  server.answer(accounts.listApproved, []);
  server.answer(accounts.listUnapproved, []);
  server.answer(seafarers.listProfiles, { data: [] });
  await openStaffPage('approved-users', ['user-profiles']);
  const menu = page.getByRole('navigation', { name: 'Staff' });
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  const opener = page.getByRole('button', { name: 'Menu' });
  await expect.element(menu.getByRole('link', { name: 'Approved Users', exact: true })).toBeVisible();
  expect(opener.elements()).toEqual([]);
  expect(menu.element().parentElement?.parentElement?.getBoundingClientRect().width).toBe(240);
  await page.viewport(phone.width, phone.height);
  try {
    expect(menu.elements()).toEqual([]);
    await opener.click();
    await expect.element(drawer).toBeVisible();
    expect(drawer.element().getBoundingClientRect().width).toBe(240);
    await expectSound('menu in a drawer');
    await page.viewport(phone.width, phone.height);
    await drawer.getByRole('link', { name: 'User Profiles' }).click();
    await expect.element(page.getByRole('heading', { level: 1, name: 'User Profiles' })).toBeVisible();
    expect(drawer.elements()).toEqual([]);
    await opener.click();
    await drawer.getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => drawer.elements()).toEqual([]);
  } finally {
    await page.viewport(desk.width, desk.height);
  }
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
