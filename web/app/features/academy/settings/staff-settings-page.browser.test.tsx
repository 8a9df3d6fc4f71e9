import { emailTemplates } from '@fairlead/contract/academy/email-templates';
import { outbox } from '@fairlead/contract/academy/outbox';
import { publicTexts } from '@fairlead/contract/academy/public-texts';
import { settings } from '@fairlead/contract/academy/settings';
import { ownAccount } from '@fairlead/contract/accounts/own-account';
import { passkeys } from '@fairlead/contract/accounts/passkeys';
import { staffMembers } from '@fairlead/contract/accounts/staff-members';
import { singleSignOn } from '@fairlead/contract/single-sign-on/calls';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  alertWith,
  button,
  expectFailuresShown,
  expectWrong,
  type FilledForm,
  type FormWords,
  field,
  fillIn,
  main,
} from '../../../../testing/forms.ts';
import { personOf } from '../../../../testing/people.ts';
import { emailTemplateOf, idOf, moment, settingsOf } from '../../../../testing/records.ts';
import { expectSound } from '../../../../testing/sound.ts';
import { openStaffPage, staffAt } from '../../../../testing/staff.ts';
import { server } from '../../../../testing/stand-in-server.ts';
import { queryClient } from '../../../lib/calls/query-client.ts';

async function open(path: string) {
  staffAt();
  server.answer(settings.get, { data: settingsOf() });
  server.answer(emailTemplates.list, { data: [emailTemplateOf(null)] });
  server.answer(outbox.listFailed, { data: [] });
  return openStaffPage(path);
}

const openEmail = () => button('Edit email').click();
const turnFeesOn = () => page.getByLabelText('Record fees in Fairlead').click();
const putOff = () => page.getByLabelText(/^Optional until a date/).click();

type Named = FilledForm & FormWords & { path: string; before?: () => Promise<void>; said: string };
const forms: Named[] = [
  {
    path: 'settings#brand',
    call: settings.saveBrand,
    button: 'Save brand',
    typed: { Email: 'office@lighthouse.example', Phone: '+91 22 1111 2222', Instagram: 'https://example.org/lha' },
    failure: 'Failed to save the brand.',
    said: 'Brand saved.',
  },
  {
    path: 'settings#certificates',
    call: settings.saveCertificates,
    button: 'Save certificate settings',
    typed: { Prefix: 'LHA', 'Title of the signatory': 'Master' },
    failure: 'Failed to save the certificate settings.',
    said: 'Certificate settings saved.',
  },
  {
    path: 'settings#texts',
    call: publicTexts.save,
    button: 'Save texts',
    typed: { About: 'We sail.\n\nSince 1998.', 'Day, item 1': '2026-11-20', 'Text, item 1': 'New classroom' },
    failure: 'Failed to save the texts.',
    said: 'Public texts saved.',
  },
  {
    path: 'settings#email',
    call: settings.saveMailServer,
    button: 'Save mail server',
    typed: { Host: 'smtp.academy.example', Port: '465', User: 'desk', 'Password of the mail server': 'halyard' },
    failure: 'Failed to save the mail server.',
    said: 'Mail server saved.',
  },
  {
    path: 'settings#retention',
    call: settings.saveRetention,
    button: 'Save retention periods',
    typed: { 'Unused accounts': '60' },
    failure: 'Failed to save the retention periods.',
    said: 'Retention periods saved.',
  },
  {
    path: 'settings#daily-email',
    call: settings.saveDigest,
    button: 'Save daily email',
    typed: { Hour: '18' },
    failure: 'Failed to save the daily email.',
    said: 'Daily email saved.',
  },
  {
    path: 'settings#fees',
    before: turnFeesOn,
    call: settings.saveFees,
    button: 'Save fee settings',
    typed: { 'UPI ID': 'academy@bank', 'Account number': '50200012345678', IFSC: 'HDFC0000123', SAC: '999293' },
    failure: 'Failed to save the fee settings.',
    said: 'Fee settings saved.',
  },
  {
    path: 'settings#second-factor',
    before: putOff,
    call: settings.saveSecondFactor,
    button: 'Save second factor',
    typed: { 'Last day': '2099-12-31' },
    failure: 'Failed to save the second factor of staff.',
    said: 'Second factor of staff saved.',
  },
  {
    path: 'letters',
    before: openEmail,
    call: emailTemplates.save,
    button: 'Save template',
    typed: { Subject: 'Welcome aboard', Text: 'Welcome aboard, {name}!' },
    failure: 'Failed to save the email template.',
    said: 'Email template saved.',
  },
  {
    path: 'mails-and-jobs',
    call: outbox.sendTestMail,
    button: 'Send me a test email',
    typed: {},
    failure: 'The email could not be sent.',
    said: 'The mail is on its way.',
  },
];

test.each(forms)('$path, $button: a failure is reported, nothing typed is lost, and it is saved', async (form) => {
  await open(form.path);
  await form.before?.();
  await expectFailuresShown(form);
  await expectSound(`${form.path.replace('#', ' ')}, ${form.button}, failed`);
  server.answer(form.call as typeof settings.saveDigest, { message: form.said, data: settingsOf() });
  await button(form.button).click();
  await expect.element(page.getByRole('status').getByText(form.said)).toBeVisible();
  await expect.poll(() => main().getByRole('alert').elements()).toEqual([]);
});

test.each([
  {
    path: 'settings#brand',
    name: 'Save brand',
    typed: { Instagram: 'javascript:alert(1)' },
    wrong: { Instagram: 'Enter an address that begins with https://' },
  },
  {
    path: 'settings#texts',
    name: 'Save texts',
    typed: { 'Day, item 1': '2026-11-20', 'Text, item 2': 'New classroom' },
    wrong: { 'Text, item 1': 'Enter a text', 'Day, item 2': 'Enter the day' },
  },
  {
    path: 'settings#email',
    name: 'Save mail server',
    typed: { Host: 'smtp academy', Port: 'x' },
    wrong: { Host: 'Enter a host such as smtp.academy.example', Port: 'Enter a port from 1 to 65535' },
  },
  {
    path: 'settings#retention',
    name: 'Save retention periods',
    typed: { 'Unused accounts': '0' },
    wrong: { 'Unused accounts': 'Enter a number of months from 1 to 600, or nothing' },
  },
  {
    path: 'settings#fees',
    name: 'Save fee settings',
    before: turnFeesOn,
    typed: { 'UPI ID': 'academy', 'Account number': '50200012345678', 'GST rate in percent': '' },
    wrong: {
      'UPI ID': 'A UPI ID looks like academy@bank',
      'GST rate in percent': 'Enter a rate from 0 to 28 percent',
    },
  },
  {
    path: 'settings#second-factor',
    name: 'Save second factor',
    before: putOff,
    typed: {},
    wrong: { 'Last day': 'Enter a valid date' },
  },
  {
    path: 'letters',
    name: 'Save template',
    before: openEmail,
    typed: { Subject: ' ', Text: '' },
    wrong: { Subject: 'Subject is required', Text: 'Text is required' },
  },
])('$path, $name: an error in $typed is shown at its field, and nothing is sent', async (form) => {
  const { path, name, before, typed, wrong } = form;
  await open(path);
  await before?.();
  await fillIn(typed as Record<string, string>);
  await button(name).click();
  for (const [label, sentence] of Object.entries(wrong)) await expectWrong(label, sentence as string);
  await expect.poll(() => document.activeElement).toBe(document.querySelector('main [aria-invalid=true]'));
  expect(main().getByRole('alert').elements()).toEqual([]);
  await expectSound(`${path.replace('#', ' ')}, ${name}, refused`);
  expect(server.written()).toEqual([]);
});

test('a mail server that is set keeps its password; the operator’s is shown, and not changed', async () => {
  const entered = { host: 'smtp.academy.example', port: 587, user: 'desk', hasPassword: true };
  const mail = { ...settingsOf().mail, delivery: 'server' as const };
  staffAt();
  server.answer(settings.get, {
    data: settingsOf({ mail: { ...mail, server: { ...entered, encryption: 'starttls' } } }),
  });
  await openStaffPage('settings#email');
  await expect.element(main().getByText('It is set. Leave blank to keep it')).toBeVisible();
  await expect.element(field('Password of the mail server')).toHaveValue('');
  await expect.element(button('Remove mail server')).toBeVisible();

  queryClient.clear();
  server.answer(settings.get, { data: settingsOf({ mail: { ...mail, operator: 'mail.harbour.example:587' } }) });
  await openStaffPage('settings#email');
  await expect.element(main().getByRole('strong').getByText('mail.harbour.example:587')).toBeVisible();
  expect(button('Save mail server').elements()).toEqual([]);
  await expect.element(button('Send me a test email')).toBeVisible();
  await expectSound('settings, mail server of the operator');
});

test('public texts begin with those on the pages, which are stored only once they are changed', async () => {
  await open('settings#texts');
  await expect.element(field('About')).toHaveValue(expect.stringMatching(/^We train people who work at sea.*\n\n/));
  await expect
    .element(field('Home page, below the welcome'))
    .toHaveValue(expect.stringMatching(/^The preferred learning and training management platform for marines/));
  server.answer(publicTexts.save, { message: 'Public texts saved.' });
  await fillIn({ 'Day, item 2': '2026-11-20', 'Text, item 2': 'New classroom' });
  await button('Save texts').click();
  await expect.element(page.getByRole('status').getByText('Public texts saved.')).toBeVisible();
  const news = [{ day: '2026-11-20', text: 'New classroom' }];
  expect(server.sent(publicTexts.save).map(({ body }) => body)).toEqual([{ home: '', about: '', news }]);
});

test('what is wrong with an item of news stands at its own place, behind one that is blank', async () => {
  await open('settings#texts');
  const [day, text] = ['2026-11-20', 'New classroom'];
  await fillIn({ 'Day, item 2': '1926-11-20', 'Text, item 2': text, 'Day, item 4': day, 'Text, item 4': text });
  await button('Save texts').click();
  await expectWrong('Day, item 2', 'Enter a valid date');
  await fillIn({ 'Day, item 2': day });
  await button('Save texts').click();
  await expectWrong('Text, item 4', 'An item stands here twice');
  expect(server.written()).toEqual([]);
});

test('a blank recognition is not taken for none: that there is none is ticked', async () => {
  await open('settings#brand');
  const box = page.getByLabelText('We have no recognition to state');
  await expect.element(box).toBeChecked();
  await box.click();
  await button('Save brand').click();
  const asked = 'Name the authority, or say that you have no recognition to state';
  await expectWrong('Recognised by the', asked);
  await expect.element(field('Recognised by the')).toHaveFocus();
  await expectSound('settings, no recognition asked');
  await field('Recognised by the').fill('port authority');
  await box.click();
  await button('Save brand').click();
  await expectWrong('Recognised by the', asked);
  expect(server.written()).toEqual([]);
  await box.click();
  server.answer(settings.saveBrand, { message: 'Brand saved.', data: settingsOf() });
  await button('Save brand').click();
  await expect.element(page.getByRole('status').getByText('Brand saved.')).toBeVisible();
});

test('the academy requires a name, and its brand is read again once it is saved', async () => {
  await open('settings#brand');
  const name = page.getByLabelText('Name', { exact: true });
  await name.fill(' ');
  await button('Save brand').click();
  await expect.element(main().getByText('Name is required')).toBeVisible();
  await expect.element(name).toHaveFocus();
  expect(server.written()).toEqual([]);
});

test('an email template is previewed before it is saved, and an unknown placeholder is refused at the text', async () => {
  await open('letters');
  await openEmail();
  await expect.element(field('Subject')).toHaveFocus();
  await field('Text').fill('Welcome aboard, {nobody}!');
  const refusal = 'This email has no placeholder {nobody}.';
  server.fail(emailTemplates.preview, { status: 400, message: refusal, fields: { text: refusal } });
  await button('Preview').click();
  await expectWrong('Text', refusal);
  await field('Text').fill('Welcome aboard, {name}!');
  const words = 'Welcome aboard, Asha Nair!';
  const html = `<!doctype html><html lang="en"><title>Welcome</title><p>${words}</p>`;
  server.answer(emailTemplates.preview, { data: { subject: 'Welcome', text: words, html } });
  await button('Preview').click();
  const preview = main().getByRole('region', { name: 'Preview' });
  await expect.element(preview).toMatchTextContent('Welcome aboard, Asha Nair!');
  await expect.element(preview.getByTitle('The email')).toHaveAttribute('src', expect.stringMatching(/^blob:/));
  await expectSound('letters, preview');
  expect(server.sent(emailTemplates.save)).toEqual([]);
  // a preview that the form itself refuses does not make one of the next save
  await field('Text').fill('');
  await button('Preview').click();
  await expectWrong('Text', 'Text is required');
  // text typed after the preview was not previewed
  await field('Text').fill('Welcome, {name}!');
  await expect.poll(() => preview.elements()).toEqual([]);
  server.answer(emailTemplates.save, {
    message: 'Email template saved.',
    data: emailTemplateOf('2026-09-05T09:00:00.000Z'),
  });
  server.answer(emailTemplates.list, { data: [emailTemplateOf('2026-09-05T09:00:00.000Z')] });
  await button('Save template').click();
  await expect.element(page.getByRole('status').getByText('Email template saved.')).toBeVisible();
  await expect.element(main().getByText('Changed', { exact: true })).toBeVisible();
  expect(server.sent(emailTemplates.save).map(({ body }) => body)).toEqual([
    { subject: 'Welcome', text: 'Welcome, {name}!' },
  ]);
});

test.each([{ path: 'staff', call: staffMembers.list, failure: 'Failed to load the staff.' }])(
  '$path reports that it cannot be loaded, and why, and is read again',
  async ({ path, call, failure }) => {
    staffAt();
    server.answer(settings.get, { data: settingsOf() });
    server.answer(outbox.listFailed, { data: [] });
    server.answer(singleSignOn.getProvider, { name: null });
    server.fail(call, { status: 500, message: 'Out of order.' });
    await openStaffPage(path);
    await expect.element(alertWith(failure)).toBeVisible();
    await expect.element(alertWith('Out of order.')).toBeVisible();
    await expectSound(`${path}, failed`);
    server.answer(settings.get, { data: settingsOf() });
    server.answer(staffMembers.list, { data: [] });
    await button('Try again').click();
    await expect.poll(() => main().getByRole('alert').elements()).toEqual([]);
    expect(button('Try again').elements()).toEqual([]);
  },
);

test('the list of failed mails reports a failure, is read again, and may be empty', async () => {
  staffAt();
  server.answer(settings.get, { data: settingsOf() });
  server.fail(outbox.listFailed, { status: 500 });
  await openStaffPage('mails-and-jobs');
  await expect.element(alertWith('Failed to load the failed jobs.')).toBeVisible();
  await expectSound('failed deliveries, not loaded');
  server.answer(outbox.listFailed, { data: [] });
  await button('Try again').click();
  await expect.element(main().getByText('Nothing has failed')).toBeVisible();
  await expectSound('failed deliveries, none');

  queryClient.clear();
  const mail = { kind: 'mail', to: 'office@academy.example', subject: 'A message', reason: 'connect ECONNREFUSED' };
  server.answer(outbox.listFailed, { data: [{ ...mail, _id: idOf('12000000'), tries: 12, gaveUpAt: moment }] });
  await openStaffPage('mails-and-jobs');
  await expect.element(main().getByText('connect ECONNREFUSED')).toBeVisible();
  await expectSound('failed deliveries, some');
});

test('the staff are listed with their roles, and whether they have a second factor', async () => {
  staffAt();
  server.answer(singleSignOn.getProvider, { name: null });
  const members = (['registrar', 'instructor', 'admin'] as const).map((role, n) => ({
    _id: idOf('11000000', n),
    name: ['Leela Das', 'Anil Rao', 'Mira Sen'][n] ?? '',
    email: `staff.${n}@example.org`,
    role,
    disabled: n === 2,
    hasSecondFactor: n === 1,
    secondFactorDue: n === 0 ? moment : null,
    lastSeenAt: n === 1 ? null : moment,
    qualifications:
      n === 2
        ? [
            {
              _id: idOf('12000000', n),
              title: 'Master',
              issuer: 'DGS',
              number: 'M-1',
              validUntil: '2026-01-31',
              isOver: true,
            },
          ]
        : [],
  }));
  server.answer(staffMembers.list, { data: members });
  await openStaffPage('staff');
  const rows = main().getByRole('listitem');
  await expect.element(rows.nth(0)).toMatchTextContent('No second factor, due');
  await expect.element(rows.nth(0).getByText('Registrar', { exact: true })).toBeVisible();
  await expect.element(rows.nth(1)).toMatchTextContent('Has a second factor');
  await expect.element(rows.nth(1)).toMatchTextContent('Has not logged in lately');
  await expect.element(rows.nth(2)).toMatchTextContent('Master, DGS, no. M-1, expired 31 Jan 2026');
  await expect.element(rows.nth(2).getByText('Administrator, disabled')).toBeVisible();
  await expect.element(rows.nth(2).getByRole('button', { name: 'Enable account' })).toBeVisible();
  expect(rows.nth(2).getByRole('button').elements()).toHaveLength(2);
  await expectSound('staff');
});

test('a daily mail that cannot be unsubscribed reports why', async () => {
  staffAt();
  const own = {
    ...personOf('admin'),
    mobile: '9820012345',
    mobileConfirmed: false,
    pendingEmail: null,
    wantsDailyMail: true,
  };
  server.answer(ownAccount.getOwnAccount, own);
  server.answer(ownAccount.listOwnSessions, []);
  server.answer(passkeys.listPasskeys, { offered: false, suggestedName: '', passkeys: [] });
  await openStaffPage('account');
  await expect.element(main().getByText('Sent every day')).toBeVisible();
  for (const [fault, words] of [
    [{ status: 500 }, 'Failed to change the daily email.'],
    [{ status: 503, message: 'The harbour is closed until noon.' }, 'The harbour is closed until noon.'],
  ] as const) {
    server.fail(ownAccount.chooseDigest, fault);
    await button('Stop daily email').click();
    await expect.element(page.getByRole('alert').getByText(words)).toBeVisible();
    await expect.element(main().getByText('Sent every day')).toBeVisible();
  }
  server.answer(ownAccount.chooseDigest, { message: 'You will no longer get the daily email.' });
  server.answer(ownAccount.getOwnAccount, { ...own, wantsDailyMail: false });
  await button('Stop daily email').click();
  await expect.element(page.getByRole('status').getByText('You will no longer get the daily email.')).toBeVisible();
  await expect.element(main().getByText('Not sent')).toBeVisible();
  await expectSound('account, no daily mail');
});
