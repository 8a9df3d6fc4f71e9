import { accounts } from '@fairlead/contract/accounts/calls';
import { ownAccount } from '@fairlead/contract/accounts/own-account';
import { passkeyHost } from '@fairlead/contract/accounts/passkey-host';
import { passkeys } from '@fairlead/contract/accounts/passkeys';
import { staffAccounts } from '@fairlead/contract/accounts/staff-accounts';
import { copyOfPerson } from '@fairlead/contract/personal-data/calls';
import { describe, expect, test } from 'vitest';
import { unzip } from '../../../platform/archives/testing/unzip.ts';
import { tally } from '../../../testing/answers.ts';
import { testApp } from '../../../testing/app.ts';
import { testOnServer } from '../../../testing/database.ts';
import { Authenticator, type Circumstances } from '../testing/authenticator.ts';
import { actionsOn, addOwner, codeAt, password } from '../testing/owners.ts';
import { passkeyDesk } from '../testing/passkey-desk.ts';
import { signAccessToken } from './tokens.ts';

const program = await testApp();
const { call, db, wait, mailsTo, person, clock } = program;
const { begin, options, add, list, remove, ask, enter, subjects, holder, staffHolder, enterBy, notAdded, notOpened } =
  passkeyDesk(program);

describe('adding a passkey', () => {
  test('requires the password, notifies the owner, and is audited', async () => {
    const me = await addOwner(program);
    expect(await begin(me, 'wrong password')).toMatchObject({
      status: 400,
      body: { fields: { currentPassword: 'This is not your current password.' } },
    });
    const asked = await options(me);
    expect(asked).toMatchObject({
      rp: { id: 'academy.example' },
      user: { name: me.email },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    });
    const device = new Authenticator();
    expect((await add(me, device.create(asked), ' My \n phone ')).status).toBe(201);
    expect(await list(me)).toMatchObject([
      { name: 'My phone', createdAt: clock().toISOString(), lastUsedAt: null, synced: false, blocked: false },
    ]);
    expect((await actionsOn(program, me)).map(([action]) => action)).toEqual(['account.add-passkey']);
    const mail = (await mailsTo(me.email)).at(-1);
    expect([mail?.subject, mail?.text]).toEqual([
      expect.stringContaining('A passkey was added to your account'),
      expect.stringContaining('“My phone”'),
    ]);
    // The options list the existing key to the device.
    expect((await options(me)).excludeCredentials.map(({ id }) => id)).toEqual([device.id.toString('base64url')]);
  });

  // shows: threats/misused-passkey
  test.each<[string, Circumstances]>([
    ['without the device having verified who uses it', { verified: false }],
    ['on a page of another origin', { origin: 'https://academy.example.evil.example' }],
    ['on another port of the same host', { origin: 'https://academy.example:8443' }],
    ['for another host', { rpId: 'evil.example' }],
    ['on a page within another', { crossOrigin: true }],
    ['as the answer to a login', { type: 'webauthn.get' }],
    ['with certificates, whose lists of revoked ones would be fetched', { format: 'packed' }],
  ])('is refused %s', async (_, how) => {
    const me = await addOwner(program);
    expect(await add(me, new Authenticator().create(await options(me), how))).toMatchObject(notAdded);
    expect(await list(me)).toEqual([]);
    expect(await actionsOn(program, me)).toEqual([]);
  });

  // shows: threats/misused-passkey
  test('requires its own challenge: unused, of the last five minutes, of this account, and for adding', async () => {
    const [me, other] = [await addOwner(program), await addOwner(program)];
    const used = await options(me);
    expect((await add(me, new Authenticator().create(used))).status).toBe(201);
    expect(await add(me, new Authenticator().create(used))).toMatchObject(notAdded);
    // A failed challenge is used up too.
    const failed = await options(me);
    await add(me, new Authenticator().create(failed, { verified: false }));
    expect(await add(me, new Authenticator().create(failed))).toMatchObject(notAdded);
    const othersOwn = await options(other);
    expect(await add(me, new Authenticator().create(othersOwn))).toMatchObject(notAdded);
    const { challenge } = await ask();
    expect(await add(me, new Authenticator().create({ ...used, challenge }))).toMatchObject(notAdded);
    const madeUp = Buffer.alloc(32, 7).toString('base64url');
    expect(await add(me, new Authenticator().create({ ...used, challenge: madeUp }))).toMatchObject(notAdded);
    const late = await options(me);
    wait(5 * 60);
    expect(await add(me, new Authenticator().create(late))).toMatchObject(notAdded);
    expect(await list(me)).toHaveLength(1);
    // The other person's challenge was not used up.
    expect((await add(other, new Authenticator().create(await options(other)))).status).toBe(201);
  });

  // shows: threats/misused-passkey
  test('with the id of another account’s key is refused, and changes nothing', async () => {
    const { me, device } = await holder();
    const thief = await addOwner(program);
    expect(await add(thief, new Authenticator().create(await options(thief), { id: device.id }))).toMatchObject(
      notAdded,
    );
    expect(await list(thief)).toEqual([]);
    expect((await enterBy(device)).body.user._id).toBe(me.accountId);
  });

  test('refuses an invalid attestation in the same words', async () => {
    const me = await addOwner(program);
    const right = new Authenticator().create(await options(me));
    const nested = Buffer.concat([Buffer.alloc(6000, 0x81), Buffer.from([0])]).toString('base64url');
    for (const attestationObject of ['AA', nested])
      expect(await add(me, { ...right, response: { ...right.response, attestationObject } })).toMatchObject(notAdded);
    for (const clientDataJSON of ['AA', Buffer.from('null').toString('base64url')])
      expect(await add(me, { ...right, response: { ...right.response, clientDataJSON } })).toMatchObject(notAdded);
    expect((await add(me, { ...right, id: 'x'.repeat(1365) })).status).toBe(400);
  });

  test('requires a session that is still open when the device has responded', async () => {
    const me = await addOwner(program);
    const credential = new Authenticator().create(await options(me));
    await db.updateTable('session').set({ endedAt: clock() }).where('id', '=', me.sessionId).execute();
    expect((await add(me, credential)).status).toBe(401);
  });

  test('is limited to twenty', async () => {
    const { me } = await holder();
    const [row] = await db.selectFrom('passkey').selectAll().where('accountId', '=', me.accountId).execute();
    const { id: _, transports, ...rest } = row as NonNullable<typeof row>;
    const more = Array.from({ length: 18 }, (_one, i) => ({
      ...rest,
      transports: JSON.stringify(transports),
      credentialId: `${rest.credentialId}-${i}`,
    }));
    await db.insertInto('passkey').values(more).execute();
    const two = [await options(me), await options(me)].map((asked) => new Authenticator().create(asked));
    const answers = await Promise.all(two.map((one) => add(me, one)));
    expect(tally(answers)).toEqual({ 201: 1, 409: 1 });
    expect((await begin(me)).body).toMatchObject({ message: 'An account has at most 20 passkeys. Remove one first.' });
  });

  test('cannot be started an unlimited number of times', async () => {
    const me = await addOwner(program);
    await begin(me);
    await db.updateTable('rateLimit').set({ count: 30 }).where('key', '=', `passkey:by:${me.accountId}`).execute();
    expect((await begin(me)).status).toBe(429);
  });
});

describe('a passkey of the account', () => {
  // shows: threats/passkey-bypass
  test('is removed with the password; the other sessions end and the owner is notified', async () => {
    const { me, device } = await holder();
    const elsewhere = (await enterBy(device)).body;
    const [{ _id: id } = { _id: '' }] = await list(me);
    expect((await remove(id, me, 'wrong password')).status).toBe(400);
    expect((await remove(id, await addOwner(program))).status).toBe(404);
    expect((await remove(id, me)).status).toBe(200);
    expect((await remove(id, me)).status).toBe(404);
    expect(await enterBy(device)).toMatchObject(notOpened);
    expect((await call(accounts.refresh, { body: { refreshToken: elsewhere.refreshToken } })).status).toBe(401);
    expect((await call(accounts.me, me)).status).toBe(200);
    expect((await subjects(me.email)).at(-1)).toContain('was removed');
    expect((await actionsOn(program, me)).map(([action]) => action)).toContain('account.remove-passkey');
  });

  // shows: threats/passkey-bypass
  test('is added and removed with both factors by staff who have two', async () => {
    const { me, secret } = await staffHolder();
    expect((await begin(me)).body).toMatchObject({ code: 'second-factor' });
    const [{ _id: id } = { _id: '' }] = await list(me);
    expect((await remove(id, me)).body).toMatchObject({ code: 'second-factor' });
    const body = { currentPassword: password, otp: codeAt(secret, clock()) };
    expect((await call(passkeys.removePasskey, { params: { id }, body }, me)).status).toBe(200);
    wait(60);
    const proof = { currentPassword: password, otp: codeAt(secret, clock()) };
    expect((await call(passkeys.beginPasskey, { body: proof }, me)).status).toBe(200);
  });

  test('is one of several, each with its own name', async () => {
    const { me, device: phone } = await holder();
    const laptop = new Authenticator();
    await add(me, laptop.create(await options(me)), 'Laptop');
    const [first, second] = await list(me);
    const rename = (id = '', as = me) => call(passkeys.renamePasskey, { params: { id }, body: { name: 'Tablet' } }, as);
    expect((await rename(second?._id, await addOwner(program))).status).toBe(404);
    expect((await rename(second?._id)).status).toBe(200);
    expect((await list(me)).map(({ name }) => name)).toEqual(['My phone', 'Tablet']);
    await remove(first?._id ?? '', me);
    expect(await enterBy(phone)).toMatchObject(notOpened);
    expect((await enterBy(laptop)).status).toBe(200);
  });

  // shows: threats/passkey-bypass
  test('remains when the password is changed, as the mail says', async () => {
    const { me, device } = await holder();
    const change = { currentPassword: password, newPassword: 'harbour master 1848' };
    expect((await call(ownAccount.changePassword, { body: change }, me)).status).toBe(200);
    expect((await mailsTo(me.email)).at(-1)?.text).toContain('Your passkeys still work');
    expect((await enterBy(device)).status).toBe(200);
  });

  test('is in a copy of the person’s data, without anything that gives access', async () => {
    const { me, device } = await holder();
    await options(me);
    const admin = await person('admin');
    const authorization = `Bearer ${await signAccessToken(admin, program.config.secrets.token, clock())}`;
    const url = `/api${copyOfPerson.path.replace(':id', me.accountId)}`;
    const copy = await unzip((await program.app.inject({ url, headers: { authorization } })).rawPayload);
    const [row] = JSON.parse(String(copy['data/passkeys.json']));
    expect(row).toMatchObject({ name: 'My phone', created_at: expect.any(String), last_used_at: null });
    const { publicKey } = await db
      .selectFrom('passkey')
      .select('publicKey')
      .where('accountId', '=', me.accountId)
      .executeTakeFirstOrThrow();
    const all = Object.values(copy).map(String).join('\n');
    for (const key of [publicKey, device.id.toString('base64url')]) expect(all).not.toContain(key);
  });

  test('of a disabled account opens it again when the account is enabled', async () => {
    const { me, device } = await holder();
    const admin = await person('admin');
    await call(staffAccounts.disable, { params: { id: me.accountId }, body: { note: 'Lent it.' } }, admin);
    expect((await enterBy(device)).status).toBe(403);
    await call(staffAccounts.enable, { params: { id: me.accountId } }, admin);
    expect((await enterBy(device)).status).toBe(200);
  });
});

describe('parallel requests', () => {
  // shows: threats/misused-passkey
  test('with one challenge log in once', async () => {
    const { device } = await holder();
    const asked = await ask();
    const answers = await Promise.all([1, 2, 3, 4].map(() => enter(device.sign(asked))));
    expect(tally(answers)).toEqual({ 200: 1, 401: 3 });
  });

  test('with one challenge add one passkey', async () => {
    const me = await addOwner(program);
    const asked = await options(me);
    const answers = await Promise.all([1, 2, 3, 4].map(() => add(me, new Authenticator().create(asked))));
    expect(tally(answers)).toEqual({ 201: 1, 400: 3 });
    expect(await list(me)).toHaveLength(1);
  });

  testOnServer('add one key to one of two accounts (races on the server engine)', async () => {
    for (let round = 0; round < 5; round++) {
      const both = [await addOwner(program), await addOwner(program)] as const;
      const id = Buffer.from(crypto.randomUUID());
      const made = await Promise.all(
        both.map(async (one) => [one, new Authenticator().create(await options(one), { id })] as const),
      );
      expect(tally(await Promise.all(made.map(([one, credential]) => add(one, credential))))).toEqual({
        201: 1,
        400: 1,
      });
      expect([...(await list(both[0])), ...(await list(both[1]))]).toHaveLength(1);
    }
  });

  // shows: threats/cloned-passkey
  testOnServer('with the same count log in once, and block the passkey (races on the server engine)', async () => {
    const { me, device } = await holder();
    const [first, second] = [await ask(), await ask()];
    const answers = await Promise.all([first, second].map((asked) => enter(device.sign(asked, { counter: 9 }))));
    expect(tally(answers)).toEqual({ 200: 1, 401: 1 });
    expect(await list(me)).toMatchObject([{ blocked: true }]);
  });

  testOnServer('that log in and remove the passkey leave no session (races on the server engine)', async () => {
    for (let round = 0; round < 5; round++) {
      const { me, device } = await holder();
      const [{ _id: id } = { _id: '' }] = await list(me);
      const signed = device.sign(await ask());
      const [removed] = await Promise.all([remove(id, me), enter(signed)]);
      expect(removed.status).toBe(200);
      const live = db.selectFrom('session').select('id').where('accountId', '=', me.accountId);
      expect(await live.where('endedAt', 'is', null).execute()).toEqual([{ id: me.sessionId }]);
    }
  });
});

test.each([
  ['https://academy.example', 'academy.example'],
  ['https://academy.example:8443/', 'academy.example'],
  ['http://localhost:3000', 'localhost'],
  ['http://academy.localhost', 'academy.localhost'],
  ['http://academy.example', undefined],
  ['http://127.0.0.1:3000', undefined],
  ['https://203.0.113.7', undefined],
  ['https://0x7f.1', undefined],
  ['https://[2001:db8::1]', undefined],
  ['http://notlocalhost', undefined],
  ['', undefined],
])('an academy at %s has its passkeys for %s', (publicUrl, host) => expect(passkeyHost(publicUrl)).toBe(host));
