import { accounts } from '@fairlead/contract/accounts/calls';
import { ownAccount } from '@fairlead/contract/accounts/own-account';
import { passkeys } from '@fairlead/contract/accounts/passkeys';
import { describe, expect, test } from 'vitest';
import { testApp } from '../../../testing/app.ts';
import { Authenticator, type Circumstances } from '../testing/authenticator.ts';
import { actionsOn, addOwner, codeFor, logIn } from '../testing/owners.ts';
import { passkeyDesk } from '../testing/passkey-desk.ts';

const program = await testApp();
const { call, db, wait, clock } = program;
const { options, add, list, ask, enter, subjects, holder, staffHolder, enterBy, notOpened } = passkeyDesk(program);

describe('a login by passkey', () => {
  test('opens a session like any other, and records when the passkey was used', async () => {
    const { me, device } = await holder();
    wait(60);
    const answer = await enterBy(device);
    expect([answer.status, answer.body.user]).toEqual([200, expect.objectContaining({ email: me.email })]);
    expect((await list(me))[0]?.lastUsedAt).toBe(clock().toISOString());
    expect((await call(ownAccount.listOwnSessions, me)).body).toHaveLength(2);
    expect((await call(accounts.refresh, { body: { refreshToken: answer.body.refreshToken } })).status).toBe(200);
    expect((await enterBy(device)).status).toBe(200);
  });

  // shows: threats/passkey-bypass, asvs/6.3.4
  test('counts as both factors of staff; the password alone still does not, nor one reset through a mailbox', async () => {
    const { me, device } = await staffHolder();
    expect(await enterBy(device)).toMatchObject({ status: 200, body: { user: { role: 'registrar' } } });
    expect((await logIn(program, me.email)).body).toMatchObject({ code: 'second-factor' });
    await call(accounts.forgotPassword, { body: { email: me.email } });
    const newPassword = 'taken with the mailbox';
    const otp = await codeFor(program, me.email);
    expect((await call(accounts.resetPassword, { body: { email: me.email, otp, newPassword } })).status).toBe(200);
    expect((await logIn(program, me.email, newPassword)).body).toMatchObject({ code: 'second-factor' });
    expect((await enterBy(device)).status).toBe(200);
  });

  // shows: threats/account-enumeration
  test('gives every visitor the same response, and names no keys', async () => {
    await holder();
    const asked = await ask();
    expect(Object.keys(asked).sort()).toEqual(['challenge', 'rpId', 'timeout', 'userVerification']);
    expect(asked).toMatchObject({ rpId: 'academy.example', timeout: 300_000, userVerification: 'required' });
    expect((await ask()).challenge).not.toBe(asked.challenge);
  });

  // shows: threats/misused-passkey
  test.each<[string, Circumstances & { as?: string }]>([
    ['without the device having verified who uses it', { verified: false }],
    ['on a page of another origin', { origin: 'https://academy-example.evil.example' }],
    ['on the same host without https', { origin: 'http://academy.example' }],
    ['for another host', { rpId: 'evil.example' }],
    ['on a page within another', { crossOrigin: true }],
    ['as the answer to making one', { type: 'webauthn.create' }],
    ['that says it is somebody else’s', { userHandle: Buffer.alloc(16, 1).toString('base64url') }],
    ['by a key that nobody has', { as: 'bm9ib2R5J3Mga2V5' }],
  ])('is refused %s, in one sentence', async (_, how) => {
    const { me, device } = await holder();
    expect(await enter(device.sign(await ask(), how))).toMatchObject(notOpened);
    expect(await list(me)).toMatchObject([{ lastUsedAt: null, blocked: false }]);
    expect((await enterBy(device)).status).toBe(200);
  });

  // shows: threats/misused-passkey
  test('is refused with another’s signature, and a wrong signature cannot block a passkey', async () => {
    const [mine, theirs] = [await holder(), await holder()];
    await enterBy(theirs.device, { counter: 50 });
    const id = theirs.device.id.toString('base64url');
    const { userHandle = '' } = theirs.device.sign(await ask()).response;
    const forged = { as: id, userHandle, counter: 1 };
    expect(await enter(mine.device.sign(await ask(), forged))).toMatchObject(notOpened);
    const withoutHandle = theirs.device.sign(await ask(), { counter: 60 });
    const { userHandle: _, ...response } = withoutHandle.response;
    expect(await enter({ ...withoutHandle, response })).toMatchObject(notOpened);
    expect(await list(theirs.me)).toMatchObject([{ blocked: false }]);
    expect((await enterBy(theirs.device, { counter: 61 })).status).toBe(200);
  });

  // shows: threats/misused-passkey
  test('requires its own challenge: unused, of the last five minutes, and for login', async () => {
    const { me, device } = await holder();
    const used = await ask();
    expect((await enter(device.sign(used))).status).toBe(200);
    expect(await enter(device.sign(used))).toMatchObject(notOpened);
    const failed = await ask();
    await enter(device.sign(failed, { verified: false }));
    expect(await enter(device.sign(failed))).toMatchObject(notOpened);
    const { challenge } = await options(me);
    expect(await enter(device.sign({ ...used, challenge }))).toMatchObject(notOpened);
    const late = await ask();
    wait(5 * 60);
    expect(await enter(device.sign(late))).toMatchObject(notOpened);
  });

  // shows: threats/cloned-passkey
  test('with a counter that did not increase is refused, blocks the passkey, and notifies the owner once', async () => {
    const { me, device } = await holder();
    expect((await enterBy(device, { counter: 7 })).status).toBe(200);
    expect(await enterBy(device, { counter: 7 })).toMatchObject(notOpened);
    expect(await list(me)).toMatchObject([{ blocked: true }]);
    // The original device is blocked too, since it cannot be distinguished from its copy.
    expect(await enterBy(device, { counter: 8 })).toMatchObject(notOpened);
    expect(await enterBy(device, { counter: 2 })).toMatchObject(notOpened);
    expect((await subjects(me.email)).filter((one) => one?.includes('is blocked'))).toHaveLength(1);
    expect((await actionsOn(program, me)).map(([action]) => action)).toEqual([
      'account.add-passkey',
      'account.block-passkey',
    ]);
    expect((await logIn(program, me.email)).status).toBe(200);
  });

  test('by a device without a counter is accepted any number of times', async () => {
    const me = await addOwner(program);
    const device = new Authenticator();
    await add(me, device.create(await options(me), { counter: 0 }));
    for (let i = 0; i < 3; i++) expect((await enterBy(device, { counter: 0 })).status).toBe(200);
  });

  // shows: threats/passkey-bypass
  test.each([
    ['disabled', 'disabled'],
    ['refused', 'not-approved'],
    ['unverified', 'not-verified'],
    ['unapproved', 'not-approved'],
  ])('of an account that is %s opens nothing', async (standing, code) => {
    const { me, device } = await holder();
    const now = clock();
    const change = {
      disabled: { disabledAt: now },
      refused: { refusedAt: now, refusalReason: 'No.', approvedAt: null },
      unverified: { emailVerifiedAt: null },
      unapproved: { approvedAt: null },
    }[standing];
    await db
      .updateTable('account')
      .set(change ?? {})
      .where('id', '=', me.accountId)
      .execute();
    expect(await enterBy(device)).toMatchObject({ status: 403, body: { code } });
  });

  test('has a limit of failures per network, and right ones are not counted', async () => {
    const { device } = await holder();
    const limit = db.selectFrom('rateLimit').select('count').where('key', 'like', 'passkey-from:%');
    const before = (await limit.executeTakeFirst())?.count ?? 0;
    await enterBy(device);
    expect((await limit.executeTakeFirst())?.count).toBe(before);
    await db.updateTable('rateLimit').set({ count: 600 }).where('key', 'like', 'passkey-from:%').execute();
    expect((await enterBy(device, { verified: false })).status).toBe(429);
    wait(15 * 60 + 1);
    expect((await enterBy(device)).status).toBe(200);
  });

  test('has a limit of starts per network', async () => {
    await db.updateTable('rateLimit').set({ count: 400 }).where('key', 'like', 'passkey-begin:%').execute();
    expect((await call(passkeys.beginPasskeyLogin)).status).toBe(429);
    wait(3600);
    expect((await call(passkeys.beginPasskeyLogin)).status).toBe(200);
  });
});
