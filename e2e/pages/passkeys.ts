import { type CDPSession, expect, type Page } from '@playwright/test';

export type Device = { browser: CDPSession; authenticatorId: string };

/** Adds an authenticator to a page, which creates passkeys and recognises its owner. */
export async function giveDevice(page: Page): Promise<Device> {
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
export const recognises = ({ browser, authenticatorId }: Device, isUserVerified: boolean) =>
  browser.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });

export const card = (page: Page) => page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem');
export const openAccount = async (page: Page) => {
  await page.getByRole('link', { name: 'Account', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Account');
};

export async function addPasskey(page: Page, password: string, name?: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Chrome on Linux');
  if (name) await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Current password').fill(password);
  await page.getByRole('button', { name: 'Add passkey', exact: true }).click();
}

export const logOut = (page: Page) => page.evaluate('localStorage.clear()');
export const signIn = async (page: Page, at = '/login') => {
  await page.goto(at);
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
};
export const notOpened = 'This passkey does not open an account. Please log in with your password.';
