import { accounts } from '@fairlead/contract/accounts/calls';
import { staffAccounts } from '@fairlead/contract/accounts/staff-accounts';
import { staffMembers } from '@fairlead/contract/accounts/staff-members';
import { describe, expect, test } from 'vitest';
import { type Person, testApp } from '../../../testing/app.ts';
import { onServer } from '../../../testing/database.ts';
import { useUp } from '../testing/owners.ts';

const program = await testApp();
const { call, db, person, mailsTo, wait } = program;
const admin = await person('admin');
const nowhere = '00000000-0000-4000-8000-000000000000';

const colleague = {
  tittle: 'Mrs' as const,
  firstName: 'Leela',
  lastName: 'Das',
  email: 'leela@example.org',
  role: 'registrar' as const,
};
const invite = (changes: object = {}, as: Person = admin) =>
  call(staffMembers.invite, { body: { ...colleague, ...changes } }, as);
const tokenIn = (text = '') => /set-password#([\w-]{43})\s/.exec(text)?.[1] ?? '';
const accept = (token: string, newPassword: string) =>
  call(accounts.acceptInvitation, { body: { token, newPassword } });
const changeRole = (id: string, role: 'registrar' | 'instructor' | 'admin', as: Person = admin) =>
  call(staffMembers.changeRole, { params: { id }, body: { role } }, as);
const list = async () => (await call(staffMembers.list, admin)).body.data;
const roleOf = async (id: string) =>
  (await db.selectFrom('account').select('role').where('id', '=', id).executeTakeFirstOrThrow()).role;
const auditActions = async (id: string) =>
  (
    await db
      .selectFrom('auditEvent')
      .select(['action', 'actorId', 'details'])
      .where('subjectId', '=', id)
      .orderBy('at')
      .execute()
  ).map(({ action, actorId, details }) => [action, actorId, details]);

describe('an invitation', () => {
  test('leads by mail to a password of one’s own, and to the role and nothing more', async () => {
    expect((await invite()).body.message).toBe('We sent an invitation to leela@example.org.');
    const [mail] = await mailsTo(colleague.email);
    expect(mail?.text).toContain('as registrar');
    const token = tokenIn(mail?.text);
    expect(await list()).toContainEqual(
      expect.objectContaining({ name: 'Leela Das', role: 'registrar', disabled: false, lastSeenAt: null }),
    );
    const newPassword = 'correct horse battery';
    expect((await accept(token, newPassword)).status).toBe(200);
    expect((await accept(token, 'another pass phrase')).status).toBe(400);
    const { status, body } = await call(accounts.login, { body: { email: colleague.email, password: newPassword } });
    expect([status, body.user.role]).toEqual([200, 'registrar']);
    expect(body.user.permissions).toContain('enrolments:decide');
    expect(body.user.permissions).not.toContain('staff:manage');
    expect((await auditActions(body.user._id))[0]).toEqual([
      'account.invite-staff',
      admin.accountId,
      { to: 'registrar' },
    ]);
  });

  // shows: threats/crew-behind-one-ip
  test('is accepted on a network on which others have tried links that are none', async () => {
    const email = 'behind-others@example.org';
    await invite({ email });
    const token = tokenIn((await mailsTo(email))[0]?.text);
    await useUp(program, 'accept-invitation:127.0.0.1', 400);
    expect((await accept('none', 'correct horse battery')).status).toBe(429);
    expect((await accept(token, 'correct horse battery')).status).toBe(200);
    wait(61);
  });

  test('is void once a password was set by a code, which works after the link has expired', async () => {
    const email = 'late@example.org';
    await invite({ email });
    const token = tokenIn((await mailsTo(email))[0]?.text);
    await call(accounts.forgotPassword, { body: { email } });
    const otp = /\b\d{6}\b/.exec((await mailsTo(email)).at(-1)?.text ?? '')?.[0] ?? '';
    const password = 'correct horse battery';
    expect((await call(accounts.resetPassword, { body: { email, otp, newPassword: password } })).status).toBe(200);
    expect((await accept(token, 'another pass phrase')).status).toBe(400);
    expect((await call(accounts.login, { body: { email, password } })).status).toBe(200);
  });

  test('cannot be taken over by a stranger who registers with the email', async () => {
    await invite({ email: 'target@example.org', role: 'admin' });
    const stranger = { ...colleague, email: 'target@example.org', mobile: '9876543210', password: 'mine all mine' };
    expect((await call(accounts.register, { body: stranger })).status).toBe(409);
    expect((await call(accounts.login, { body: { email: stranger.email, password: stranger.password } })).status).toBe(
      401,
    );
  });

  test.each([
    [{ email: 'nobody' }, 400, 'email'],
    [{ firstName: '' }, 400, 'firstName'],
    [{ role: 'learner' }, 400, 'role'],
    [{ email: admin.email }, 409, 'email'],
  ])('with %j is refused beside its field', async (fault, status, field) => {
    const answer = await invite({ email: 'new@example.org', ...fault });
    expect([answer.status, answer.body]).toMatchObject([status, { fields: { [field]: expect.any(String) } }]);
  });
});

describe('another role', () => {
  test('applies at once: former rights are lost, and the session ends', async () => {
    const registrar = await person('registrar');
    expect((await call(accounts.listUnapproved, {}, registrar)).status).toBe(200);
    expect((await changeRole(registrar.accountId, 'instructor')).body.message).toBe('Role changed.');
    expect((await call(accounts.listUnapproved, {}, registrar)).status).toBe(401);
    await db.updateTable('session').set({ endedAt: null }).where('id', '=', registrar.sessionId).execute();
    // The new role applies even to a session that was kept open with a token of the old role.
    expect((await call(accounts.listUnapproved, {}, registrar)).status).toBe(403);
    expect((await mailsTo(registrar.email)).at(-1)?.text).toContain('You are now instructor');
    expect(await auditActions(registrar.accountId)).toEqual([
      ['account.change-role', admin.accountId, { from: 'registrar', to: 'instructor' }],
    ]);
  });

  test('is refused for learners, oneself, or the same role', async () => {
    const learner = await person();
    expect((await changeRole(learner.accountId, 'admin')).status).toBe(404);
    expect((await changeRole(nowhere, 'admin')).status).toBe(404);
    expect((await changeRole(admin.accountId, 'registrar')).body.message).toBe('You cannot change your own role.');
    const instructor = await person('instructor');
    expect((await changeRole(instructor.accountId, 'instructor')).status).toBe(409);
    expect(await roleOf(learner.accountId)).toBe('learner');
  });

  test('always leaves an administrator, even when two take it from each other or one disables the other', async () => {
    for (let round = 0; round < (onServer() ? 10 : 2); round++) {
      await db.updateTable('account').set({ disabledAt: program.clock() }).where('role', '=', 'admin').execute();
      const [one, two] = [await person('admin'), await person('admin')];
      const disable = { params: { id: two.accountId }, body: { note: 'Left.' } };
      const answers = await Promise.all([
        changeRole(one.accountId, 'registrar', two),
        round % 2 === 0 ? changeRole(two.accountId, 'registrar', one) : call(staffAccounts.disable, disable, one),
      ]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.every(({ status }) => status < 500)).toBe(true);
      const left = db.selectFrom('account').select('id').where('role', '=', 'admin').where('disabledAt', 'is', null);
      expect(await left.execute()).toHaveLength(1);
    }
    await db.updateTable('account').set({ disabledAt: null }).where('id', '=', admin.accountId).execute();
  });
});

test('only administrators manage staff', async () => {
  const registrar = await person('registrar');
  for (const as of [await person(), registrar, await person('instructor')]) {
    expect((await call(staffMembers.list, as)).status).toBe(403);
    expect((await invite({ email: 'friend@example.org' }, as)).status).toBe(403);
    expect((await changeRole(registrar.accountId, 'admin', as)).status).toBe(403);
  }
  expect(await roleOf(registrar.accountId)).toBe('registrar');
  const members = await list();
  expect(members.map(({ _id }) => _id)).toContain(registrar.accountId);
  expect(members.every(({ role }) => role !== ('learner' as string))).toBe(true);
});
