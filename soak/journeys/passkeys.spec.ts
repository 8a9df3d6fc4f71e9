import { expect } from '@playwright/test';
import { addApprovedSeafarer } from '../../e2e/pages/approved-seafarer.ts';
import { addPasskey, card, giveDevice, logOut, notOpened, openAccount, signIn } from '../../e2e/pages/passkeys.ts';
import { logIn } from '../../e2e/pages/seafarer.ts';
import { logInAsStaff } from '../../e2e/pages/staff.ts';
import { ownProgram } from '../../e2e/programs.ts';

/** Opened by a host name, since browsers have no passkeys for an IP address. */
const test = ownProgram(import.meta.url, { host: 'localhost' });

test('staff sign in by a passkey alone, several devices are listed, and a cloned one is refused', async ({
  page,
  browser,
  academy,
}) => {
  const device = await giveDevice(page);
  await logInAsStaff(page, academy);
  await openAccount(page);
  await addPasskey(page, academy.admin.password);
  await expect(card(page)).toHaveCount(1);
  const { credentials } = await device.browser.send('WebAuthn.getCredentials', device);
  const [copy] = credentials;
  if (!copy) throw new Error('the device has no key');

  // another device of the same person
  const phone = await (await browser.newContext({ baseURL: academy.url })).newPage();
  await giveDevice(phone);
  await logInAsStaff(phone, academy);
  await openAccount(phone);
  await addPasskey(phone, academy.admin.password, 'Phone');
  await expect(card(phone)).toHaveCount(2);

  await logOut(page);
  await signIn(page, '/ornate_backend');
  await expect(page).toHaveURL(`${academy.url}/admin-dashboard`);
  await openAccount(page);
  await expect(card(page)).toHaveCount(2);

  // the signature counter of a copied key continues from the copy
  const thief = await (await browser.newContext({ baseURL: academy.url })).newPage();
  const copied = await giveDevice(thief);
  await copied.browser.send('WebAuthn.addCredential', { ...copied, credential: { ...copy, signCount: 0 } });
  await signIn(thief, '/ornate_backend');
  await expect(thief.getByText(notOpened)).toBeVisible();
  await academy.mailTo(academy.admin.email, 'is blocked');
  await page.reload();
  await expect(card(page).filter({ hasText: 'Blocked' })).toHaveCount(1);
});

test('a learner’s passkey does not open the staff area', async ({ page, academy }) => {
  const names = { firstName: 'Ravi', lastName: 'Menon' };
  const person = { ...names, email: 'ravi@example.org', password: 'steady as she goes', passport: 'Z4839202' };
  await addApprovedSeafarer(academy, person);
  await giveDevice(page);
  await logIn(page, academy, person);
  await openAccount(page);
  await addPasskey(page, person.password);
  await expect(card(page)).toHaveCount(1);
  await logOut(page);
  await signIn(page, '/ornate_backend');
  await expect(page.getByText('This account has no staff role.')).toBeVisible();
  expect(await page.evaluate(`localStorage.getItem('accessToken')`)).toBeNull();
});
