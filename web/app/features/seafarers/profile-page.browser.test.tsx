import { accounts } from '@fairlead/contract/accounts/calls';
import { seafarers } from '@fairlead/contract/seafarers/calls';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { stopClock } from '../../../testing/clock.ts';
import {
  alertWith,
  button,
  expectCount,
  expectFailuresShown,
  expectKept,
  expectNone,
  expectWrong,
  field,
  fillIn,
  main,
} from '../../../testing/forms.ts';
import { importRowOf } from '../../../testing/imports.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { signIn } from '../../../testing/people.ts';
import { noProfileYet, profileOf } from '../../../testing/profiles.ts';
import { expectSound } from '../../../testing/sound.ts';
import { server } from '../../../testing/stand-in-server.ts';
import { queryClient } from '../../lib/calls/query-client.ts';

const texts = {
  'Date of birth': '1994-03-21',
  Phone: '+919820012345',
  'Street address': '14 Harbour Lane',
  City: 'Kochi',
  State: 'Kerala',
  Country: 'India',
  'PIN code': '682001',
  'Passport number': 'Z4839201',
  'Passport expiry': '2031-05-01',
  'CDC number': 'MUM 123456',
  'CDC expiry': '2030-01-31',
  'INDoS number': '21GL4839',
  'Grade number': 'II/4',
  'ID type': 'Passport',
};
const documents = { 'Profile picture': 'me.jpg', 'ID document': 'passport.jpg', Signature: 'signature.jpg' };
const labels = [...Object.keys(texts), ...Object.keys(documents)];

/** A picture that a person uploads. */
async function pictureCalled(name: string): Promise<File> {
  const canvas = document.createElement('canvas');
  canvas.getContext('2d')?.fillText(name, 10, 10);
  const { promise, resolve } = Promise.withResolvers<Blob | null>();
  canvas.toBlob(resolve, 'image/jpeg');
  const drawn = await promise;
  if (!drawn) throw new Error('nothing was drawn');
  return new File([drawn], name, { type: 'image/jpeg' });
}

async function chooseDocuments() {
  for (const [label, name] of Object.entries(documents)) {
    await field(label).upload(await pictureCalled(name));
    await expect.element(main().getByText(name, { exact: false })).toBeVisible();
  }
}

const notice = (words: string | RegExp) => page.getByRole('status').getByText(words);
const view = () => page.getByRole('heading', { name: 'Asha Nair', level: 1 });

beforeEach(() => {
  signIn('learner');
  noProfileYet();
});

describe('the form for a new profile', () => {
  // shows: profile/create-fields, entities/id-types-create, constants/phone-country
  test('is shown once it is known that there is no profile, and has every field', async () => {
    const arrive = server.hold(seafarers.getOwnProfile);
    const opening = openPage('/profile');
    await expect.element(page.getByRole('status').getByText('Loading')).toBeInTheDocument();
    await expectNone(button('Submit'));
    arrive();
    await opening;
    for (const label of labels) await expectCount(field(label), 1);
    await expect.element(field('Phone')).toHaveValue('+91');
    for (const type of ['Aadhaar', 'PAN', 'Voter ID', 'Passport', 'Driving License'])
      await expect.element(field('ID type').getByRole('option', { name: type })).toBeInTheDocument();
    await expectSound('profile, form');
  });

  test('starts with the mobile of the registration, and India where the academy is there', async () => {
    noProfileYet(null, '9820012345');
    await openPage('/profile');
    await expectKept({ Phone: '+919820012345', Country: 'India' });
    await expectNone(main().getByText(/^The academy has filled in what it knows of you/));
    noProfileYet(null, '+639171234567');
    queryClient.clear();
    await openPage('/profile');
    await expectKept({ Phone: '+639171234567', Country: '' });
    noProfileYet();
    queryClient.clear();
    await openPage('/profile', { academy: { timeZone: 'Asia/Manila' } });
    await expectKept({ Phone: '+91', Country: '' });
  });

  test('says which number of the registration it does not take over, and proposes no country by it', async () => {
    const said = (mobile: string) => main().getByText(`You registered with ${mobile}:`, { exact: false });
    for (const mobile of ['1712345678', '982001']) {
      noProfileYet(null, mobile);
      queryClient.clear();
      await openPage('/profile');
      await expect.element(said(mobile)).toBeVisible();
      await expectKept({ Phone: '+91', Country: '' });
    }
    await expectSound('profile, mobile not taken over');
  });

  test('starts with what the academy has entered, which the seafarer can change', async () => {
    noProfileYet({ ...importRowOf().particulars, passportNumber: 'Z4839201', CDCnumber: 'NOT ISSUED' });
    await openPage('/profile');
    await expect.element(main().getByText(/^The academy has filled in what it knows of you/)).toBeVisible();
    await expect.element(field('Passport number')).toHaveValue('Z4839201');
    await expect.element(page.getByLabelText('CDC not issued')).toBeChecked();
    await expect.element(field('Phone')).toHaveValue('+91');
  });

  test('a photograph of a passport fills number and dates, and is not sent with the form', async () => {
    await openPage('/profile');
    const photograph = page.getByLabelText('Fill in from a photograph of your passport');
    const passportNumber = field('Passport number');
    server.answer(seafarers.readPassport, { data: null });
    await photograph.upload(await pictureCalled('desk.jpg'));
    await expect.element(notice(/^We could not read this picture/)).toBeVisible();
    await expect.element(passportNumber).toHaveValue('');
    server.fail(seafarers.readPassport, 'no link');
    await photograph.upload(await pictureCalled('passport.jpg'));
    await expect.element(main().getByText('Network error. Please try again.')).toBeVisible();
    await expectSound('profile, passport not read');
    server.answer(seafarers.readPassport, {
      data: { passportNumber: 'Z4839201', DateofBirth: '1994-03-21', passportExpiryDate: '2020-05-01' },
    });
    await photograph.upload(await pictureCalled('passport.jpg'));
    await expectKept({ 'Passport number': 'Z4839201', 'Date of birth': '1994-03-21', 'Passport expiry': '2020-05-01' });
    await expect.element(notice(/^Passport number, passport expiry and date of birth are filled in/)).toBeVisible();
    // the field looks at it as if it had been typed, and the draft has it
    await expect.element(main().getByText('This date is in the past.', { exact: false })).toBeVisible();
    expect(Object.values({ ...sessionStorage }).join()).toContain('Z4839201');
    await expectSound('profile, passport read');
    expect(server.sent(seafarers.readPassport).map(({ form }) => Object.keys(form ?? {}))).toEqual(
      Array(3).fill(['passport']),
    );
    await chooseDocuments();
    const { 'Passport number': _, 'Date of birth': __, 'Passport expiry': ___, ...others } = texts;
    await fillIn(others);
    server.answer(seafarers.createProfile, { message: 'Profile submitted successfully!', data: profileOf() });
    await button('Submit').click();
    await expect.element(notice('Profile submitted successfully!')).toBeVisible();
    const sent = server.sent(seafarers.createProfile).at(-1)?.form ?? {};
    expect(sent).toMatchObject({ passportNumber: 'Z4839201' });
    expect(Object.keys(sent).filter((name) => sent[name] instanceof File)).toHaveLength(3);
  });

  // shows: rules/profile-required, rules/profile-files-required, rules/profile-incomplete
  test('reports each field that is missing, and sends nothing', async () => {
    await openPage('/profile', { academy: { timeZone: 'Asia/Manila' } });
    await field('Phone').fill('');
    const { passes } = stopClock();
    await button('Submit').click();
    const sentence = page.getByRole('alert').getByText('Please fill all the details before submitting the form.');
    await expect.element(sentence).toBeVisible();
    // two sentences are the specification's, in its words
    const theirs: Record<string, string> = {
      'PIN code': 'Zip code is required',
      'INDoS number': 'INDOS number is required',
    };
    for (const label of labels) await expectWrong(label, theirs[label] ?? `${label} is required`);
    await expect.element(field('Date of birth')).toHaveFocus();
    await expectSound('profile, form with errors');
    await passes(2.999);
    await expect.element(sentence).toBeVisible();
    await passes(0.001);
    await expectNone(sentence);
    expect(server.written()).toEqual([]);
  });

  // shows: rules/profile-phone, rules/profile-pictures, rules/profile-document
  test('reports what is wrong with a number, a day and a file', async () => {
    await openPage('/profile');
    await fillIn({ ...texts, Phone: '98 200', 'Passport expiry': '2020-05-01' });
    const past = main().getByText('This date is in the past.', { exact: false });
    await expect.element(past).toBeVisible();
    await field('Passport expiry').fill('2031-05-01');
    await expect.element(past).not.toBeInTheDocument();
    await field('Profile picture').upload(await pictureCalled('me.jpg'));
    await field('Signature').upload(new File(['%PDF-'], 'a.pdf', { type: 'application/pdf' }));
    await field('ID document').upload(new File(['me'], 'a.txt', { type: 'text/plain' }));
    await button('Submit').click();
    await expectWrong('Phone', 'Enter a valid phone number');
    await expectWrong('Signature', 'Must be an image');
    await expectWrong('ID document', 'Must be image or PDF');
    await expect.element(field('Phone')).toHaveFocus();
    expect(document.querySelectorAll('main [aria-invalid=true]')).toHaveLength(3);
    expect(server.written()).toEqual([]);
  });

  // shows: messages/profile-failure
  test('reports a failure, and keeps what was typed and chosen', async () => {
    await openPage('/profile');
    await chooseDocuments();
    await expectFailuresShown({
      call: seafarers.createProfile,
      button: 'Submit',
      typed: texts,
      failure: 'Failed to create profile.',
    });
    for (const name of Object.values(documents))
      await expect.element(main().getByText(name, { exact: false })).toBeVisible();
    await expectSound('profile, form that failed');
  });

  // shows: profile/created, constants/redirect-profile-created
  test('shows its progress, then a success message for 1.5 s, and then the view', async () => {
    await openPage('/profile');
    await fillIn(texts);
    await chooseDocuments();
    server.answer(seafarers.createProfile, { message: 'made', data: profileOf() });
    const arrive = server.hold(seafarers.createProfile);
    const { passes } = stopClock();
    await button('Submit').click();
    await expect.element(page.getByRole('progressbar', { name: /^Sending .* of / })).toBeVisible();
    await expect.element(button('Submit')).toBeDisabled();
    await expectNone(notice('Profile submitted successfully!'));
    arrive();
    await expect.element(notice('Profile submitted successfully!')).toBeVisible();
    await passes(1.499);
    await expectNone(view());
    await expect.element(button('Submit')).toBeDisabled();
    await passes(0.001);
    await expect.element(view()).toBeVisible();
    await expectNone(button('Submit'));
    expect(server.sent(seafarers.createProfile)).toHaveLength(1);
    await expectSound('profile');
  });

  test('restores after a reload what was typed, until it is discarded', async () => {
    await openPage('/profile');
    await fillIn({ 'INDoS number': '21GL4839', 'ID type': 'Passport', Phone: '+919820012345' });
    await openPage('/profile');
    await expect
      .element(notice('We kept what you typed. It is not saved yet. Please choose your files again.'))
      .toBeVisible();
    await expectKept({ 'INDoS number': '21GL4839', 'ID type': 'Passport', Phone: '+919820012345' });
    await button('Discard').click();
    await expectKept({ 'INDoS number': '', 'ID type': '', Phone: '+91' });
    await openPage('/profile');
    await expectKept({ 'INDoS number': '' });
    await expectNone(main().getByText('We kept what you typed', { exact: false }));
  });
});

describe('the form that changes a profile', () => {
  const save = () => button('Update Profile');
  const openForm = async (and: string[] = []) => {
    server.answer(seafarers.getOwnProfile, { data: profileOf() });
    const opened = await openPage('/profile', { and: ['/updateUserProfile', ...and] });
    await page.getByRole('link', { name: 'Edit Profile' }).click();
    await expect.poll(opened.path).toBe('/updateUserProfile');
    return opened;
  };

  // shows: routes/update-profile, profile/edit-link, entities/id-types-update
  test('opens from the view, with all stored values', async () => {
    server.answer(seafarers.getOwnProfile, { data: profileOf() });
    const strayed = await openPage('/updateUserProfile', { and: ['/profile'] });
    await expect.poll(strayed.path).toBe('/profile');
    await openPage('/updateUserProfile?field=passportNumber');
    await expect.element(field('Passport number')).toHaveFocus();
    await openForm();
    for (const label of ['Name', ...labels]) await expectCount(field(label), 1);
    for (const type of ['Aadhaar', 'Voter ID', 'Driving License', 'PAN', 'Other'])
      await expect.element(field('ID type').getByRole('option', { name: type })).toBeInTheDocument();
    await expectKept({ ...texts, Name: 'Asha Nair', 'ID type': 'Voter ID' });
    const stored = main().getByRole('link', { name: 'Open the stored file' });
    await expectCount(stored, 3);
    for (const link of stored.elements()) {
      const preview = [...document.querySelectorAll('main img')].find(
        (image) => image.getAttribute('src') === link.getAttribute('href'),
      ) as HTMLImageElement | undefined;
      await expect.poll(() => preview?.naturalWidth).toBe(480);
    }
    await expectSound('profile, edit');
  });

  // shows: messages/profile-update-failure
  test('reports a failure, and loses nothing that was typed', async () => {
    await openForm();
    await expectFailuresShown({
      call: seafarers.updateProfile,
      button: 'Update Profile',
      typed: { City: 'Chennai' },
      failure: 'Failed to update profile.',
    });
    await expectSound('profile, edit that failed');
    const fields = { phone: 'Enter a valid phone number', zipCode: 'Zip code is required' };
    server.fail(seafarers.updateProfile, { status: 400, message: 'Look again.', fields });
    await save().click();
    await expectWrong('Phone', 'Enter a valid phone number');
    await expectWrong('PIN code', 'Zip code is required');
    await expect.element(field('Phone')).toHaveFocus();
    await expectNone(alertWith('Look again.'));
    await expectKept({ City: 'Chennai' });
  });

  // shows: update-profile/success, constants/notice-elsewhere
  test('leads back to the view, which shows the change, with a notice of 4 s', async () => {
    const opened = await openForm();
    await field('City').fill('Chennai');
    server.answer(seafarers.updateProfile, {
      message: 'Your profile has been changed.',
      data: profileOf({ city: 'Chennai' }),
    });
    const { passes } = stopClock();
    await save().click();
    await expect.poll(opened.path).toBe('/profile');
    await expect.element(main().getByText('Chennai')).toBeVisible();
    const said = notice('Your profile has been changed.');
    await expect.element(said).toBeVisible();
    await passes(3.999);
    await expect.element(said).toBeVisible();
    await passes(0.001);
    await expectNone(said);
    await page.getByRole('link', { name: 'Edit Profile' }).click();
    await expect.element(save()).toBeVisible();
    await expectNone(main().getByText('We kept what you typed', { exact: false }));
  });

  test('restores after a reload what was typed, until it is discarded', async () => {
    await openForm();
    await field('City').fill('Chennai');
    const opened = await openPage('/updateUserProfile');
    expect(opened.path()).toBe('/updateUserProfile');
    await expectKept({ City: 'Chennai' });
    await button('Discard').click();
    await expectKept({ City: 'Kochi' });
  });

  // shows: constants/notice-elsewhere
  test('reports for 6 s that the session is over, leads to the login, and keeps what was typed', async () => {
    const opened = await openForm();
    await field('City').fill('Chennai');
    server.fail(seafarers.updateProfile, { status: 401, message: 'Please log in.' });
    server.fail(accounts.refresh, { status: 401, message: 'Please log in.' });
    const { passes } = stopClock();
    await save().click();
    const said = page.getByRole('alert').getByText('You are not logged in. Please log in again.');
    await expect.element(said).toBeVisible();
    await expect.poll(opened.path).toBe('/login');
    await passes(5.999);
    await expect.element(said).toBeVisible();
    await passes(0.001);
    await expectNone(said);
    signIn('learner');
    await openPage('/updateUserProfile');
    await expectKept({ City: 'Chennai' });
  });
});

// shows: profile/no-data
test('a profile that cannot be read is reported, and requested again', async () => {
  server.fail(seafarers.getOwnProfile, 'no link');
  const { passes } = stopClock();
  const opening = openPage('/profile');
  await expect.element(page.getByRole('status').getByText('Loading')).toBeInTheDocument();
  // the second waits for a timer, which the first sets when it fails
  await expect.poll(() => server.sent(seafarers.getOwnProfile)).toHaveLength(1);
  await passes(3);
  await opening;
  await expect.element(main().getByRole('alert')).toMatchTextContent('No profile data available.');
  expect(server.sent(seafarers.getOwnProfile)).toHaveLength(3);
  await expectSound('profile, not read');
  server.answer(seafarers.getOwnProfile, { data: profileOf() });
  await button('Try again').click();
  await expect.element(view()).toBeVisible();
  await expectNone(main().getByRole('alert'));
});

test('what was read in the passport and differs from the profile is shown, with what the profile has', async () => {
  const readableZone = [
    { field: 'name', read: 'RAVI KUMAR' },
    { field: 'passportExpiryDate', read: '2031-01-05' },
  ];
  signIn('learner');
  server.answer(seafarers.getOwnProfile, { data: profileOf({ readableZone }) });
  await openPage('/profile');
  const note = main().getByRole('alert').filter({ hasText: 'Is your profile right?' });
  await expect
    .element(note.getByText('We read the name RAVI KUMAR in your passport. Your profile has Asha Nair.'))
    .toBeVisible();
  await expect
    .element(note.getByText('expiry date 5 Jan 2031 in your passport. Your profile has 1 May 2031.', { exact: false }))
    .toBeVisible();
  await expectSound('profile, the passport says something else');
});

test('a changed profile names what the academy checks: facts and documents, by their words', async () => {
  const changedSinceCheck = [
    { field: 'DateofBirth', checked: '1994-03-12' },
    { field: 'ownScriptName', checked: '' },
    { field: 'IdDocument', checked: null },
  ];
  server.answer(seafarers.getOwnProfile, { data: profileOf({ identityChanged: true, changedSinceCheck }) });
  await openPage('/profile');
  await expect
    .element(main().getByText(/^You changed your date of birth, name in own script, and ID document\. The academy/))
    .toBeVisible();
});
