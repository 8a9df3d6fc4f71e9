import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { emailGroupNames, emailTemplates } from '@fairlead/contract/academy/email-templates';
import { contact } from '@fairlead/contract/contact/calls';
import { expect, test } from 'vitest';
import { type Person, testApp } from '../../testing/app.ts';

const program = await testApp({ BRAND_EMAIL: 'office@example.org', BRAND_NAME: 'Harbour Academy' });
const { call, db, person } = program;
const admin = await person('admin');

const key = 'contact-message';
const words = { subject: 'Post for {academy}', text: 'From {name}:\n\n{message}' };
const save = (body = words, as: Person = admin, of = key) =>
  call(emailTemplates.save, { params: { key: of }, body }, as);
const list = async () => (await call(emailTemplates.list, admin)).body.data;
const write = () =>
  call(contact.send, { body: { name: 'Ravi {academy}', email: 'ravi@example.org', message: 'Hello\n\nthere' } });
const lastMail = async () => (await program.mailsTo('office@example.org')).at(-1);

test('every email template of a feature can be edited, under a key of its own', async () => {
  const features = resolve(import.meta.dirname, '..');
  const files = (await readdir(features, { recursive: true })).filter((name) => name.endsWith('email-templates.ts'));
  const sources = await Promise.all(files.map((name) => readFile(join(features, name), 'utf8')));
  const defined = sources.flatMap((source) => [...source.matchAll(/^ {2}key: '([a-z-]+)'/gm)].map(([, one]) => one));
  const listed = (await list()).map((template) => template.key);
  expect(listed.length).toBeGreaterThan(15);
  expect([...listed].sort()).toEqual([...defined].sort());
  expect(new Set(listed).size).toBe(listed.length);
});

test('every email template has its place in one of the groups', async () => {
  const groups = new Set((await list()).map(({ group }) => group));
  expect([...groups].sort()).toEqual([...emailGroupNames].sort());
});

test('every email template can be previewed in its own words, with every placeholder filled', async () => {
  for (const { key: of, subject, text } of await list()) {
    const { status, body } = await call(
      emailTemplates.preview,
      { params: { key: of }, body: { subject, text } },
      admin,
    );
    expect([of, status]).toEqual([of, 200]);
    expect(`${body.data.subject} ${body.data.text} ${body.data.html}`).not.toMatch(/\{\w+\}/);
    expect(body.data.html).toMatch(/^<!doctype html>.*<title>/);
  }
});

test('changed words apply from the next mail on, and can be reset', async () => {
  expect((await save()).body.data).toMatchObject({ ...words, changedAt: program.clock().toISOString() });
  await write();
  // Placeholders in a visitor's message are not replaced.
  expect(await lastMail()).toMatchObject({ subject: 'Post for Harbour Academy' });
  expect((await lastMail())?.text).toContain('From Ravi {academy}:\n\nHello\n\nthere');
  const reset = await call(emailTemplates.reset, { params: { key } }, admin);
  expect(reset.body.data).toMatchObject({ subject: 'Message from the contact page', changedAt: null });
  await write();
  expect((await lastMail())?.subject).toBe('Message from the contact page');
  const auditActions = await db
    .selectFrom('auditEvent')
    .select(['action', 'actorId'])
    .where('subjectId', '=', key)
    .orderBy('at')
    .execute();
  expect(auditActions.map(({ action }) => action).sort()).toEqual(['letter.change', 'letter.reset']);
  expect(auditActions[0]?.actorId).toBe(admin.accountId);
});

// shows: asvs/1.3.7
test.each([
  [{ ...words, text: 'Dear {learner}' }, 'text', 'This email has no placeholder {learner}.'],
  [{ ...words, subject: '{reason}' }, 'subject', 'This email has no placeholder {reason}.'],
  [{ ...words, text: ' ' }, 'text', 'Text is required'],
  [{ ...words, subject: '' }, 'subject', 'Subject is required'],
])('%j is refused, in the preview too', async (body, field, sentence) => {
  const before = await list();
  for (const answer of [await save(body), await call(emailTemplates.preview, { params: { key }, body }, admin)])
    expect([answer.status, answer.body]).toMatchObject([400, { fields: { [field]: sentence } }]);
  expect(await list()).toEqual(before);
});

// shows: asvs/1.3.5
test('markup in a template stays text', async () => {
  await save({ ...words, text: '<img src=x onerror=alert(1)> {message}' });
  await write();
  expect((await lastMail())?.html).not.toContain('<img');
  await call(emailTemplates.reset, { params: { key } }, admin);
});

test('when two save at once the later words remain, and an unknown template is not found', async () => {
  const answers = await Promise.all([save({ ...words, subject: 'One' }), save({ ...words, subject: 'Two' })]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect((await save(words, admin, 'no-such-letter')).status).toBe(404);
});

test('only administrators have access', async () => {
  for (const as of [await person(), await person('registrar'), await person('instructor')]) {
    expect((await call(emailTemplates.list, as)).status).toBe(403);
    expect((await save(words, as)).status).toBe(403);
  }
});
