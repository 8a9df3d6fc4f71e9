import { expect } from '@playwright/test';
import { addApprovedSeafarer } from './pages/approved-seafarer.ts';
import { addPasskey, card, giveDevice, logOut, notOpened, openAccount, recognises, signIn } from './pages/passkeys.ts';
import { logIn } from './pages/seafarer.ts';
import { complaintsOf } from './pages/states.ts';
import { ownProgram } from './programs.ts';

/** Opened by a host name, since browsers have no passkeys for an IP address. */
const test = ownProgram(import.meta.url, { host: 'localhost' });

test('a seafarer adds a passkey, signs in without the password, and removes it', async ({ page, academy }) => {
  const complaints = complaintsOf(page);
  const names = { firstName: 'Meera', lastName: 'Nair' };
  const person = { ...names, email: 'meera@example.org', password: 'steady as she goes', passport: 'Z4839201' };
  await addApprovedSeafarer(academy, person);
  const device = await giveDevice(page);
  await logIn(page, academy, person);
  await openAccount(page);
  await expect(page.getByRole('heading', { name: 'Passkeys' })).toBeVisible();

  await addPasskey(page, 'not the password');
  await expect(page.getByText('This is not your current password.')).toBeVisible();
  await recognises(device, false);
  await page.getByLabel('Current password').fill(person.password);
  await page.getByRole('button', { name: 'Add passkey', exact: true }).click();
  await expect(page.getByText('The device did not create a passkey.')).toBeVisible();
  await recognises(device, true);
  await page.getByRole('button', { name: 'Add passkey', exact: true }).click();
  await expect(card(page)).toHaveCount(1);
  await expect(card(page)).toContainText('Not used yet');
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toBeFocused();
  await academy.mailTo(person.email, 'A passkey was added to your account');

  // the same device does not create a second one
  await addPasskey(page, person.password);
  await expect(page.getByText('This device already has a passkey for your account.')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();

  await logOut(page);
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Log in with a passkey' })).toBeVisible();
  await recognises(device, false);
  await signIn(page);
  await expect(page.getByText('No passkey was used.')).toBeVisible();
  await recognises(device, true);
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await expect(page).toHaveURL(`${academy.url}/dashboard`);
  await openAccount(page);
  await expect(card(page)).toContainText('Last used');

  await page.getByRole('button', { name: 'Rename' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('The phone on the bridge');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(card(page)).toContainText('The phone on the bridge');
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('dialog').getByLabel('Current password').fill(person.password);
  await page.getByRole('button', { name: 'Yes, Remove' }).click();
  await expect(page.getByText('Passkey removed')).toBeVisible();
  await expect(card(page)).toHaveCount(0);
  await academy.mailTo(person.email, 'was removed');

  await logOut(page);
  await signIn(page);
  await expect(page.getByText(notOpened)).toBeVisible();
  expect(complaints).toEqual([]);
});

test('a passkey login that cannot be fetched reports it, and the rest of the page works', async ({ page, academy }) => {
  await page.route('**/assets/log-in-by-passkey-*.js', (route) => route.abort());
  await signIn(page, `${academy.url}/login`);
  await expect(page.getByText('Network error. Please try again.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Login' })).toBeEnabled();
});
