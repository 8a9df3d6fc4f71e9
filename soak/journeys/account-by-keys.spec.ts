import { expect } from '@playwright/test';
import { codeIn } from '../../e2e/pages/approved-seafarer.ts';
import { tabTo } from '../../e2e/pages/keys.ts';
import { signedIn } from '../../e2e/pages/states.ts';
import { test } from '../../e2e/programs.ts';

test('every form of the account works by keyboard alone, and returns the focus', async ({
  browser,
  academy,
  school,
}) => {
  const person = await school.learner('Meera');
  const page = await signedIn(browser, academy, person);
  const { keyboard } = page;
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const email = `keys-${person.email}`;
  await page.goto('/dashboard');
  await expect(page.getByRole('link', { name: 'Account', exact: true })).toBeVisible();
  await tabTo(page, page.getByRole('link', { name: 'Account', exact: true }));
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Account');
  await expect(page.getByRole('main')).toBeFocused();

  await tabTo(page, button('Change email'));
  await keyboard.press('Enter');
  await expect(page.getByLabel('New email')).toBeFocused();
  await tabTo(page, button('Cancel'));
  await keyboard.press('Enter');
  await expect(button('Change email')).toBeFocused();
  await keyboard.press('Space');
  await expect(page.getByLabel('New email')).toBeFocused();
  await keyboard.type(email);
  await tabTo(page, page.getByLabel('Current password'));
  await keyboard.type(person.password);
  await tabTo(page, button('Send OTP'));
  await keyboard.press('Enter');
  await expect(page.getByLabel('OTP')).toBeFocused();
  await keyboard.type(codeIn((await academy.mailTo(email, 'OTP for a new email')).text));
  await keyboard.press('Enter');
  await expect(page.getByText('Your email address has been changed.')).toBeVisible();
  await expect(button('Change email')).toBeFocused();

  await tabTo(page, button('Change mobile'));
  await keyboard.press('Enter');
  await expect(page.getByLabel('New mobile')).toBeFocused();
  await keyboard.press('Control+A');
  await keyboard.type('123');
  await keyboard.press('Enter');
  await expect(page.getByText('Please enter a valid 10-digit mobile number.').first()).toBeVisible();
  await expect(page.getByLabel('New mobile')).toBeFocused();
  await keyboard.press('Control+A');
  await keyboard.type('9999900000');
  await keyboard.press('Enter');
  await expect(page.getByText('Your mobile number has been changed.')).toBeVisible();
  await expect(button('Change mobile')).toBeFocused();

  await tabTo(page, button('Change password'));
  await keyboard.press('Enter');
  await expect(page.getByLabel('Current password')).toBeFocused();
  await keyboard.type(person.password);
  for (const label of ['New password', 'Confirm password']) {
    await tabTo(page, page.getByLabel(label));
    await keyboard.type('a new lighthouse');
  }
  await tabTo(page, button('Change password'));
  await keyboard.press('Enter');
  await expect(page.getByText('Your password has been changed')).toBeVisible();
  await expect(button('Change password')).toBeFocused();
});
