import { accounts } from '@fairlead/contract/accounts/calls';
import { ownAccount } from '@fairlead/contract/accounts/own-account';
import { overview } from '@fairlead/contract/overview/calls';
import { describe, expect, test } from 'vitest';
import { type Person, testApp } from '../../../testing/app.ts';
import { addProfile } from '../../../testing/factories.ts';
import { addOwner, logIn, password, refresh, withToken } from '../testing/owners.ts';

const program = await testApp();
const { call, wait } = program;

const account = (as: Person) => call(ownAccount.getOwnAccount, as);

describe('a change of mobile', () => {
  test.each([
    ['9820099999', '9820099999'],
    ['+91 98200 99999', '9820099999'],
    ['+63 917 123 4567', '+639171234567'],
  ])('to %s stores %s', async (mobile, stored) => {
    const me = await addOwner(program);
    const answer = await call(ownAccount.changeMobile, { body: { mobile } }, me);
    expect(answer).toMatchObject({ status: 200, body: { message: 'Your mobile number has been changed.' } });
    expect((await account(me)).body.mobile).toBe(stored);
  });

  test.each([
    ['0917 123 4567', 'Philippines', '+639171234567'],
    ['01712-345678', 'Bangladeshi', '+8801712345678'],
    ['98200 99999', 'Republic of India', '9820099999'],
  ])('to %s in %s stores %s', async (mobile, country, stored) => {
    const me = await addOwner(program);
    await addProfile(program, me);
    await program.db.updateTable('seafarerProfile').set({ country }).where('accountId', '=', me.accountId).execute();
    expect((await call(ownAccount.changeMobile, { body: { mobile } }, me)).status).toBe(200);
    expect((await account(me)).body.mobile).toBe(stored);
  });

  test.each(['982009999', '98200999990', '+919820099', 'ten digits', ''])('refuses %s', async (mobile) => {
    const me = await addOwner(program);
    const message = 'Please enter a valid 10-digit mobile number.';
    expect(await call(ownAccount.changeMobile, { body: { mobile } }, me)).toMatchObject({
      status: 400,
      body: { fields: { mobile: message } },
    });
    expect((await account(me)).body.mobile).toBe('9876543210');
  });
});

describe('a mobile number that may have been cut', () => {
  const confirm = (as: Person, mobile: string) => call(ownAccount.confirmMobile, { body: { mobile } }, as);
  const change = (as: Person, mobile: string) => call(ownAccount.changeMobile, { body: { mobile } }, as);

  test('is confirmed by its owner for owner and staff, until it is changed', async () => {
    const me = await addOwner(program);
    const admin = await program.person('admin');
    const seenByStaff = async () => (await call(overview.getPerson, { params: { id: me.accountId } }, admin)).body.data;
    await change(me, '9167001234');
    expect((await account(me)).body).toMatchObject({ mobile: '9167001234', mobileConfirmed: false });
    expect(await confirm(me, '9167001234')).toMatchObject({ status: 200 });
    expect(await confirm(me, '9167001234')).toMatchObject({ status: 200 });
    expect((await account(me)).body.mobileConfirmed).toBe(true);
    const { account: shown, history } = await seenByStaff();
    expect(shown).toMatchObject({ mobile: '9167001234', mobileConfirmed: true });
    expect(history.filter(({ action }) => action === 'account.confirm-mobile')).toHaveLength(1);
    await change(me, '9198200123');
    expect((await account(me)).body.mobileConfirmed).toBe(false);
    await change(me, '9167001234');
    expect((await account(me)).body.mobileConfirmed).toBe(false);
    expect((await seenByStaff()).account.mobileConfirmed).toBe(false);
  });

  test('is not confirmed in place of another number, nor without doubt', async () => {
    const me = await addOwner(program);
    expect(await confirm(me, '9876543210')).toMatchObject({ status: 400 });
    expect(await confirm(me, '0982001234')).toMatchObject({ status: 400 });
    await change(me, '9167001234');
    expect(await confirm(me, '9167001235')).toMatchObject({ status: 409 });
    expect((await account(me)).body.mobileConfirmed).toBe(false);
  });
});

describe('own sessions', () => {
  const list = async (as: Person) => (await call(ownAccount.listOwnSessions, as)).body;
  const end = (as: Person, id: string) => call(ownAccount.endOwnSession, { params: { id } }, as);
  const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0';

  async function logInFrom(email: string, userAgent: string, remoteAddress: string) {
    const answer = await program.app.inject({
      method: 'POST',
      url: '/api/user/login',
      remoteAddress,
      headers: { 'user-agent': userAgent },
      payload: { email, password },
    });
    return answer.json() as { accessToken: string; refreshToken: string };
  }

  test('are listed in plain words, the last used first, this one marked, with the IP address masked', async () => {
    const me = await addOwner(program);
    wait(3600);
    const started = program.clock().toISOString();
    const { refreshToken } = await logInFrom(me.email, `${windows} Safari/537.36`, '203.0.113.77');
    wait(600);
    await refresh(program, refreshToken);
    const sessions = await list(me);
    expect(sessions).toMatchObject([
      {
        device: 'Chrome on Windows',
        address: '203.0.*.*',
        createdAt: started,
        lastUsedAt: program.clock().toISOString(),
        expiresAt: new Date(Date.parse(started) + 180 * 24 * 3600 * 1000).toISOString(),
        current: false,
      },
      { _id: me.sessionId, device: 'Unknown device', address: null, current: true },
    ]);
    expect(JSON.stringify(sessions)).not.toContain('113.77');
    expect(JSON.stringify(sessions)).not.toContain('Mozilla');
  });

  test('are only one’s own, and only those that can still be used', async () => {
    const [me, other] = [await addOwner(program), await addOwner(program)];
    const phone = (await logIn(program, me.email)).body;
    await call(accounts.logout, { body: { refreshToken: phone.refreshToken } });
    expect(await list(me)).toHaveLength(1);
    expect((await list(other)).map(({ _id }) => _id)).toEqual([other.sessionId]);
    wait(30 * 24 * 3600 + 1);
    expect(await list(me)).toEqual([]);
  });

  // shows: asvs/7.5.2
  test('end one by one, with their tokens at once; a second click finds it ended', async () => {
    const me = await addOwner(program);
    const phone = (await logIn(program, me.email)).body;
    const laptop = (await logIn(program, me.email)).body;
    const [, , ...rest] = await list(me);
    expect(rest).toHaveLength(1);
    const claims = JSON.parse(Buffer.from(phone.accessToken.split('.')[1] ?? '', 'base64url').toString());
    expect((await end(me, claims.sid)).status).toBe(200);
    expect((await withToken(program, phone.accessToken)).statusCode).toBe(401);
    expect((await refresh(program, phone.refreshToken)).status).toBe(401);
    expect((await withToken(program, laptop.accessToken)).statusCode).toBe(200);
    expect((await end(me, claims.sid)).status).toBe(200);
    expect(await list(me)).toHaveLength(2);
  });

  test('of another person are not found, and remain', async () => {
    const [me, other] = [await addOwner(program), await addOwner(program)];
    expect(await end(me, other.sessionId)).toMatchObject({ status: 404, body: { code: 'not-found' } });
    expect((await account(other)).status).toBe(200);
    expect((await end(me, '00000000-0000-4000-8000-000000000000')).status).toBe(404);
    expect((await end(me, '1 or 1=1')).status).toBe(400);
  });
});
