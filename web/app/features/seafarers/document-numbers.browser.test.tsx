import { seafarers } from '@fairlead/contract/seafarers/calls';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { button, expectKept, expectNone, expectWrong, field, fillIn, main } from '../../../testing/forms.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { signIn } from '../../../testing/people.ts';
import { noProfileYet, profileOf } from '../../../testing/profiles.ts';
import { expectSound } from '../../../testing/sound.ts';
import { server } from '../../../testing/stand-in-server.ts';

const noCdc = () => page.getByRole('checkbox', { name: 'CDC not issued' });
const noIndos = () => page.getByRole('checkbox', { name: 'INDoS not issued' });
const noGrade = () => page.getByRole('checkbox', { name: 'Grade not issued' });
const indosWords = 'Enter two digits, two letters and four digits, such as 21GL4839, or choose "INDoS not issued".';

beforeEach(() => {
  signIn('learner');
});

test('numbers are rewritten as the documents print them, and unusual ones are marked at once', async () => {
  noProfileYet();
  await openPage('/profile');
  await fillIn({
    Country: 'India',
    'Passport number': 'z 483920',
    'CDC number': 'chn 12 34 56',
    'INDoS number': '21 gl 483',
    'Grade number': ' ii/4 ',
  });
  await expectKept({ 'Passport number': 'Z483920', 'CDC number': 'CHN 123456', 'INDoS number': '21GL483' });
  const indian = main().getByText('An Indian passport number has one letter and seven digits. Please check it.');
  await expect.element(indian).toBeVisible();
  await expect.element(main().getByText('This number does not have the usual form.', { exact: false })).toBeVisible();
  await field('Passport number').fill('Ｚ４８３９２０１');
  await button('Submit').click();
  await expectKept({ 'Passport number': 'Z4839201', 'Grade number': 'II/4' });
  await expectNone(indian);
  await expectWrong('INDoS number', indosWords);
  await expectWrong('CDC expiry', 'CDC expiry is required');
  await expectSound('profile, document numbers with errors');

  await noCdc().click();
  await noIndos().click();
  await noGrade().click();
  for (const label of ['CDC number', 'CDC expiry', 'INDoS number', 'Grade number']) {
    await expect.element(field(label)).toBeDisabled();
    await expect.element(field(label)).not.toHaveAttribute('aria-invalid');
  }
  await button('Submit').click();
  await expectWrong('Signature', 'Signature is required');
  for (const label of ['CDC number', 'CDC expiry', 'INDoS number'])
    await expect.element(field(label)).not.toHaveAttribute('aria-invalid');
  // the choice is part of what a reload restores, and the number comes back with its checkbox
  await openPage('/profile');
  await expect.element(noCdc()).toBeChecked();
  await expect.element(noIndos()).toBeChecked();
  await expect.element(noGrade()).toBeChecked();
  await noIndos().click();
  await expect.element(field('INDoS number')).toBeEnabled();
  await expectSound('profile, document numbers not issued');
});

const threeMonths = 90 * 24 * 3600 * 1000;
const old = profileOf({
  passportNumber: 'z 4839201',
  passportExpiryDate: '2020-01-31',
  CDCnumber: 'chn 12 34 56',
  CDCexpiryDate: new Date(Date.now() + threeMonths).toISOString().slice(0, 10),
  indosNo: 'none',
});

test('stored numbers are marked, and only what was changed is sent', async () => {
  server.answer(seafarers.getOwnProfile, { data: old });
  await openPage('/profile', { and: ['/updateUserProfile'] });
  for (const words of ['z 4839201', 'Write it as Z4839201.', 'Write it as CHN 123456.', 'Expired'])
    await expect.element(main().getByText(words, { exact: false }).first()).toBeVisible();
  await expect.element(main().getByText('Expires soon')).toBeVisible();
  await expect.element(main().getByText('This number does not have the usual form. Please check it.')).toBeVisible();
  await expectSound('profile, marked');

  await page.getByRole('link', { name: 'Edit Profile' }).click();
  await expectKept({ 'Passport number': 'z 4839201', 'INDoS number': 'none' });
  await expect.element(main().getByText('Write it as Z4839201.')).toBeVisible();
  await expect.element(main().getByText('This date is in the past.', { exact: false })).toBeVisible();
  await expectSound('profile, edit of marked numbers');
  await userEvent.clear(field('City'));
  await userEvent.type(field('City'), 'Chennai');
  server.answer(seafarers.updateProfile, { message: 'Your profile has been changed.', data: old });
  await button('Update Profile').click();
  await expect.poll(() => server.sent(seafarers.updateProfile)).toHaveLength(1);
  const { form } = server.sent(seafarers.updateProfile)[0] ?? {};
  expect(form).toEqual({ city: 'Chennai' });
});

test('a profile without CDC, INDoS and grade number says so', async () => {
  server.answer(seafarers.getOwnProfile, {
    data: profileOf({ CDCnumber: 'NOT ISSUED', CDCexpiryDate: null, indosNo: 'NOT ISSUED', gradenumber: 'NOT ISSUED' }),
  });
  await openPage('/profile', { and: ['/updateUserProfile'] });
  await expect.element(main().getByText('Not issued').first()).toBeVisible();
  await expect.element(main().getByText('—', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Edit Profile' }).click();
  await expect.element(noCdc()).toBeChecked();
  await expect.element(noIndos()).toBeChecked();
  await expect.element(noGrade()).toBeChecked();
  await expect.element(field('CDC expiry')).toBeDisabled();
});
