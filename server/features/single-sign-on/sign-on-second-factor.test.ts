import { singleSignOn } from '@fairlead/contract/single-sign-on/calls';
import { beforeEach, describe, expect, test } from 'vitest';
import { tally } from '../../testing/answers.ts';
import { testApp } from '../../testing/app.ts';
import { testOnServer } from '../../testing/database.ts';
import { givePassword, setUpFactor } from '../accounts/testing/owners.ts';
import { openidStandIn } from './testing/openid-stand-in.ts';
import { refusedSignOn, signOnDesk, signOnSettings } from './testing/sign-on-desk.ts';

const provider = await openidStandIn();
const program = await testApp(signOnSettings(provider));
const { call, clock, db, person, wait } = program;
const { addColleague, begin, claimsOf, finish, identities, protectedColleague, reasons, signOn } = signOnDesk(
  program,
  provider,
);

// A refusal is audited once in a quarter of an hour, and each test expects its own.
beforeEach(() => wait(16 * 60));

describe('a second factor', () => {
  // shows: threats/provider-escalation, asvs/6.8.4
  test('is requested in addition to the provider’s, and the login continues with its code', async () => {
    const { colleague, otp } = await protectedColleague();
    const { url, verifier } = await begin();
    const answer = { ...provider.authorize(url, claimsOf(colleague.email)), verifier };
    expect(await finish(answer)).toMatchObject({ status: 403, body: { code: 'second-factor' } });
    // Nothing is linked before the code was given.
    expect(await identities(colleague)).toEqual([]);
    expect(await finish({ ...answer, otp: '000000' })).toMatchObject({ status: 400, body: { code: 'bad-code' } });
    expect(await finish({ ...answer, verifier: (await begin()).verifier, otp: otp() })).toMatchObject(refusedSignOn);
    expect((await finish({ ...answer, otp: otp() })).status).toBe(200);
    wait(60);
    expect(await finish({ ...answer, otp: otp() })).toMatchObject(refusedSignOn);
  });

  // shows: threats/provider-escalation, asvs/6.8.4
  test('is not requested if the provider checked one, once it has been entered here', async () => {
    const { colleague, otp } = await protectedColleague();
    const claims = claimsOf(colleague.email, { amr: ['pwd', 'mfa'] });
    const { url, verifier } = await begin();
    const answer = { ...provider.authorize(url, claims), verifier };
    expect(await finish(answer)).toMatchObject({ body: { code: 'second-factor' } });
    expect((await finish({ ...answer, otp: otp() })).status).toBe(200);
    expect((await signOn(claims)).status).toBe(200);
    expect((await signOn({ ...claims, amr: ['pwd'] })).body).toMatchObject({ code: 'second-factor' });
  });

  // shows: threats/provider-escalation
  test('that is set up after a login through the provider must then be entered once', async () => {
    const colleague = await addColleague();
    const claims = claimsOf(colleague.email, { amr: ['mfa'] });
    expect((await signOn(claims)).status).toBe(200);
    await givePassword(program, colleague);
    await setUpFactor(program, colleague);
    expect((await signOn(claims)).body).toMatchObject({ code: 'second-factor' });
  });

  // shows: threats/provider-escalation
  test('of an administrator is requested each time, even of one who was a registrar before', async () => {
    const { colleague, otp } = await protectedColleague();
    const claims = claimsOf(colleague.email, { amr: ['mfa'] });
    const whole = async () => {
      const { url, verifier } = await begin();
      const answer = { ...provider.authorize(url, claims), verifier };
      expect((await finish(answer)).body).toMatchObject({ code: 'second-factor' });
      wait(60);
      return finish({ ...answer, otp: otp() });
    };
    expect((await whole()).status).toBe(200);
    expect((await signOn(claims)).status).toBe(200);
    await db.updateTable('account').set({ role: 'admin' }).where('id', '=', colleague.accountId).execute();
    expect((await whole()).body.user.role).toBe('admin');
  });

  // shows: threats/provider-escalation
  test('refuses a person who is disabled while it is requested', async () => {
    const { colleague, otp } = await protectedColleague();
    const { url, verifier } = await begin();
    const answer = { ...provider.authorize(url, claimsOf(colleague.email)), verifier };
    await finish(answer);
    await db.updateTable('account').set({ disabledAt: clock() }).where('id', '=', colleague.accountId).execute();
    expect(await finish({ ...answer, otp: otp() })).toMatchObject({ status: 403, body: { code: 'disabled' } });
  });

  test('stays usable if the provider is away, and is refused once the login was removed', async () => {
    const { colleague, otp } = await protectedColleague();
    const claims = claimsOf(colleague.email);
    const { url, verifier } = await begin();
    const answer = { ...provider.authorize(url, claims), verifier };
    await finish(answer);
    provider.isAway = true;
    const code = otp();
    expect((await finish({ ...answer, otp: code })).status).toBe(200);
    provider.isAway = false;
    const again = await begin();
    const waiting = { ...provider.authorize(again.url, claims), verifier: again.verifier };
    await finish(waiting);
    const fresh = await person('admin');
    await call(singleSignOn.remove, { params: { id: colleague.accountId } }, fresh);
    wait(60);
    expect(await finish({ ...waiting, otp: otp() })).toMatchObject(refusedSignOn);
  });

  // shows: threats/provider-escalation
  test('must be set up by an administrator before the provider can open the account', async () => {
    const administrator = await addColleague('admin');
    expect(await signOn(claimsOf(administrator.email))).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('set up a second factor') },
    });
    expect(await identities(administrator)).toEqual([]);
    expect((await reasons()).at(-1)).toBe('unprotected-administrator');
  });

  testOnServer('logs in once if its code is sent in parallel', async () => {
    const { colleague, otp } = await protectedColleague();
    const { url, verifier } = await begin();
    const answer = { ...provider.authorize(url, claimsOf(colleague.email)), verifier };
    await finish(answer);
    const answers = await Promise.all(Array.from({ length: 4 }, () => finish({ ...answer, otp: otp() })));
    expect(tally(answers)).toMatchObject({ 200: 1 });
  });
});
