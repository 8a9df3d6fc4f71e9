import { expect, test } from 'vitest';
import { openAccount, signInWithAccount } from '../../../testing/account.ts';
import { main } from '../../../testing/forms.ts';

test('theme and low data are chosen on the account page, and stay on this device', async () => {
  signInWithAccount();
  await openAccount();
  await main().getByLabelText('Theme').selectOptions('Dark');
  expect([document.documentElement.dataset.theme, localStorage.getItem('theme')]).toEqual(['dark', 'dark']);
  await main().getByLabelText('Theme').selectOptions('Same as device');
  expect([document.documentElement.dataset.theme, localStorage.getItem('theme')]).toEqual([undefined, null]);
  await main()
    .getByLabelText(/^Low data/)
    .click();
  expect(localStorage.getItem('lowData')).not.toBeNull();
});
