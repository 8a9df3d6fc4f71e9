import { seafarers } from '@fairlead/contract/seafarers/calls';
import { beforeEach, expect, test } from 'vitest';
import { button, expectKept, expectNone, expectWrong, field, fillIn, main } from '../../../testing/forms.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { signIn } from '../../../testing/people.ts';
import { noProfileYet, profileOf } from '../../../testing/profiles.ts';
import { expectSound } from '../../../testing/sound.ts';
import { server } from '../../../testing/stand-in-server.ts';

const isList = (label: string) => field(label).element() instanceof HTMLSelectElement;

beforeEach(() => {
  signIn('learner');
});

test('the PIN code proposes the state until one is chosen, and is compared with it', async () => {
  noProfileYet();
  await openPage('/profile');
  await fillIn({ Country: 'India', 'PIN code': '403001' });
  await expectKept({ State: 'Goa' });
  await field('PIN code').fill('682001');
  await expectKept({ State: 'Kerala' });
  await field('State').selectOptions('Tamil Nadu');
  await expect.element(main().getByText('This PIN code is in Kerala, not in Tamil Nadu.')).toBeVisible();
  await field('PIN code').fill('600001');
  await expectNone(main().getByText('This PIN code is in', { exact: false }));
  await expectKept({ State: 'Tamil Nadu' });
  await field('PIN code').fill('12345');
  await button('Submit').click();
  await expectWrong('PIN code', 'A PIN code of India has six digits, such as 682001');
  await expectSound('profile, PIN code refused');
});

test('the state of another country is typed, and the offered country code of India is gone', async () => {
  noProfileYet();
  await openPage('/profile');
  await expectKept({ Phone: '+91' });
  await fillIn({ State: 'Kerala', Country: 'Philippines' });
  await expect.poll(() => isList('State')).toBe(false);
  await expectKept({ State: '', Phone: '' });
  await field('State').fill('Cebu');
  await field('PIN code').fill('6000');
  await expectKept({ State: 'Cebu' });
  await field('Country').selectOptions('India');
  await expect.poll(() => isList('State')).toBe(true);
  await expectKept({ State: '' });
});

test('what was typed before there were lists stays until another is chosen, and is asked about', async () => {
  const profile = profileOf({ state: 'Elsewhere', country: 'Republic of India' });
  server.answer(seafarers.getOwnProfile, { data: profile });
  await openPage('/profile', { and: ['/updateUserProfile'] });
  await expect
    .element(main().getByText('‘Elsewhere’ is not in the list of the states of India.', { exact: false }))
    .toBeVisible();
  await expectSound('profile, unknown state');
  await main().getByRole('link', { name: 'Choose your state' }).click();
  await expect.element(field('State')).toHaveFocus();
  await expectKept({ State: 'Elsewhere', Country: 'Republic of India' });
  server.answer(seafarers.updateProfile, { message: 'Profile updated successfully!', data: profileOf() });
  await field('State').selectOptions('Kerala');
  await button('Update Profile').click();
  await expectNone(main().getByRole('link', { name: 'Choose your state' }));
  const { form } = server.sent(seafarers.updateProfile)[0] ?? {};
  expect(form).toEqual({ state: 'Kerala' });
});
