import { accounts } from '@fairlead/contract/accounts/calls';
import { describe, expect, test } from 'vitest';
import { testApp } from '../../../testing/app.ts';
import { addRegistered, addVerified, newcomer } from '../testing/newcomers.ts';
import { codeFor, logIn, withToken } from '../testing/owners.ts';

const program = await testApp();
const { call, person, mailsTo, wait } = program;
const logInAs = ({ email, password }: { email: string; password: string }) => logIn(program, email, password);

describe('registration', () => {
  // shows: staff/unapproved-users, entities/registration, entities/listed-user, entities/login, entities/login-answer,
  //   entities/token, states/registration, states/user-approval, roles/learner-access, calls/register,
  //   calls/verify-otp, calls/login, calls/unapproved-users, calls/approve-user, messages/user-approved, asvs/2.3.1
  test('leads by a mailed code and an approval to login, and each step is required', async () => {
    const details = await addRegistered(program);
    const early = await logInAs(details);
    expect([early.status, early.body]).toMatchObject([403, { code: 'not-verified' }]);
    const otp = await codeFor(program, details.email);
    await call(accounts.verifyEmail, { body: { email: details.email, otp } });
    expect(await logInAs(details)).toMatchObject({ status: 403, body: { code: 'not-approved' } });

    const admin = await person('admin');
    const waiting = await call(accounts.listUnapproved, { query: { q: details.email } }, admin);
    expect(waiting.body).toMatchObject([{ name: 'Ravi Kumar', email: details.email }]);
    const answer = await call(accounts.approve, { params: { id: waiting.body[0]?._id ?? '' } }, admin);
    expect(answer.body).toEqual({ message: 'User approved successfully!' });
    expect((await mailsTo(details.email)).at(-1)?.subject).toContain('is approved');

    const session = await logInAs(details);
    expect(session).toMatchObject({ status: 200, body: { user: { email: details.email, role: 'learner' } } });
    expect(session.body.accessToken.split('.')).toHaveLength(3);
    const payload = JSON.parse(Buffer.from(session.body.accessToken.split('.')[1] ?? '', 'base64url').toString());
    expect(payload).toMatchObject({ role: 'learner', exp: Math.floor(program.clock().getTime() / 1000) + 900 });
    expect((await withToken(program, session.body.accessToken)).json()).toMatchObject({ email: details.email });
  });

  // shows: entities/registration, rules/register-mobile, rules/register-email, rules/register-prefixes, calls/register,
  //   constants/mobile, asvs/6.2.1, asvs/6.2.4
  test.each([
    [{ mobile: '98200' }, 'mobile', 'Please enter a valid 10-digit mobile number.'],
    [{ mobile: '98200 12345 ext 7' }, 'mobile', 'Please enter a valid 10-digit mobile number.'],
    [
      { mobile: '+63 917' },
      'mobile',
      'Please enter a valid mobile number with its country code, such as +63 917 123 4567.',
    ],
    [{ email: 'ravi.example.org' }, 'email', 'Email must contain "@" symbol.'],
    [{ firstName: '  ' }, 'firstName', 'First name is required'],
    [{ lastName: '' }, 'lastName', 'Last name is required'],
    [{ password: 'short' }, 'password', 'Password must be at least 8 characters'],
    [{ password: 'password1' }, 'password', 'This password is one of the most common ones. Please choose another.'],
    [{ tittle: 'Capt' as 'Mr' }, 'tittle', 'Please fill in all fields.'],
  ])('refuses %o', async (fault, field, message) => {
    const answer = await call(accounts.register, { body: { ...newcomer(), ...fault } });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid', message, fields: { [field]: message } } });
  });

  test('takes somebody with one name, who is called by it once', async () => {
    const body = { ...newcomer(), firstName: 'Ahmadi', lastName: null, tittle: 'Ms' } as const;
    expect((await call(accounts.register, { body })).status).toBe(201);
    const otp = await codeFor(program, body.email);
    await call(accounts.verifyEmail, { body: { email: body.email, otp } });
    const listed = await call(accounts.listUnapproved, { query: { q: 'ahmadi' } }, await person('admin'));
    expect(listed.body.map(({ name }) => name)).toEqual(['Ahmadi']);
    expect((await mailsTo(body.email))[0]?.text).not.toMatch(/Ahmadi (null|Ahmadi| )/);
  });

  // shows: rules/register-email-case
  test('lower-cases the email, and refuses one that is in use however it is written', async () => {
    const { email } = await addVerified(program);
    const again = await call(accounts.register, { body: { ...newcomer(), email: email.toUpperCase() } });
    expect(again).toMatchObject({ status: 409, body: { code: 'exists' } });
    expect(await mailsTo(email)).toHaveLength(1);
  });

  test('may be repeated while the email is unverified, and the later password applies', async () => {
    const first = await addRegistered(program);
    expect((await call(accounts.register, { body: first })).status).toBe(429);
    wait(61);
    const second = { ...first, password: 'another lighthouse' };
    const { status, body } = await call(accounts.register, { body: second });
    expect(status).toBe(201);
    const otp = await codeFor(program, first.email);
    await call(accounts.verifyEmail, { body: { email: first.email, otp, registration: body.registration } });
    expect((await logInAs(first)).status).toBe(401);
    expect(await logInAs(second)).toMatchObject({ body: { code: 'not-approved' } });
  });

  test('of one email by many requests at once makes one account and one mail', async () => {
    const details = newcomer();
    const answers = await Promise.all(Array.from({ length: 20 }, () => call(accounts.register, { body: details })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await mailsTo(details.email)).toHaveLength(1);
  });
});

describe('approval', () => {
  // shows: states/user-approval, calls/approve-user
  test('by two at once happens once, with one mail', async () => {
    const { email } = await addVerified(program);
    const admin = await person('admin');
    const id = (await call(accounts.listUnapproved, { query: { q: email } }, admin)).body[0]?._id ?? '';
    const answers = await Promise.all([1, 2, 3, 4].map(() => call(accounts.approve, { params: { id } }, admin)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect((await mailsTo(email)).filter(({ subject }) => subject?.includes('approved'))).toHaveLength(1);
    const auditActions = await program.db.selectFrom('auditEvent').selectAll().where('subjectId', '=', id).execute();
    expect(auditActions).toMatchObject([{ action: 'account.approve', actorId: admin.accountId }]);
  });

  // shows: roles/learner-access, roles/staff-users, calls/unapproved-users
  test('requires a verified email, and refuses unknown accounts', async () => {
    const { email } = await addRegistered(program);
    const admin = await person('admin');
    expect((await call(accounts.listUnapproved, { query: { q: email } }, admin)).body).toEqual([]);
    const { id } = await program.db
      .selectFrom('account')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    expect((await call(accounts.approve, { params: { id } }, admin)).status).toBe(409);
    const unknown = '00000000-0000-4000-8000-000000000000';
    expect((await call(accounts.approve, { params: { id: unknown } }, admin)).status).toBe(404);
    expect((await call(accounts.approve, { params: { id: '1 or 1=1' } }, admin)).status).toBe(400);
  });

  // shows: calls/approved-users
  test('lists page by page without a gap or a repeat', async () => {
    const admin = await person('admin');
    for (let i = 0; i < 7; i++) await person('learner', { firstName: 'Paged' });
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const query = { q: 'paged', limit: 3, ...(after && { after }) };
      const page = await call(accounts.listApproved, { query }, admin);
      expect(page.headers['x-total-count']).toBe('7');
      seen.push(...page.body.map(({ email }) => email));
      const next = /<([^>]+)>; rel="next"/.exec(String(page.headers.link))?.[1];
      after = (next && new URL(next, 'http://self').searchParams.get('after')) || undefined;
    } while (after);
    expect(seen).toHaveLength(7);
    expect(new Set(seen).size).toBe(7);
    expect((await call(accounts.listApproved, { query: { q: '100%_' } }, admin)).body).toEqual([]);
  });
});
