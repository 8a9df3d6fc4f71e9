import { emailTemplates } from '@fairlead/contract/academy/email-templates';
import { staffAccounts } from '@fairlead/contract/accounts/staff-accounts';
import { overview } from '@fairlead/contract/overview/calls';
import { expect, test } from 'vitest';
import { type Person, testApp } from '../../../testing/app.ts';
import { getAcademy } from '../../academy/queries.ts';

const program = await testApp();
const { call, person, db, mailsTo } = program;
const registrar = await person('registrar', { firstName: 'Rekha', lastName: 'Rao' });
const colleague = await person('registrar');
const nowhere = '00000000-0000-4000-8000-000000000000';

const add = (id: string, text: string, as: Person | undefined = registrar) =>
  call(staffAccounts.addNote, { params: { id }, body: { text } }, as);
const remove = (id: string, noteId: string, as: Person | undefined = registrar) =>
  call(staffAccounts.removeNote, { params: { id, noteId } }, as);
const send = (id: string, body: { subject: string; text: string }, as: Person | undefined = registrar) =>
  call(staffAccounts.sendMessage, { params: { id }, body }, as);
const notesOf = async (learner: Person, as = registrar) =>
  (await call(overview.getPerson, { params: { id: learner.accountId } }, as)).body.data.notes;
const auditOf = (learner: Person) =>
  db
    .selectFrom('auditEvent')
    .select(['action', 'actorId', 'details'])
    .where('subjectId', '=', learner.accountId)
    .orderBy('id')
    .execute();
const medical = { subject: 'Your medical certificate', text: 'Please bring it on Monday.\n\nThe office opens at 9.' };

test('colleagues read a note with its writer, the latest first, and the audit does not have its text', async () => {
  const learner = await person();
  expect((await add(learner.accountId, 'Called about the medical.')).body).toEqual({ message: 'Note added.' });
  program.wait(60);
  await add(learner.accountId, 'Brings it on Monday.', colleague);
  expect(await notesOf(learner)).toMatchObject([
    { text: 'Brings it on Monday.', own: false },
    { text: 'Called about the medical.', own: true, by: 'Rekha Rao' },
  ]);
  const audit = await auditOf(learner);
  expect(audit.map(({ action, actorId }) => [action, actorId])).toEqual([
    ['account.note', registrar.accountId],
    ['account.note', colleague.accountId],
  ]);
  expect(JSON.stringify(audit)).not.toContain('medical');
});

test('only who wrote a note removes it, once, and by the page of its own person', async () => {
  const [learner, other] = [await person(), await person()];
  await add(learner.accountId, 'Called.');
  const [note] = await notesOf(learner);
  const id = note?._id ?? '';
  expect((await remove(learner.accountId, id, colleague)).status).toBe(403);
  expect((await remove(other.accountId, id)).status).toBe(404);
  expect((await remove(learner.accountId, id)).body).toEqual({ message: 'Note removed.' });
  expect((await remove(learner.accountId, id)).status).toBe(404);
  expect(await notesOf(learner)).toEqual([]);
  expect((await auditOf(learner)).map(({ action }) => action)).toEqual(['account.note', 'account.remove-note']);
});

test('an administrator removes a note whose writer has left', async () => {
  const learner = await person();
  await add(learner.accountId, 'Called.');
  const admin = await person('admin');
  const [note] = await notesOf(learner, admin);
  expect(note).toMatchObject({ own: false, removable: true });
  expect(await notesOf(learner, colleague)).toMatchObject([{ removable: false }]);
  expect((await remove(learner.accountId, note?._id ?? '', admin)).status).toBe(200);
});

test('a message is emailed in the words of staff, answers go to the academy, and its subject is in the audit', async () => {
  const learner = await person('learner', { firstName: 'Asha', lastName: 'Nair' });
  expect((await send(learner.accountId, medical)).body).toEqual({ message: 'Message sent.' });
  const [mail, ...more] = await mailsTo(learner.email);
  expect(mail).toMatchObject({ subject: medical.subject });
  expect(mail?.text).toContain('Dear Asha Nair,\n\nPlease bring it on Monday.\n\nThe office opens at 9.');
  const academy = await getAcademy(db, program.config);
  expect(mail?.replyTo).toMatchObject([{ address: academy.email }]);
  expect(more).toEqual([]);
  expect(await auditOf(learner)).toMatchObject([{ action: 'account.message', details: { note: medical.subject } }]);
});

test('no message goes to an email address that nobody has verified', async () => {
  const stranger = await person();
  const unverified = { emailVerifiedAt: null, approvedAt: null };
  await db.updateTable('account').set(unverified).where('id', '=', stranger.accountId).execute();
  expect((await send(stranger.accountId, medical)).status).toBe(409);
  expect(await mailsTo(stranger.email)).toEqual([]);
});

test('the words of the email need the message', async () => {
  const words = { subject: '{subject}', text: 'Dear {name},' };
  const admin = await person('admin');
  const saved = await call(emailTemplates.save, { params: { key: 'staff-message' }, body: words }, admin);
  expect(saved).toMatchObject({
    status: 400,
    body: { fields: { text: 'This email needs the placeholder {message}.' } },
  });
});

test('a placeholder in a message is sent as it was written', async () => {
  const learner = await person();
  await send(learner.accountId, { subject: 'About {name}', text: 'Write {academyEmail} in the form.' });
  const [mail] = await mailsTo(learner.email);
  expect(mail?.subject).toBe('About {name}');
  expect(mail?.text).toContain('Write {academyEmail} in the form.');
});

test('notes and messages need a text and a person, and a permission', async () => {
  const learner = await person();
  const erased = await person();
  const gone = { erasedAt: program.clock(), approvedAt: null, emailVerifiedAt: null };
  await db.updateTable('account').set(gone).where('id', '=', erased.accountId).execute();
  expect((await add(learner.accountId, ' \n ')).status).toBe(400);
  expect((await send(learner.accountId, { subject: ' ', text: 'Hello' })).status).toBe(400);
  for (const id of [nowhere, erased.accountId]) {
    expect((await add(id, 'Called.')).status).toBe(404);
    expect((await send(id, medical)).status).toBe(404);
  }
  for (const as of [learner, await person('instructor')]) {
    expect((await add(learner.accountId, 'Called.', as)).status).toBe(403);
    expect((await remove(learner.accountId, nowhere, as)).status).toBe(403);
    expect((await send(learner.accountId, medical, as)).status).toBe(403);
  }
  expect(await notesOf(learner)).toEqual([]);
  expect(await mailsTo(learner.email)).toEqual([]);
});
