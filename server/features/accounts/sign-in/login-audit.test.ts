import { accounts } from '@fairlead/contract/accounts/calls';
import { ownAccount } from '@fairlead/contract/accounts/own-account';
import { audit } from '@fairlead/contract/audit/calls';
import { describe, expect, test } from 'vitest';
import { auditChain } from '../../../platform/audit/chain.ts';
import { verifyChain } from '../../../platform/chain/verify-chain.ts';
import { testApp } from '../../../testing/app.ts';
import { addOwner, codeFor, logIn, password, refresh } from '../testing/owners.ts';

const program = await testApp();
const { call, db, person, wait } = program;
const admin = await person('admin');

const from = (remoteAddress: string, email: string, guess = password) =>
  program.app.inject({ method: 'POST', url: '/api/user/login', payload: { email, password: guess }, remoteAddress });
/** The audited events of an account, its sessions and its logins, oldest first. */
const written = async (accountId: string) => {
  const sessions = db.selectFrom('session').select((e) => e.cast<string>('id', 'text').as('id'));
  const events = db
    .selectFrom('auditEvent')
    .select(['action', 'actorId', 'address', 'subjectKind'])
    .where((e) =>
      e.or([e('subjectId', '=', accountId), e('subjectId', 'in', sessions.where('accountId', '=', accountId))]),
    );
  return events.orderBy('id').execute();
};
const actions = async (accountId: string) => (await written(accountId)).map(({ action }) => action);

describe('the audit', () => {
  // shows: threats/unrecorded-login, asvs/16.3.1
  test('records each login and each end of a session, with the person and the IP address', async () => {
    const { accountId, email } = await addOwner(program);
    const one = (await from('203.0.113.9', email)).json();
    const { refreshToken } = (await logIn(program, email)).body;
    await call(accounts.logout, { body: { refreshToken } });
    await call(accounts.logout, { body: { refreshToken } });
    const third = (await logIn(program, email)).body;
    const sid = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sid;
    const as = { accountId, email, role: 'learner', sessionId: sid(one.accessToken) } as const;
    await call(ownAccount.endOwnSession, { params: { id: sid(third.accessToken) } }, as);
    await call(accounts.logoutEverywhere, as);
    expect(await written(accountId)).toMatchObject([
      { action: 'session.open', actorId: accountId, address: '203.0.113.9', subjectKind: 'session' },
      { action: 'session.open', actorId: accountId, address: '127.0.0.1' },
      { action: 'session.close', actorId: accountId },
      { action: 'session.open', actorId: accountId },
      { action: 'session.end', actorId: accountId },
      { action: 'session.end-all', actorId: accountId, subjectKind: 'account' },
    ]);
    const { body } = await call(audit.list, { query: { q: email, action: 'session.open' } }, admin);
    expect(body.data.at(-1)).toMatchObject({
      by: { _id: accountId },
      subject: { kind: 'session', userId: accountId },
      address: '203.0.113.9',
    });
    await program.chainAppender.append();
    expect((await verifyChain(db, auditChain)).flaws).toEqual([]);
  });

  // shows: threats/unrecorded-login
  test('records a session that ended because a copy of its token was used', async () => {
    const { accountId, email } = await addOwner(program);
    const { refreshToken } = (await logIn(program, email)).body;
    await refresh(program, (await refresh(program, refreshToken)).body.refreshToken);
    wait(31);
    await refresh(program, refreshToken);
    await refresh(program, refreshToken);
    expect(await actions(accountId)).toEqual(['session.open', 'session.end-copied']);
  });

  // shows: threats/unrecorded-login, asvs/16.3.1
  test('records wrong passwords of an account once in 15 minutes per network, and its lock once', async () => {
    const { accountId, email } = await addOwner(program);
    await Promise.all(Array.from({ length: 20 }, () => from('198.51.100.7', email, 'wrong password')));
    expect((await actions(accountId)).sort()).toEqual(['login.fail', 'login.lock']);
    await from('198.51.100.8', email, 'wrong password');
    wait(15 * 60);
    await from('198.51.100.7', email, 'wrong password');
    expect(await written(accountId)).toMatchObject([
      { actorId: null, address: '198.51.100.7' },
      { actorId: null, address: '198.51.100.7' },
      { action: 'login.fail', actorId: null, address: '198.51.100.8' },
      { action: 'login.fail', actorId: null, address: '198.51.100.7' },
    ]);
  });

  // shows: threats/unrecorded-login
  test('records of unknown emails only that a network tried some', async () => {
    for (const name of ['anna', 'bala', 'chen']) await from('198.51.100.99', `${name}@example.org`, 'wrong password');
    const tried = db.selectFrom('auditEvent').selectAll().where('address', '=', '198.51.100.99');
    const events = await tried.execute();
    expect(events).toMatchObject([{ action: 'login.fail', subjectKind: 'visitor', details: {} }]);
    expect(JSON.stringify(events)).not.toContain('anna');
  });

  // shows: threats/unrecorded-login
  test('records the request for a new password, which a stranger may have made', async () => {
    const { accountId, email } = await addOwner(program);
    await call(accounts.forgotPassword, { body: { email } });
    const otp = await codeFor(program, email);
    await call(accounts.resetPassword, { body: { email, otp, newPassword: 'a new lighthouse' } });
    expect(await written(accountId)).toMatchObject([
      { action: 'login.request-reset', actorId: null },
      { action: 'account.reset-password', actorId: accountId },
    ]);
  });

  test('records no login that was refused after the right password', async () => {
    const { accountId, email } = await addOwner(program);
    await db.updateTable('account').set({ disabledAt: program.clock() }).where('id', '=', accountId).execute();
    expect((await logIn(program, email)).status).toBe(403);
    expect(await actions(accountId)).toEqual([]);
  });
});
