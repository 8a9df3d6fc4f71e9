import { accounts } from '@fairlead/contract/accounts/calls';
import { ownAccount } from '@fairlead/contract/accounts/own-account';
import { describe, expect, test } from 'vitest';
import { type Person, testApp } from '../../../testing/app.ts';
import { actionsOn, addOwner, codeFor, freshEmail, logIn, password } from '../testing/owners.ts';
import { adoptEmail } from './change-email.ts';

const program = await testApp();
const { call, mailsTo, wait, db } = program;

const account = (as: Person) => call(ownAccount.getOwnAccount, as);
const ask = (as: Person, email: string, currentPassword = password) =>
  call(ownAccount.changeEmail, { body: { email, currentPassword } }, as);
const confirm = (as: Person, otp: string) => call(ownAccount.confirmEmail, { body: { otp } }, as);
const wrong = (digits: string) => String((Number(digits) + 1) % 1_000_000).padStart(6, '0');

/** Requests a change of email address, and returns the new address with the code that was mailed to it. */
async function asked(as: Person, email = freshEmail()) {
  expect((await ask(as, email)).status).toBe(200);
  return { email, otp: await codeFor(program, email) };
}

describe('a change of email', () => {
  test('waits for the code mailed to the new email, which then is the login; the old one is notified', async () => {
    const me = await addOwner(program);
    const email = freshEmail();
    expect(await ask(me, ` ${email.toUpperCase()} `)).toMatchObject({ status: 200, body: { pendingEmail: email } });
    expect((await account(me)).body).toMatchObject({ email: me.email, pendingEmail: email });
    expect((await logIn(program, email)).status).toBe(401);
    expect(await mailsTo(me.email)).toEqual([]);

    const answer = await confirm(me, await codeFor(program, email));
    expect(answer).toMatchObject({ status: 200, body: { user: { _id: me.accountId, email, role: 'learner' } } });
    expect((await account(me)).body).toMatchObject({ email, pendingEmail: null });
    expect((await logIn(program, me.email)).status).toBe(401);
    expect((await logIn(program, email)).status).toBe(200);
    const notice = (await mailsTo(me.email)).at(-1);
    expect(notice?.subject).toContain('email address');
    expect(notice?.text).not.toContain(email);
    expect(await actionsOn(program, me)).toEqual([['account.change-email', { from: me.email, to: email }]]);
  });

  // shows: asvs/7.5.1
  test('requires the current password, and mails nothing without it', async () => {
    const me = await addOwner(program);
    const email = freshEmail();
    expect(await ask(me, email, 'not the password')).toMatchObject({
      status: 400,
      body: { fields: { currentPassword: 'This is not your current password.' } },
    });
    expect(await mailsTo(email)).toEqual([]);
    expect((await account(me)).body.pendingEmail).toBeNull();
  });

  test.each([
    ['no address', 'Email must contain "@" symbol.'],
    ['', 'Email is required'],
  ])('is refused to "%s"', async (email, message) => {
    expect(await ask(await addOwner(program), email)).toMatchObject({
      status: 400,
      body: { fields: { email: message } },
    });
  });

  test('is refused to the account’s own email, and to one in use, in the words of registration', async () => {
    const [me, other] = [await addOwner(program), await addOwner(program)];
    expect(await ask(me, me.email)).toMatchObject({ status: 400, body: { fields: { email: expect.any(String) } } });
    const answer = await ask(me, other.email);
    const registered = await call(accounts.register, {
      body: { tittle: 'Mr', firstName: 'A', lastName: 'B', mobile: '9820012345', email: other.email, password },
    });
    expect([answer.status, registered.status]).toEqual([409, 409]);
    expect(registered.body.message).toContain(answer.body.message);
    expect(await mailsTo(other.email)).toEqual([]);
  });

  test('is mailed once a minute to one email, also for parallel requests, and ten times a day for one account', async () => {
    const me = await addOwner(program);
    const email = freshEmail();
    const volley = await Promise.all(Array.from({ length: 5 }, () => ask(me, email)));
    expect(volley.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await mailsTo(email)).toHaveLength(1);
    for (let i = 0; i < 5; i++) expect((await ask(me, freshEmail())).status).toBe(200);
    expect((await ask(me, freshEmail())).status).toBe(429);
    wait(24 * 3600 + 1);
    expect((await ask(me, freshEmail())).status).toBe(200);
  });

  test('has a code that can be guessed five times in parallel, and is then refused even if right', async () => {
    const me = await addOwner(program);
    const { otp } = await asked(me);
    const guesses = await Promise.all(Array.from({ length: 30 }, () => confirm(me, wrong(otp))));
    expect(new Set(guesses.map(({ status }) => status))).toEqual(new Set([400]));
    expect(await confirm(me, otp)).toMatchObject({ status: 400, body: { fields: { otp: 'Invalid OTP' } } });
    expect((await account(me)).body.email).toBe(me.email);
  });

  test('has a code that expires after 10 minutes, and then nothing is pending', async () => {
    const me = await addOwner(program);
    const { otp } = await asked(me);
    wait(10 * 60 + 1);
    expect((await confirm(me, otp)).status).toBe(400);
    expect((await account(me)).body).toMatchObject({ email: me.email, pendingEmail: null });
  });

  test('has a code that works once, and a second click at the same moment changes nothing more', async () => {
    const me = await addOwner(program);
    const { otp } = await asked(me);
    const answers = await Promise.all([confirm(me, otp), confirm(me, otp), confirm(me, otp)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect((await confirm(me, otp)).status).toBe(400);
    expect(await mailsTo(me.email)).toHaveLength(1);
    expect(await actionsOn(program, me)).toHaveLength(1);
  });

  test('has a code that works for nobody else and no other purpose, and no other code works for it', async () => {
    const [me, other] = [await addOwner(program), await addOwner(program)];
    const { otp } = await asked(me);
    await asked(other);
    expect((await confirm(other, otp)).status).toBe(400);
    const reset = { email: me.email, otp, newPassword: 'a new lighthouse' };
    expect((await call(accounts.resetPassword, { body: reset })).status).toBe(400);
    await call(accounts.forgotPassword, { body: { email: me.email } });
    expect((await call(accounts.resetPassword, { body: reset })).status).toBe(400);
    expect((await confirm(me, await codeFor(program, me.email))).status).toBe(400);
    expect((await account(me)).body.email).toBe(me.email);
  });

  // shows: asvs/6.6.2
  test('is not confirmed by the code for an email that was since replaced by another', async () => {
    const me = await addOwner(program);
    const first = await asked(me);
    const second = await asked(me);
    if (first.otp !== second.otp) expect((await confirm(me, first.otp)).status).toBe(400);
    expect((await confirm(me, second.otp)).status).toBe(200);
    expect((await account(me)).body.email).toBe(second.email);
  });

  test('is not confirmed by a code verified just before another email was requested', async () => {
    const me = await addOwner(program);
    const { email: proved } = await asked(me);
    const { email: other } = await asked(me);
    const adopting = adoptEmail(program, { accountId: me.accountId, newEmail: proved, ip: '127.0.0.1' });
    await expect(adopting).rejects.toMatchObject({ code: 'bad-code' });
    expect((await account(me)).body).toMatchObject({ email: me.email, pendingEmail: other });
  });

  test('is refused if the email was taken between request and confirmation', async () => {
    const [me, other] = [await addOwner(program), await addOwner(program)];
    const { email, otp } = await asked(me);
    await db.updateTable('account').set({ email }).where('id', '=', other.accountId).execute();
    expect(await confirm(me, otp)).toMatchObject({ status: 409, body: { code: 'exists' } });
    expect((await account(me)).body.email).toBe(me.email);
    expect(await mailsTo(me.email)).toEqual([]);
    expect(await actionsOn(program, me)).toEqual([]);
  });

  test('of two accounts to one email succeeds for the one that verifies it', async () => {
    const [one, two] = [await addOwner(program), await addOwner(program)];
    const { email, otp: first } = await asked(one);
    wait(61);
    const { otp: second } = await asked(two, email);
    const answers = await Promise.all([confirm(one, first), confirm(two, second)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const winner = answers[0].status === 200 ? one : two;
    expect((await account(winner)).body.email).toBe(email);
  });

  test('takes an email that somebody registered and never verified, and only such a one', async () => {
    const me = await addOwner(program);
    const email = freshEmail();
    const details = { tittle: 'Mr', firstName: 'A', lastName: 'B', mobile: '9820012345', email, password } as const;
    expect((await call(accounts.register, { body: details })).status).toBe(201);
    const registrationCode = await codeFor(program, email);
    const { otp } = await asked(me, email);
    expect((await confirm(me, otp)).status).toBe(200);
    const holders = await db.selectFrom('account').select('id').where('email', '=', email).execute();
    expect(holders).toEqual([{ id: me.accountId }]);
    expect((await call(accounts.verifyEmail, { body: { email, otp: registrationCode } })).status).toBe(400);
  });

  test('takes the email of a refused registration: its owner had an account already', async () => {
    const [me, twin] = [await addOwner(program), await program.person()];
    const refused = { approvedAt: null, refusedAt: program.clock(), refusalReason: 'You have an account already.' };
    await db.updateTable('account').set(refused).where('id', '=', twin.accountId).execute();
    const { otp } = await asked(me, twin.email);
    expect((await confirm(me, otp)).status).toBe(200);
    expect((await account(me)).body.email).toBe(twin.email);
    expect((await account(twin)).status).toBe(401);
  });

  test('voids a reset code that was sent to the old email', async () => {
    const me = await addOwner(program);
    await call(accounts.forgotPassword, { body: { email: me.email } });
    const reset = await codeFor(program, me.email);
    const { email, otp } = await asked(me);
    expect((await confirm(me, otp)).status).toBe(200);
    const body = { email, otp: reset, newPassword: 'a new lighthouse' };
    expect((await call(accounts.resetPassword, { body })).status).toBe(400);
    expect((await logIn(program, email)).status).toBe(200);
  });
});
