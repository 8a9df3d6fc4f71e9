import { accounts } from '@fairlead/contract/accounts/calls';
import { staffAccounts } from '@fairlead/contract/accounts/staff-accounts';
import { describe, expect, test } from 'vitest';
import { tally } from '../../../testing/answers.ts';
import { type Person, testApp } from '../../../testing/app.ts';
import { onServer } from '../../../testing/database.ts';
import { disableAccount } from './disable-account.ts';

const program = await testApp();
const { call, person, db, mailsTo, auditActions } = program;
const registrar = await person('registrar');
const nowhere = '00000000-0000-4000-8000-000000000000';

const approve = (id: string, as = registrar) => call(accounts.approve, { params: { id } }, as);
const refuse = (id: string, reason = 'The name is not a name.', as = registrar) =>
  call(staffAccounts.refuse, { params: { id }, body: { reason } }, as);
const disable = (id: string, as = registrar) =>
  call(staffAccounts.disable, { params: { id }, body: { note: 'Lent it to a friend.' } }, as);
const enable = (id: string, as = registrar) => call(staffAccounts.enable, { params: { id } }, as);
const me = (as: Person) => call(accounts.me, as);

const account = (id: string) => db.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const waitingIds = async () => (await call(accounts.listUnapproved, {}, registrar)).body.map(({ _id }) => _id);
const subjects = async (email: string) => (await mailsTo(email)).map(({ subject }) => subject);

const password = 'correct horse battery';
let newcomers = 0;

const form = (email: string) => ({
  tittle: 'Mr' as const,
  firstName: 'Irfan',
  lastName: 'Khan',
  mobile: '9876543210',
  email,
  password,
});

/** Signs up, and verifies the email address by the mailed code. */
async function register(email = `newcomer-${++newcomers}@example.org`) {
  expect((await call(accounts.register, { body: form(email) })).status).toBe(201);
  const otp = /\b\d{6}\b/.exec((await mailsTo(email)).at(-1)?.text ?? '')?.[0] ?? '';
  expect((await call(accounts.verifyEmail, { body: { email, otp } })).status).toBe(200);
  const { id } = await db.selectFrom('account').select('id').where('email', '=', email).executeTakeFirstOrThrow();
  return { id, email };
}
const logIn = (email: string) => call(accounts.login, { body: { email, password } });

describe('refusing a registration', () => {
  test('removes it from the list, mails the reason, and allows no login', async () => {
    const { id, email } = await register();
    expect(await waitingIds()).toContain(id);
    const { status, body } = await refuse(id, 'Please register under the name in your passport.');
    expect([status, body.message]).toEqual([200, 'Registration rejected.']);
    expect(await waitingIds()).not.toContain(id);
    const mail = (await mailsTo(email)).at(-1);
    expect(mail?.text).toContain('Please register under the name in your passport.');
    expect(mail?.text).toContain('https://academy.example/registration');
    const refused = await logIn(email);
    expect([refused.status, refused.body]).toEqual([403, expect.objectContaining({ code: 'not-approved' })]);
    expect(await account(id)).toMatchObject({ refusedAt: program.clock(), refusedBy: registrar.accountId });
    expect(await auditActions(id)).toEqual(['account.refuse']);
  });

  test('lets the person register again with the same history', async () => {
    const { id, email } = await register();
    await refuse(id);
    program.wait(61);
    expect((await register(email)).id).toBe(id);
    expect(await waitingIds()).toContain(id);
    expect(await account(id)).toMatchObject({ refusedAt: null, refusedBy: null, refusalReason: null });
    expect((await approve(id)).status).toBe(200);
    expect((await logIn(email)).status).toBe(200);
    expect(await auditActions(id)).toEqual(['account.refuse', 'account.approve']);
    // From here on the email is in use like any other.
    expect((await call(accounts.register, { body: form(email) })).status).toBe(409);
  });

  // shows: threats/registration-by-stranger
  test('remains until a new registration has verified the email', async () => {
    const { id, email } = await register();
    await refuse(id);
    program.wait(61);
    const before = await account(id);
    const stranger = { ...form(email), firstName: 'Somebody', password: 'a stranger at the door' };
    expect((await call(accounts.register, { body: stranger })).status).toBe(201);
    expect(await account(id)).toEqual(before);
    expect(await waitingIds()).not.toContain(id);
  });

  test('refuses the email a code and an approval', async () => {
    const { id, email } = await register();
    await refuse(id);
    program.wait(61);
    const before = (await mailsTo(email)).length;
    await call(accounts.resendCode, { body: { email } });
    expect(await mailsTo(email)).toHaveLength(before);
    expect((await approve(id)).body.message).toBe('This registration has already been rejected.');
    expect((await account(id)).approvedAt).toBeNull();
  });

  test('requires a reason, a pending registration, and a permitted person', async () => {
    const { id } = await register();
    expect((await refuse(id, '  ')).body).toMatchObject({ fields: { reason: 'Reason is required' } });
    expect((await refuse(nowhere)).status).toBe(404);
    for (const as of [await person(), await person('instructor')])
      expect((await refuse(id, 'No', as)).status).toBe(403);
    expect(await waitingIds()).toContain(id);
    await approve(id);
    expect((await refuse(id)).body.message).toBe('This user has already been approved.');
    const unverified = await register();
    await db.updateTable('account').set({ emailVerifiedAt: null }).where('id', '=', unverified.id).execute();
    expect((await refuse(unverified.id)).status).toBe(409);
  });

  test('by two staff at once lets one decide, and notifies the other', async () => {
    for (let round = 0; round < (onServer() ? 10 : 2); round++) {
      const { accountId: id, email } = await person();
      await db.updateTable('account').set({ approvedAt: null }).where('id', '=', id).execute();
      const answers = await Promise.all([approve(id), refuse(id), approve(id), refuse(id)]);
      expect(tally(answers)).toEqual({ 200: 1, 409: 3 });
      const { approvedAt, refusedAt } = await account(id);
      expect([approvedAt, refusedAt].filter((at) => at !== null)).toHaveLength(1);
      expect(await auditActions(id)).toEqual([approvedAt ? 'account.approve' : 'account.refuse']);
      expect(await subjects(email)).toHaveLength(1);
      const refusals = answers.filter(({ status }) => status === 409).map(({ body }) => body.message);
      expect(new Set(refusals)).toEqual(
        new Set([approvedAt ? 'This user has already been approved.' : 'This registration has already been rejected.']),
      );
    }
  });
});

describe('disabling an account', () => {
  // shows: threats/stolen-refresh-token, asvs/7.4.2, asvs/7.4.5
  test('ends its sessions at once, refuses its logins, and can be undone', async () => {
    const { id, email } = await register();
    await approve(id);
    const { body: session } = await logIn(email);
    const bearer = { authorization: `Bearer ${session.accessToken}` };
    const knock = async () => (await program.app.inject({ url: '/api/user/me', headers: bearer })).statusCode;
    expect(await knock()).toBe(200);

    expect((await disable(id)).body.message).toBe('Account disabled.');
    expect(await knock()).toBe(401);
    expect((await call(accounts.refresh, { body: { refreshToken: session.refreshToken } })).status).toBe(401);
    expect((await logIn(email)).body).toMatchObject({ code: 'disabled' });
    expect((await mailsTo(email)).at(-1)?.subject).toContain('is disabled');
    // The note for colleagues is not sent to the person.
    expect((await mailsTo(email)).at(-1)?.text).not.toContain('friend');

    expect((await enable(id)).body.message).toBe('Account enabled.');
    expect(await knock()).toBe(401);
    expect((await logIn(email)).status).toBe(200);
    expect((await mailsTo(email)).at(-1)?.subject).toContain('open again');
    expect(await auditActions(id)).toEqual(['account.approve', 'account.disable', 'account.enable']);
  });

  test('by many at once happens once', async () => {
    const learner = await person();
    expect(tally(await Promise.all(Array.from({ length: 8 }, () => disable(learner.accountId))))).toEqual({
      200: 1,
      409: 7,
    });
    expect((await me(learner)).status).toBe(401);
    expect(tally(await Promise.all(Array.from({ length: 8 }, () => enable(learner.accountId))))).toEqual({
      200: 1,
      409: 7,
    });
    expect(await auditActions(learner.accountId)).toEqual(['account.disable', 'account.enable']);
    expect(await subjects(learner.email)).toHaveLength(2);
  });

  test('is refused for oneself, people with more rights, and people who were never approved', async () => {
    const admin = await person('admin');
    expect((await disable(registrar.accountId)).body.message).toBe('You cannot disable your own account.');
    for (const role of ['admin', 'instructor'] as const) {
      const colleague = await person(role);
      expect([role, (await disable(colleague.accountId)).status]).toEqual([role, 403]);
      expect((await me(colleague)).status).toBe(200);
      expect((await disable(colleague.accountId, admin)).status).toBe(200);
      expect([role, (await enable(colleague.accountId)).status]).toEqual([role, 403]);
    }
    expect((await disable((await person('registrar')).accountId)).status).toBe(200);
    const { id } = await register();
    expect((await disable(id)).status).toBe(409);
    expect((await disable(nowhere)).status).toBe(404);
    expect((await enable(nowhere)).status).toBe(404);
    const learner = await person();
    for (const as of [await person(), await person('instructor')]) {
      expect((await disable(learner.accountId, as)).status).toBe(403);
      expect((await enable(learner.accountId, as)).status).toBe(403);
    }
    const empty = { params: { id: learner.accountId }, body: { note: ' ' } };
    expect((await call(staffAccounts.disable, empty, registrar)).status).toBe(400);
    expect((await me(learner)).status).toBe(200);
  });

  // shows: threats/last-administrator
  test('always leaves an administrator, even when two disable each other at once', async () => {
    for (let round = 0; round < (onServer() ? 10 : 2); round++) {
      await db.updateTable('account').set({ disabledAt: program.clock() }).where('role', '=', 'admin').execute();
      const [one, two] = [await person('admin'), await person('admin')];
      const answers = await Promise.all([disable(one.accountId, two), disable(two.accountId, one)]);
      // The second is refused by the rule, or because the first has already ended its session.
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const left = await db
        .selectFrom('account')
        .select('id')
        .where('role', '=', 'admin')
        .where('disabledAt', 'is', null)
        .execute();
      expect(left).toHaveLength(1);
    }
    const [last] = await db
      .selectFrom('account')
      .select('id')
      .where('role', '=', 'admin')
      .where('disabledAt', 'is', null)
      .execute();
    // An actor with all permissions who is not an administrator: tests this rule, not the one against disabling one's
    // own account.
    const judge = { accountId: nowhere, may: () => true, confirmedAt: program.clock() };
    await expect(
      disableAccount(program, { accountId: last?.id ?? '', actor: judge, note: 'x', ip: '127.0.0.1' }),
    ).rejects.toMatchObject({ code: 'conflict', message: 'The last administrator cannot be disabled.' });
    expect((await account(last?.id ?? '')).disabledAt).toBeNull();
  });
});

describe('approving many', () => {
  const approveMany = (ids: string[], as = registrar) =>
    call(staffAccounts.approveMany, { body: { users: ids.map((id) => ({ id })) } }, as);
  async function waiting() {
    const learner = await person();
    await db.updateTable('account').set({ approvedAt: null }).where('id', '=', learner.accountId).execute();
    return learner;
  }

  test('approves all pending ones, and reports why not of the others', async () => {
    const [one, refused, done, two] = [await waiting(), await waiting(), await person(), await waiting()];
    await refuse(refused.accountId);
    const ids = [one.accountId, refused.accountId, nowhere, done.accountId, two.accountId];
    const { status, body } = await approveMany(ids);
    expect(status).toBe(200);
    expect(body.data).toEqual([
      { id: one.accountId, ok: true, message: 'User approved successfully!' },
      { id: refused.accountId, ok: false, message: 'This registration has already been rejected.' },
      { id: nowhere, ok: false, message: 'There is no such user.' },
      { id: done.accountId, ok: false, message: 'This user has already been approved.' },
      { id: two.accountId, ok: true, message: 'User approved successfully!' },
    ]);
    for (const { email } of [one, two]) expect(await subjects(email)).toEqual([expect.stringContaining('is approved')]);
    expect(await subjects(done.email)).toEqual([]);
    expect((await account(refused.accountId)).approvedAt).toBeNull();
  });

  test('by two staff at once approves each once', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, waiting));
    const ids = people.map(({ accountId }) => accountId);
    const [a, b] = await Promise.all([approveMany(ids), approveMany([...ids].reverse())]);
    for (const { accountId, email } of people) {
      const both = [...a.body.data, ...b.body.data].filter(({ id }) => id === accountId);
      expect(both.map(({ ok }) => ok).sort()).toEqual([false, true]);
      expect(await subjects(email)).toHaveLength(1);
    }
  });

  test('accepts 1 to 200, each once, from permitted people', async () => {
    const { accountId } = await waiting();
    expect((await approveMany([])).status).toBe(400);
    expect((await approveMany([accountId, accountId])).status).toBe(400);
    expect((await approveMany(Array.from({ length: 201 }, () => crypto.randomUUID()))).status).toBe(400);
    expect((await approveMany([accountId, 'nobody'])).status).toBe(400);
    for (const as of [await person(), await person('instructor')]) {
      expect((await approveMany([accountId], as)).status).toBe(403);
    }
    expect((await account(accountId)).approvedAt).toBeNull();
  });
});
