import { academy } from '@fairlead/contract/academy';
import { expect, test } from 'vitest';
import { testApp } from '../../testing/app.ts';

const { app, call, mailsTo, wait, worker } = await testApp({ BRAND_EMAIL: 'office@example.org' });
const body = { name: 'Ravi Kumar', email: 'ravi@example.org', message: 'Do you teach in Kochi?\nI sail on Friday.' };

// shows: contact/page
test('a message reaches the academy, which can reply to its sender', async () => {
  expect(await call(academy.contact, { body })).toMatchObject({ status: 200, body: { message: expect.any(String) } });
  const [mail] = await mailsTo('office@example.org');
  expect(mail).toMatchObject({ subject: 'Message from the contact page', replyTo: [{ address: 'ravi@example.org' }] });
  expect(mail?.text).toContain('Ravi Kumar (ravi@example.org)');
  expect(mail?.text).toContain('Do you teach in Kochi?\nI sail on Friday.');
});

// shows: threats/header-injection, asvs/1.3.11
test('a message is text, whatever it contains, and adds no headers', async () => {
  await call(academy.contact, {
    body: { ...body, name: 'Ravi\r\nBcc: all@example.org', message: '<img src=x onerror=alert(1)>' },
  });
  const mail = (await mailsTo('office@example.org')).at(-1);
  expect(mail?.bcc).toBeUndefined();
  expect(mail?.headers.map(({ key }) => key)).not.toContain('bcc');
  expect(mail?.html).not.toContain('<img');
});

test.each([
  [{ email: 'ravi@example.org, all@example.org' }, 'email'],
  [{ email: 'ravi@example.org\r\nBcc: all@example.org' }, 'email'],
  [{ name: '  ' }, 'name'],
  [{ message: '' }, 'message'],
  [{ message: 'x'.repeat(5001) }, 'message'],
])('a message with %o is refused', async (fault, field) => {
  const answer = await call(academy.contact, { body: { ...body, ...fault } });
  expect(answer).toMatchObject({ status: 400, body: { fields: { [field]: expect.any(String) } } });
});

// shows: threats/crew-behind-one-ip
test('one network sends sixty an hour, and another is not affected', async () => {
  const from = async (remoteAddress: string) =>
    (await app.inject({ method: 'POST', url: '/api/contact', payload: body, remoteAddress })).statusCode;
  const answers = await Promise.all(Array.from({ length: 65 }, () => from('198.51.100.7')));
  expect(answers.filter((status) => status === 200)).toHaveLength(60);
  expect(answers.filter((status) => status === 429)).toHaveLength(5);
  expect(await from('203.0.113.9')).toBe(200);
  wait(3600);
  expect(await from('198.51.100.7')).toBe(200);
  await worker.drain();
});
