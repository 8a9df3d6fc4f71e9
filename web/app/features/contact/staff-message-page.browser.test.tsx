import { contact } from '@fairlead/contract/contact/calls';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { messageOf } from '../../../testing/contact.ts';
import {
  alertWith,
  button,
  expectFailuresShown,
  expectNone,
  expectWrong,
  field,
  main,
} from '../../../testing/forms.ts';
import { idOf, moment } from '../../../testing/records.ts';
import { expectSound } from '../../../testing/sound.ts';
import { openStaffPage, staffAt } from '../../../testing/staff.ts';
import { server } from '../../../testing/stand-in-server.ts';

const path = `messages/${idOf('c0000000')}`;
const fresh = { ...messageOf(), answers: [] };
const answered = {
  ...messageOf({ state: 'answered', version: 2, personId: idOf('10000000') }),
  answers: [{ _id: idOf('c1000000'), at: moment, by: 'Rekha Rao', text: 'Yes, from Monday on.' }],
};

test('a message is answered by email, and is shown with the answer', async () => {
  staffAt();
  server.answer(contact.get, { data: fresh });
  await openStaffPage(path);
  await expect.element(main().getByText(/^Do you teach in Kochi/)).toBeVisible();
  await expectSound('message, new');
  await button('Send answer').click();
  await expectWrong('Answer', 'Answer is required');
  expect(server.written()).toEqual([]);
  const typed = { Answer: 'Yes, from Monday on.' };
  await expectFailuresShown({
    call: contact.answer,
    button: 'Send answer',
    typed,
    failure: 'Failed to send the answer.',
  });
  server.answer(contact.answer, { message: 'Answer sent.', data: answered });
  server.answer(contact.get, { data: answered });
  await button('Send answer').click();
  await expect.element(page.getByRole('status').getByText('Answer sent.')).toBeVisible();
  expect(server.sent(contact.answer).at(-1)).toMatchObject({ query: { version: '1' }, body: { text: typed.Answer } });
  await expect.element(main().getByText('Rekha Rao answered')).toBeVisible();
  await expect.element(field('Another answer')).toHaveValue('');
  await expect.element(main().getByRole('link', { name: 'Account with this email' })).toBeVisible();
  await expectSound('message, answered');
});

test('a message is closed after a question, and one that a colleague has changed meanwhile is shown as it is now', async () => {
  staffAt();
  server.answer(contact.get, { data: fresh });
  await openStaffPage(path);
  await button('Close').click();
  const dialog = page.getByRole('dialog', { name: 'Close Message' });
  await expect.element(dialog).toMatchTextContent('Nobody has answered this message.');
  server.fail(contact.close, { status: 409, message: 'A colleague has answered or closed this message meanwhile.' });
  await dialog.getByRole('button', { name: 'Yes, Close' }).click();
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('A colleague has answered');
  server.answer(contact.get, { data: answered });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(main().getByText('Rekha Rao answered')).toBeVisible();

  const closed = { ...answered, state: 'closed' as const, version: 3 };
  server.answer(contact.close, { message: 'Message closed.', data: closed });
  server.answer(contact.get, { data: closed });
  await button('Close').click();
  await dialog.getByRole('button', { name: 'Yes, Close' }).click();
  await expect.element(button('Open again')).toBeVisible();
  await expectNone(button('Close'));
});

test('an answer that a colleague has come before is kept, below what the colleague has written', async () => {
  staffAt();
  server.answer(contact.get, { data: fresh });
  await openStaffPage(path);
  await field('Answer').fill('Yes, on Tuesdays.');
  server.fail(contact.answer, { status: 409, message: 'A colleague has answered or closed this message meanwhile.' });
  server.answer(contact.get, { data: answered });
  await button('Send answer').click();
  await expect.element(alertWith(/^A colleague has answered/)).toBeVisible();
  await expect.element(main().getByText('Rekha Rao answered')).toBeVisible();
  await expect.element(field('Another answer')).toHaveValue('Yes, on Tuesdays.');
  server.answer(contact.answer, { message: 'Answer sent.', data: answered });
  await button('Send answer').click();
  await expect.element(field('Another answer')).toHaveValue('');
  expect(server.sent(contact.answer).at(-1)).toMatchObject({ query: { version: '2' } });
});

test('a message that cannot be loaded says so, and can be loaded again', async () => {
  staffAt();
  server.fail(contact.get, { status: 500 });
  await openStaffPage(path);
  await expect.element(alertWith('Failed to load the message.')).toBeVisible();
  server.answer(contact.get, { data: fresh });
  await button('Try again').click();
  await expect.element(main().getByText(/^Do you teach in Kochi/)).toBeVisible();
});
