import { accounts, type Registration } from '@fairlead/contract/accounts/calls';
import { describe, expect, test } from 'vitest';
import { tally } from '../../testing/answers.ts';
import { testApp } from '../../testing/app.ts';
import { addRegistered, newcomer } from './testing/newcomers.ts';
import { actionsOn, addOwner, codeFor, logIn, password, refresh, useUp } from './testing/owners.ts';

const program = await testApp();
const { call, db, mailsTo, wait } = program;
const logInAs = ({ email, password }: { email: string; password: string }) => logIn(program, email, password);

/** A person who may log in but has never done so. */
const addLearner = async () => ({ ...(await addOwner(program)), password });

const wrong = (digits: string) => String((Number(digits) + 1) % 1_000_000).padStart(6, '0');

describe('a mailed code', () => {
  // shows: calls/verify-otp, messages/invalid-otp
  test('is refused after five wrong attempts, even if it is then right', async () => {
    const { email } = await addRegistered(program);
    const otp = await codeFor(program, email);
    for (let i = 0; i < 5; i++) {
      const answer = await call(accounts.verifyEmail, { body: { email, otp: wrong(otp) } });
      expect(answer).toMatchObject({ status: 400, body: { message: 'Invalid OTP' } });
    }
    expect((await call(accounts.verifyEmail, { body: { email, otp } })).status).toBe(400);
  });

  // shows: threats/guessed-code, asvs/6.6.3
  test('can be guessed five times also by parallel requests', async () => {
    const { email } = await addRegistered(program);
    const otp = await codeFor(program, email);
    // A right one may be entered again: as many are answered as were compared.
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => call(accounts.verifyEmail, { body: { email, otp } })),
    );
    expect(tally(answers)).toEqual({ 200: 5, 400: 25 });
  });

  describe('is not void for its owner after wrong ones from elsewhere', () => {
    const from = (network: string, url: string, payload: object) =>
      program.app.inject({ method: 'POST', url: `/api/user/${url}`, payload, remoteAddress: network });
    const networks = (count: number) => Array.from({ length: count }, (_, n) => `198.51.100.${n + 1}`);
    const atHome = '203.0.113.5';
    /** Sends a wrong code six times from each of some networks. */
    async function guessFrom(some: readonly string[], url: string, payload: { otp: string }) {
      for (const network of some)
        for (let tries = 0; tries < 6; tries++)
          expect((await from(network, url, { ...payload, otp: wrong(payload.otp) })).statusCode).toBe(400);
    }
    /** An account that has asked for a code for a new password from a network. */
    async function asked(network: string) {
      const { email } = await addLearner();
      expect((await from(network, 'forgotPasssword', { email })).statusCode).toBe(200);
      return { email, otp: await codeFor(program, email), newPassword: 'a new lighthouse' };
    }

    // shows: threats/guessed-code, calls/verify-otp
    test('when it verifies an email, with the id of the registration from anywhere', async () => {
      const details = newcomer();
      const { body } = await call(accounts.register, { body: details });
      const entered = { email: details.email, otp: await codeFor(program, details.email) };
      await guessFrom([...networks(12), '127.0.0.1'], 'verify-otp', entered);
      // without the id, also from a network that has not tried
      expect((await from(atHome, 'verify-otp', entered)).statusCode).toBe(400);
      const own = { ...entered, registration: body.registration };
      expect((await from(atHome, 'verify-otp', own)).statusCode).toBe(200);
    });

    test('when it verifies an email, without the id from the network of the registration', async () => {
      const { email } = await addRegistered(program);
      const entered = { email, otp: await codeFor(program, email) };
      await guessFrom(networks(12), 'verify-otp', entered);
      expect((await from('127.0.0.1', 'verify-otp', entered)).statusCode).toBe(200);
    });

    test('and with the id of the registration it can be tried five times from all networks together', async () => {
      const details = newcomer();
      const { registration } = (await call(accounts.register, { body: details })).body;
      const entered = { email: details.email, otp: await codeFor(program, details.email), registration };
      for (const network of networks(5)) await from(network, 'verify-otp', { ...entered, otp: wrong(entered.otp) });
      expect((await from(atHome, 'verify-otp', entered)).statusCode).toBe(400);
    });

    // shows: threats/guessed-code, calls/reset-password
    test('when it sets a password, from the network that asked for it', async () => {
      const entered = await asked(atHome);
      await guessFrom(networks(12), 'resetPassword', entered);
      expect((await from('192.0.2.1', 'resetPassword', entered)).statusCode).toBe(400);
      expect((await from(atHome, 'resetPassword', entered)).statusCode).toBe(200);
    });

    test('when it sets a password, from a network where the account has logged in before, if a stranger asked for it', async () => {
      const { email } = await addLearner();
      expect((await from(atHome, 'login', { email, password })).statusCode).toBe(200);
      await from('198.51.100.1', 'forgotPasssword', { email });
      const entered = { email, otp: await codeFor(program, email), newPassword: 'a new lighthouse' };
      await guessFrom(networks(12), 'resetPassword', entered);
      expect((await from(atHome, 'resetPassword', entered)).statusCode).toBe(200);
    });

    // shows: threats/crew-behind-one-ip, threats/guessed-code
    test.each(['verify-otp', 'resetPassword'])(
      'and others on its network, such as a crew, do not use up its tries there: %s',
      async (url) => {
        const registered = async () => {
          const details = newcomer();
          await from(atHome, 'register', details);
          return { email: details.email, otp: await codeFor(program, details.email) };
        };
        const entered = url === 'verify-otp' ? await registered() : await asked(atHome);
        await useUp(program, `try-code:${atHome}`, 400);
        const stranger = { ...entered, email: 'not-asked@example.org' };
        expect((await from(atHome, url, stranger)).statusCode).toBe(429);
        expect((await from(atHome, url, entered)).statusCode).toBe(200);
      },
    );

    test('while a few networks have tried, from any other', async () => {
      const entered = await asked(atHome);
      await guessFrom(networks(3), 'resetPassword', entered);
      expect((await from('192.0.2.1', 'resetPassword', entered)).statusCode).toBe(200);
    });

    // shows: threats/guessed-code, asvs/6.6.3
    test('and strangers of any number of networks have twenty tries at one code, and fifty a day', async () => {
      const { email } = await addRegistered(program);
      const compared = async (first: number) => {
        const otp = await codeFor(program, email);
        // The right one may be entered again: as many are answered as were compared.
        const tries = Array.from({ length: 30 }, (_, n) => from(`198.51.${first}.${n}`, 'verify-otp', { email, otp }));
        return (await Promise.all(tries)).filter(({ statusCode }) => statusCode === 200).length;
      };
      const anotherCode = async () => {
        // as before its first code was entered
        await db.updateTable('registration').set({ verifiedAt: null }).execute();
        await db.updateTable('account').set({ emailVerifiedAt: null }).where('email', '=', email).execute();
        wait(61);
        expect((await call(accounts.resendCode, { body: { email } })).status).toBe(200);
      };
      expect(await compared(1)).toBe(20);
      for (const left of [20, 10]) {
        await anotherCode();
        expect(await compared(left)).toBe(left);
      }
      wait(24 * 3600);
      await anotherCode();
      expect(await compared(4)).toBe(20);
    });
  });

  // shows: otp/resend, calls/resend-otp, asvs/6.4.1, asvs/6.5.5
  test('expires after 10 minutes, and a new one replaces it', async () => {
    const { email } = await addRegistered(program);
    const old = await codeFor(program, email);
    wait(10 * 60 + 1);
    expect((await call(accounts.verifyEmail, { body: { email, otp: old } })).status).toBe(400);
    expect((await call(accounts.resendCode, { body: { email } })).status).toBe(200);
    expect((await call(accounts.verifyEmail, { body: { email, otp: await codeFor(program, email) } })).status).toBe(
      200,
    );
  });

  test('entered twice, because the response was lost, verifies the email both times', async () => {
    const { email } = await addRegistered(program);
    const body = { email, otp: await codeFor(program, email) };
    const first = await call(accounts.verifyEmail, { body });
    const again = await call(accounts.verifyEmail, { body });
    expect([again.status, again.body]).toEqual([200, first.body]);
    wait(10 * 60 + 1);
    expect((await call(accounts.verifyEmail, { body })).status).toBe(400);
  });

  describe('verifies only the registration for which it was mailed', () => {
    const strangers = { firstName: 'Not', lastName: 'The Owner', password: 'a stranger at the door' };
    const registering = async (details: Registration) => (await call(accounts.register, { body: details })).body;
    const verify = (email: string, otp: string, registration?: string) =>
      call(accounts.verifyEmail, { body: { email, otp, registration } });
    const account = (email: string) =>
      db.selectFrom('account').selectAll().where('email', '=', email).executeTakeFirstOrThrow();
    /** Two registrations of one email address, a minute apart, each with its code. */
    async function twice(first: Registration, second: Registration) {
      const one = { ...(await registering(first)), otp: await codeFor(program, first.email) };
      wait(61);
      const two = { ...(await registering(second)), otp: await codeFor(program, first.email) };
      return [one, two] as const;
    }
    const seesOwner = async (details: Registration) => {
      expect(await logInAs(details)).toMatchObject({ body: { code: 'not-approved' } });
      expect(await logInAs({ ...details, ...strangers })).toMatchObject({ body: { code: 'bad-credentials' } });
      expect(await account(details.email)).toMatchObject({ firstName: 'Ravi', lastName: 'Kumar' });
      const left = db.selectFrom('registration').innerJoin('account', 'account.id', 'registration.accountId');
      expect(await left.select('registration.id').where('email', '=', details.email).execute()).toHaveLength(1);
    };

    // shows: threats/registration-by-stranger, asvs/6.6.2
    test.each(['before', 'after'])('and not a stranger’s %s it', async (when) => {
      const details = newcomer();
      const stranger = { ...details, ...strangers };
      const [one, two] = when === 'before' ? await twice(stranger, details) : await twice(details, stranger);
      const [own, other] = when === 'before' ? [two, one] : [one, two];
      // Whichever email the owner takes the code from, their browser can verify only its own registration.
      expect((await verify(details.email, other.otp, own.registration)).status).toBe(400);
      expect((await verify(details.email, own.otp, other.registration)).status).toBe(400);
      expect(await account(details.email)).toMatchObject({ emailVerifiedAt: null });
      expect((await verify(details.email, own.otp, own.registration)).status).toBe(200);
      expect((await verify(details.email, other.otp, other.registration)).status).toBe(400);
      await seesOwner(details);
    });

    // shows: threats/registration-by-stranger
    test('and none of several for a client that does not name its own', async () => {
      const details = newcomer();
      const [one, two] = await twice(details, { ...details, ...strangers });
      for (const { otp } of [one, two]) expect((await verify(details.email, otp)).status).toBe(400);
      expect(await account(details.email)).toMatchObject({ emailVerifiedAt: null });
      expect(await logInAs({ ...details, ...strangers })).toMatchObject({ body: { code: 'not-verified' } });
    });

    // shows: threats/registration-by-stranger
    test('also when it is mailed again', async () => {
      const details = newcomer();
      const [own] = await twice(details, { ...details, ...strangers });
      wait(61);
      const mails = (await mailsTo(details.email)).length;
      await call(accounts.resendCode, { body: { email: details.email } });
      expect(await mailsTo(details.email)).toHaveLength(mails);
      wait(61);
      await call(accounts.resendCode, { body: { email: details.email, registration: own.registration } });
      const otp = await codeFor(program, details.email);
      expect(await mailsTo(details.email)).toHaveLength(mails + 1);
      expect((await verify(details.email, otp, own.registration)).status).toBe(200);
      await seesOwner(details);
    });

    test('to which an earlier login leads', async () => {
      const details = newcomer();
      const [, { registration }] = await twice({ ...details, ...strangers }, details);
      expect(await logInAs(details)).toMatchObject({ body: { code: 'not-verified', about: registration } });
    });

    // shows: threats/registration-by-stranger
    test('and not one made at the same moment', async () => {
      for (let round = 0; round < 6; round++) {
        const details = newcomer();
        const { registration } = await registering(details);
        const otp = await codeFor(program, details.email);
        wait(61);
        const [verified, register] = await Promise.all([
          verify(details.email, otp, registration),
          call(accounts.register, { body: { ...details, ...strangers } }),
        ]);
        expect(verified.status).toBe(200);
        expect([201, 409]).toContain(register.status);
        await seesOwner(details);
      }
    });
  });

  test('verifies nothing that was registered after it', async () => {
    const details = await addRegistered(program);
    const otp = await codeFor(program, details.email);
    wait(61);
    await call(accounts.register, { body: { ...details, password: 'a stranger at the door' } });
    expect((await call(accounts.verifyEmail, { body: { email: details.email, otp } })).status).toBe(400);
    expect(await logInAs({ ...details, password: 'a stranger at the door' })).toMatchObject({
      body: { code: 'not-verified' },
    });
  });

  test('used while a stranger registers the email: one of the two succeeds', async () => {
    const outcomes = [];
    for (let round = 0; round < 6; round++) {
      const details = await addRegistered(program);
      const otp = await codeFor(program, details.email);
      wait(61);
      const stranger = { ...details, password: 'a stranger at the door' };
      const [verify, register] = await Promise.all([
        call(accounts.verifyEmail, { body: { email: details.email, otp } }),
        call(accounts.register, { body: stranger }),
      ]);
      outcomes.push([verify.status, register.status]);
      const strangersLogin = await logInAs(stranger);
      expect(strangersLogin.body).toMatchObject({ code: verify.status === 200 ? 'bad-credentials' : 'not-verified' });
    }
    for (const outcome of outcomes)
      expect([
        [200, 409],
        [400, 201],
      ]).toContainEqual(outcome);
  });

  test('is not used up for the owner by a stranger who requests codes all day', async () => {
    const { email } = await addRegistered(program);
    const ask = async (remoteAddress: string) => {
      const resend = { method: 'POST', url: '/api/user/resend-otp', payload: { email }, remoteAddress } as const;
      const answer = await program.app.inject(resend);
      await program.worker.drain();
      return answer;
    };
    for (let i = 0; i < 12; i++) {
      wait(61);
      await ask('198.51.100.7');
    }
    const refused = await ask('198.51.100.7');
    expect(refused.json().message).toBe('An OTP can be sent only once a minute. Please try again in 60 seconds.');
    wait(61);
    expect((await ask('198.51.100.7')).json().message).toMatch(
      /^No more OTPs can be sent to this address today. Please try again in 24 hours.$/,
    );
    wait(61);
    expect((await ask('203.0.113.9')).statusCode).toBe(200);
    for (let network = 10; network < 40; network++) {
      wait(61);
      await ask(`203.0.113.${network}`);
    }
    // One came with the registration; the total for a day is thirty.
    expect(await mailsTo(email)).toHaveLength(30);
  });

  // shows: otp/resend, calls/resend-otp, threats/guessed-code, threats/account-enumeration, asvs/2.4.1
  test('is sent once a minute and ten times a day, and an unknown email gets the same responses', async () => {
    const { email } = await addRegistered(program);
    for (const mailbox of [email, 'nobody@example.org']) {
      wait(61);
      const first = await call(accounts.resendCode, { body: { email: mailbox } });
      const second = await call(accounts.resendCode, { body: { email: mailbox } });
      expect([first.status, second.status]).toEqual([200, 429]);
      await program.worker.drain();
      expect(Number(second.headers['retry-after'])).toBeLessThanOrEqual(60);
      for (let sent = 0; sent < 12; sent++) {
        wait(61);
        await call(accounts.resendCode, { body: { email: mailbox } });
        await program.worker.drain();
      }
    }
    expect(await mailsTo(email)).toHaveLength(10);
    expect(await mailsTo('nobody@example.org')).toHaveLength(0);
  });

  // shows: threats/guessed-code, asvs/6.5.2
  test('is stored as a keyed hash, and leaves the outbox with the mail', async () => {
    const { email } = await addRegistered(program);
    const otp = await codeFor(program, email);
    const codes = await program.db.selectFrom('oneTimeCode').selectAll().execute();
    expect(JSON.stringify(codes)).not.toContain(otp);
    const jobs = await program.db.selectFrom('job').select(['payload', 'doneAt']).where('kind', '=', 'mail').execute();
    expect(jobs.every(({ doneAt, payload }) => doneAt !== null && JSON.stringify(payload) === '{}')).toBe(true);
  });
});

describe('a forgotten password', () => {
  // shows: forgot-password/form, reset-password/fields, calls/forgot-password, calls/reset-password, asvs/6.4.3,
  //   asvs/7.4.3
  test('is reset by a mailed code, which ends every session', async () => {
    const account = await addLearner();
    const { refreshToken } = (await logInAs(account)).body;
    const asked = await call(accounts.forgotPassword, { body: { email: account.email } });
    const stranger = await call(accounts.forgotPassword, { body: { email: 'nobody-here@example.org' } });
    expect([asked.status, asked.body]).toEqual([stranger.status, stranger.body]);
    const body = { email: account.email, otp: await codeFor(program, account.email), newPassword: 'a new lighthouse' };
    expect((await call(accounts.resetPassword, { body: { ...body, newPassword: '12345678' } })).status).toBe(400);
    expect((await call(accounts.resetPassword, { body })).status).toBe(200);
    expect((await call(accounts.resetPassword, { body })).status).toBe(400);
    expect((await refresh(program, refreshToken)).status).toBe(401);
    expect((await logInAs(account)).status).toBe(401);
    expect((await logInAs({ email: account.email, password: 'a new lighthouse' })).status).toBe(200);
  });

  test('opens login at once to a person locked out by wrong guesses, and is audited', async () => {
    const account = await addLearner();
    for (let i = 0; i < 11; i++) await logInAs({ ...account, password: 'was it this one' });
    expect((await logInAs(account)).status).toBe(429);
    await call(accounts.forgotPassword, { body: { email: account.email } });
    const newPassword = 'a new lighthouse';
    const body = { email: account.email, otp: await codeFor(program, account.email), newPassword };
    expect((await call(accounts.resetPassword, { body })).status).toBe(200);
    expect((await logInAs({ ...account, password: newPassword })).status).toBe(200);
    expect(await actionsOn(program, account)).toEqual([['account.reset-password', {}]]);
  });

  // shows: threats/registration-by-stranger
  test('of an email that nobody verified is not reset: its registration may be a stranger’s', async () => {
    const { email } = await addRegistered(program);
    await call(accounts.forgotPassword, { body: { email } });
    const mail = (await mailsTo(email)).at(-1);
    expect(mail?.subject).toContain('is not finished');
    expect(mail?.text).not.toMatch(/\b\d{6}\b/);
  });

  // shows: asvs/6.5.1
  test('is reset once by two requests at once with one code', async () => {
    const account = await addLearner();
    await call(accounts.forgotPassword, { body: { email: account.email } });
    const otp = await codeFor(program, account.email);
    const answers = await Promise.all(
      ['first lighthouse', 'second lighthouse'].map((newPassword) =>
        call(accounts.resetPassword, { body: { email: account.email, otp, newPassword } }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  // shows: calls/reset-password, threats/guessed-code, asvs/6.6.2
  test('a code for one purpose does not serve the other', async () => {
    const details = await addRegistered(program);
    const otp = await codeFor(program, details.email);
    const answer = await call(accounts.resetPassword, {
      body: { email: details.email, otp, newPassword: 'a new lighthouse' },
    });
    expect(answer).toMatchObject({ status: 400, body: { message: 'Invalid OTP' } });
  });
});
