import { contact } from '@fairlead/contract/contact/calls';
import { expect, test } from 'vitest';
import { button, expectFailuresShown, expectWrong, field, fillIn, main } from '../../../testing/forms.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { expectSound } from '../../../testing/sound.ts';
import { server } from '../../../testing/stand-in-server.ts';

const typed = {
  Name: 'Asha Nair',
  Email: 'asha.nair@example.org',
  Message: 'When is the next course?\nI sign on in March.',
};
const form = { call: contact.send, button: 'Send message', typed };

test('message to the academy: a failure is reported, and nothing typed is lost', async () => {
  await openPage('/contact');
  await expectFailuresShown({ ...form, failure: 'Your message could not be sent.' });
  await expectSound('contact, failed');
});

test('a sent message is confirmed, and the form is empty for another', async () => {
  await openPage('/contact');
  await fillIn(typed);
  server.answer(contact.send, { message: 'We write back soon.' });
  await button('Send message').click();
  await expect.element(main().getByRole('status').getByText('We write back soon.')).toBeVisible();
  for (const label of Object.keys(typed)) await expect.element(field(label)).toHaveValue('');
  await expect.element(button('Send message')).toBeEnabled();
  await expectSound('contact, sent');
});

test('an empty message reports what is missing, and is not sent', async () => {
  await openPage('/contact');
  await button('Send message').click();
  await expectWrong('Name', 'Name is required');
  await expectWrong('Email', 'Email is required');
  await expectWrong('Message', 'Message is required');
  await expect.element(field('Name')).toHaveFocus();
  expect(server.written()).toEqual([]);
});
