import { singleSignOn } from '@fairlead/contract/single-sign-on/calls';
import { describe, expect, test } from 'vitest';
import { testApp } from '../../testing/app.ts';
import { actionsOn, codeAt, givePassword, setUpFactor } from '../accounts/testing/owners.ts';
import { openidStandIn } from './testing/openid-stand-in.ts';
import { signOnSettings } from './testing/sign-on-desk.ts';

const provider = await openidStandIn();
const program = await testApp({
  ...signOnSettings(provider),
  OIDC_ROLE_CLAIM: 'groups',
  OIDC_ROLES: 'office=registrar,teachers=instructor',
});
const { app, call, db, person, mailsTo, wait, clock } = program;

let subjects = 0;
const claimsOf = (email: string, groups: unknown) => ({
  sub: `subject-${++subjects}`,
  email,
  email_verified: true,
  groups,
  given_name: 'Leela',
  family_name: 'Das',
});
async function signOn(claims: ReturnType<typeof claimsOf> & Record<string, unknown>) {
  const { url, verifier } = (await call(singleSignOn.beginSignOn)).body;
  return call(singleSignOn.finishSignOn, { body: { ...provider.authorize(url, claims), verifier } });
}
const roleOf = async (email: string) =>
  (await db.selectFrom('account').select('role').where('email', '=', email).executeTakeFirst())?.role;

describe('with a map of roles', () => {
  test('a new colleague gets an account with the role of their group, and nothing more', async () => {
    const claims = claimsOf('leela@academy.example', ['teachers', 'everybody']);
    const { status, body } = await signOn(claims);
    expect([status, body.user.name, body.user.role]).toEqual([200, 'Leela Das', 'instructor']);
    expect(body.user.permissions).not.toContain('staff:manage');
    const added = await db
      .selectFrom('auditEvent')
      .select(['action', 'actorId', 'details'])
      .where('subjectId', '=', body.user._id)
      .where('action', 'like', 'account.%')
      .orderBy('id')
      .execute();
    expect(added).toEqual([
      { action: 'account.add-by-sign-on', actorId: null, details: { to: 'instructor' } },
      { action: 'account.add-sign-on', actorId: body.user._id, details: {} },
    ]);
    // The same account, not a second one.
    expect((await signOn(claims)).body.user._id).toBe(body.user._id);
  });

  test.each<[string, unknown]>([
    ['one word', 'office'],
    ['words in one text', 'everybody; office'],
    ['the first of two in the order of the map', ['teachers', 'office']],
  ])('the claim may be %s', async (_, groups) => {
    const email = `registrar-${subjects}@academy.example`;
    expect((await signOn(claimsOf(email, groups))).body.user.role).toBe('registrar');
  });

  // shows: threats/provider-escalation
  test.each<[string, unknown]>([
    ['no group', undefined],
    ['a group that is not in the map', ['admin', 'administrators']],
    ['part of a word', ['offic', 'office2']],
    ['a role in the place of a group', ['registrar']],
    ['an object', { office: true }],
  ])('%s: the login is refused, and no account is made', async (_, groups) => {
    const email = 'nobody@academy.example';
    expect(await signOn(claimsOf(email, groups))).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('has not given you a role') },
    });
    expect(await roleOf(email)).toBeUndefined();
  });

  test('another group gives another role at the next login, which ends the sessions of the former one', async () => {
    const claims = claimsOf('changes@academy.example', ['teachers']);
    const before = (await signOn(claims)).body;
    const after = (await signOn({ ...claims, groups: ['office'] })).body;
    expect([before.user.role, after.user.role]).toEqual(['instructor', 'registrar']);
    const me = await app.inject({ url: '/api/user/me', headers: { authorization: `Bearer ${before.accessToken}` } });
    expect(me.statusCode).toBe(401);
    expect((await mailsTo(claims.email)).map(({ text }) => text)).toContainEqual(expect.stringContaining('registrar'));
    expect((await signOn({ ...claims, groups: [] })).status).toBe(403);
  });

  // shows: threats/provider-escalation
  test('an administrator stays one whatever the group, and none is created', async () => {
    const administrator = await person('admin', { email: 'chief@academy.example' });
    await givePassword(program, administrator);
    const secret = await setUpFactor(program, administrator);
    wait(60);
    const { url, verifier } = (await call(singleSignOn.beginSignOn)).body;
    const answer = { ...provider.authorize(url, claimsOf(administrator.email, ['office'])), verifier };
    const finish = (otp?: string) => call(singleSignOn.finishSignOn, { body: { ...answer, ...(otp && { otp }) } });
    expect(await finish()).toMatchObject({ body: { code: 'second-factor' } });
    expect((await finish(codeAt(secret, clock()))).body.user.role).toBe('admin');
    expect((await actionsOn(program, administrator)).map(([action]) => action)).not.toContain('account.change-role');
  });

  test('a seafarer stays one, and an unverified registration does not reserve an email', async () => {
    await person('learner', { email: 'cadet@academy.example' });
    expect((await signOn(claimsOf('cadet@academy.example', ['office']))).status).toBe(403);
    expect(await roleOf('cadet@academy.example')).toBe('learner');
    const squatter = await person('learner', { email: 'early@academy.example' });
    await db
      .updateTable('account')
      .set({ emailVerifiedAt: null, approvedAt: null })
      .where('id', '=', squatter.accountId)
      .execute();
    expect((await signOn(claimsOf('early@academy.example', ['office']))).body.user.role).toBe('registrar');
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['a name in one', { given_name: undefined, family_name: undefined, name: 'Anil Kumar Rao' }, 'Anil Kumar Rao'],
    ['no name', { given_name: undefined, family_name: undefined }, 'bosun Colleague'],
    ['names that cannot be', { given_name: '\u0000\u202e', family_name: 7 }, 'bosun Colleague'],
  ])('with %s the account has the name %s', async (_, names, expected) => {
    const email = `bosun@academy.example`;
    await db.deleteFrom('account').where('email', '=', email).execute();
    expect((await signOn({ ...claimsOf(email, ['office']), ...names })).body.user.name).toBe(expected);
  });
});
