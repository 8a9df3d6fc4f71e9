import { type CDPSession, expect, type Page } from '@playwright/test';
import { addApprovedSeafarer } from './pages/approved-seafarer.ts';
import { logIn } from './pages/seafarer.ts';
import { logInAsStaff } from './pages/staff.ts';
import { complaintsOf } from './pages/states.ts';
import { ownProgram } from './programs.ts';

/** Opened by a host name, since browsers have no passkeys for an IP address. */
const test = ownProgram(import.meta.url, { host: 'localhost' });

type Device = { browser: CDPSession; authenticatorId: string };

/** Adds an authenticator to a page, which creates passkeys and recognises its owner. */
async function giveDevice(page: Page): Promise<Device> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('WebAuthn.enable');
  const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { browser, authenticatorId };
}

/** Sets whether the device recognises the person who uses it. */
const recognises = ({ browser, authenticatorId }: Device, isUserVerified: boolean) =>
  browser.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });

const card = (page: Page) => page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem');
const openAccount = async (page: Page) => {
  await page.getByRole('link', { name: 'Account', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Account');
};

async function addPasskey(page: Page, password: string, name?: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Chrome on Linux');
  if (name) await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Current password').fill(password);
  await page.getByRole('button', { name: 'Add passkey', exact: true }).click();
}

const logOut = (page: Page) => page.evaluate('localStorage.clear()');
const signIn = async (page: Page, at = '/login') => {
  await page.goto(at);
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
};
const notOpened = 'This passkey does not open an account. Please log in with your password.';

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

test('a passkey login that cannot be fetched reports it, and the rest of the page works', async ({ page, academy }) => {
  await page.route('**/assets/log-in-by-passkey-*.js', (route) => route.abort());
  await signIn(page, `${academy.url}/login`);
  await expect(page.getByText('Network error. Please try again.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Login' })).toBeEnabled();
});
