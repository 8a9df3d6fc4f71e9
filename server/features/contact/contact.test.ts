import { contact } from '@fairlead/contract/contact/calls';
import { describe, expect, test } from 'vitest';
import { type Person, testApp } from '../../testing/app.ts';

const program = await testApp({ BRAND_EMAIL: 'office@example.org' });
const { app, call, db, mailsTo, person, wait, worker } = program;
const registrar = await person('registrar', { firstName: 'Rekha', lastName: 'Rao' });
const nowhere = '00000000-0000-7000-8000-000000000000';
const body = { name: 'Ravi Kumar', email: 'ravi@example.org', message: 'Do you teach in Kochi?\nI sail on Friday.' };

// shows: contact/page
test('a message reaches the academy, which can reply to its sender', async () => {
  expect(await call(contact.send, { body })).toMatchObject({ status: 200, body: { message: expect.any(String) } });
  const [mail] = await mailsTo('office@example.org');
  expect(mail).toMatchObject({ subject: 'Message from the contact page', replyTo: [{ address: 'ravi@example.org' }] });
  expect(mail?.text).toContain('Ravi Kumar (ravi@example.org)');
  expect(mail?.text).toContain('Do you teach in Kochi?\nI sail on Friday.');
});

// shows: threats/header-injection, asvs/1.3.11
test('a message is text, whatever it contains, and adds no headers', async () => {
  await call(contact.send, {
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
  const answer = await call(contact.send, { body: { ...body, ...fault } });
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

describe('the inbox', () => {
  const listed = async (query: object = {}, as: Person = registrar) =>
    (await call(contact.list, { query }, as)).body.data;
  /** Sends a message, and returns it as it is in the inbox. */
  async function received(email: string) {
    await call(contact.send, { body: { ...body, email } });
    const [message] = await listed({ q: email });
    if (!message) throw new Error('The message is not in the inbox.');
    return message;
  }
  const act = (name: 'close' | 'reopen', id: string, version?: number, as: Person | undefined = registrar) =>
    call(contact[name], { params: { id }, query: version === undefined ? {} : { version } }, as);
  const answer = (id: string, text: string, version?: number, as: Person | undefined = registrar) =>
    call(contact.answer, { params: { id }, query: version === undefined ? {} : { version }, body: { text } }, as);
  const auditOf = async (id: string) => {
    const events = db.selectFrom('auditEvent').select(['action', 'actorId', 'details']).where('subjectId', '=', id);
    return events.orderBy('id').execute();
  };

  test('shows a new message with the account that has its email', async () => {
    const learner = await person('learner', { email: 'known@example.org' });
    expect(await received('Known@Example.org')).toMatchObject({
      name: body.name,
      email: 'known@example.org',
      message: body.message,
      state: 'new',
      version: 1,
      personId: learner.accountId,
    });
    expect((await received('unknown@example.org')).personId).toBeNull();
  });

  test('an answer is emailed in the words of staff, replies go to the academy, and its text is not in the audit', async () => {
    const { _id: id } = await received('answered@example.org');
    expect(await answer(id, 'We do.\n\nWrite to {academyEmail}.', 1)).toMatchObject({
      body: { message: 'Answer sent.', data: { state: 'answered', version: 2, answers: [{ by: 'Rekha Rao' }] } },
    });
    const [mail, ...more] = await mailsTo('answered@example.org');
    expect(mail?.replyTo).toMatchObject([{ address: 'office@example.org' }]);
    expect(mail?.text).toContain('Dear Ravi Kumar,\n\nWe do.\n\nWrite to {academyEmail}.');
    expect(mail?.text).toContain('You wrote to us:\n\nDo you teach in Kochi?');
    expect(more).toEqual([]);
    expect(await auditOf(id)).toEqual([{ action: 'message.answer', actorId: registrar.accountId, details: {} }]);
    expect((await call(contact.get, { params: { id } }, registrar)).body.data).toMatchObject({
      answers: [{ text: 'We do.\n\nWrite to {academyEmail}.' }],
    });
  });

  test('of two colleagues who answer what both saw, the second sends nothing', async () => {
    const { _id: id, version } = await received('twice@example.org');
    const colleague = await person('registrar');
    const both = await Promise.all([answer(id, 'One', version), answer(id, 'Two', version, colleague)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await mailsTo('twice@example.org')).toHaveLength(1);
    // who has seen the first answer sends another
    expect((await answer(id, 'Three', version + 1)).status).toBe(200);
  });

  test('a message is closed once, and opened again in the state that it had', async () => {
    const [fresh, old] = [await received('spam@example.org'), await received('done@example.org')];
    await answer(old._id, 'Done.');
    for (const { _id: id } of [fresh, old]) {
      expect((await act('reopen', id)).status).toBe(409);
      expect((await act('close', id)).body).toMatchObject({ message: 'Message closed.', data: { state: 'closed' } });
      expect((await act('close', id)).status).toBe(409);
    }
    expect((await act('reopen', fresh._id)).body).toMatchObject({ data: { state: 'new' } });
    expect((await act('reopen', old._id, 1)).status).toBe(409);
    expect((await act('reopen', old._id, 3)).body).toMatchObject({ data: { state: 'answered' } });
    expect((await auditOf(old._id)).map(({ action }) => action)).toEqual([
      ...['message.answer', 'message.close', 'message.reopen'],
    ]);
  });

  test('is filtered by state and by day, searched in the words, and sorted', async () => {
    const marked = { ...body, message: 'About the lighthouse' };
    const ids: string[] = [];
    for (const email of ['l1@example.org', 'l2@example.org', 'l3@example.org']) {
      await call(contact.send, { body: { ...marked, email } });
      ids.push((await listed({ q: email }))[0]?._id ?? '');
    }
    await act('close', ids[0] ?? '');
    await answer(ids[1] ?? '', 'Yes.');
    const found = async (query: object) => (await listed({ q: 'lighthouse', ...query })).map(({ _id }) => _id);
    expect(await found({ sort: 'oldest' })).toEqual(ids);
    expect(await found({})).toEqual(ids.toReversed());
    for (const [at, state] of ['closed', 'answered', 'new'].entries())
      expect(await found({ state })).toEqual([ids[at]]);
    expect(await found({ to: '2026-01-01' })).toEqual([]);
  });

  test('needs a permission, a message, and a text', async () => {
    const { _id: id } = await received('private@example.org');
    for (const as of [await person(), await person('instructor')]) {
      expect((await call(contact.list, { query: {} }, as)).status).toBe(403);
      expect((await call(contact.get, { params: { id } }, as)).status).toBe(403);
      for (const one of [answer(id, 'No', 1, as), act('close', id, 1, as), act('reopen', id, 1, as)])
        expect((await one).status).toBe(403);
    }
    for (const one of [answer(nowhere, 'Yes'), act('close', nowhere), act('reopen', nowhere)])
      expect((await one).status).toBe(404);
    expect((await answer(id, ' \n ')).status).toBe(400);
    expect(await mailsTo('private@example.org')).toEqual([]);
  });
});
