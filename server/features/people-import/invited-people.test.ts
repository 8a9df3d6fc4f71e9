import { accounts } from '@fairlead/contract/accounts/calls';
import { staffAccounts } from '@fairlead/contract/accounts/staff-accounts';
import { enrolments } from '@fairlead/contract/enrolments/calls';
import { describe, expect, test } from 'vitest';
import { testApp } from '../../testing/app.ts';
import { addCourse } from '../../testing/factories.ts';
import { adoptEmail } from '../accounts/own/change-email.ts';
import { crewDesk } from './testing/crew-desk.ts';

const program = await testApp();
const { call, db, person, mailsTo, wait, clock } = program;
const { registrar, course, imported, accountOf, acceptOf, signedIn, auditOf } = await crewDesk(program);

describe('invited people', () => {
  test('are listed with their state, and invited again with a new link', async () => {
    await imported('Nisha Rao,nisha@example.org,9876543210');
    const { id = '' } = (await accountOf('nisha@example.org')) ?? {};
    const listed = async (query = {}) =>
      (await call(accounts.listApproved, { query: { q: 'nisha@', ...query } }, registrar)).body;
    const invitedAt = clock().toISOString();
    expect(await listed()).toMatchObject([{ _id: id, state: 'invited', invitation: { at: invitedAt, againAt: null } }]);
    expect(await listed({ state: 'active' })).toEqual([]);
    const again = async (as = registrar, users = [{ id }]) =>
      (await call(staffAccounts.inviteAgain, { body: { users } }, as)).body.data;
    expect(await again()).toEqual([{ id, ok: false, message: 'This person was invited a few minutes ago.' }]);
    wait(600);
    const old = (await mailsTo('nisha@example.org')).at(-1);
    const active = (await person()).accountId;
    expect(await again(registrar, [{ id }, { id: active }])).toEqual([
      { id, ok: true, message: 'Invited again.' },
      { id: active, ok: false, message: 'This person has no open invitation.' },
    ]);
    expect(await listed({ state: 'invited' })).toMatchObject([
      { invitation: { at: invitedAt, againAt: clock().toISOString() } },
    ]);
    expect(await auditOf(id)).toEqual(['account.invite', 'account.invite-again']);
    const token = /set-password#([\w-]{43})/.exec(old?.text ?? '')?.[1] ?? '';
    const stale = await call(accounts.acceptInvitation, { body: { token, newPassword: 'steady as she goes' } });
    expect(stale.status).toBe(400);
    expect((await acceptOf('nisha@example.org')).status).toBe(200);
    expect(await listed({ state: 'active' })).toMatchObject([{ state: 'approved', invitation: null }]);
    expect(await again()).toMatchObject([{ ok: false }]);
  });

  test('get a new link when they are enrolled, by hand or by a list, since the first one may have expired', async () => {
    const online = await addCourse(program, { title: 'Enclosed Space Entry' });
    await imported('Leela Rao,leela@example.org,9876543210');
    const { id = '' } = (await accountOf('leela@example.org')) ?? {};
    const enrolIn = async (courseId: string) => {
      const body = { courseId, people: [{ id }] };
      expect((await call(enrolments.enrolPeople, { body }, registrar)).body.data).toMatchObject([{ ok: true }]);
    };
    const latest = async () => (await mailsTo('leela@example.org')).at(-1);
    // the first email is a minute old
    await enrolIn((await addCourse(program)).id);
    expect((await latest())?.text).not.toContain('/set-password#');
    wait(31 * 24 * 3600);
    expect((await acceptOf('leela@example.org')).status).toBe(400);
    await enrolIn(online.id);
    expect(await latest()).toMatchObject({
      subject: expect.stringContaining('and your course: Enclosed Space Entry'),
      text: expect.stringContaining('/set-password#'),
    });
    expect(await auditOf(id)).toEqual(['account.invite', 'account.invite-again']);
    wait(31 * 24 * 3600);
    await imported(`Leela Rao,leela@example.org,9876543210,,,,,,,${course.title},`);
    expect((await latest())?.text).toContain('/set-password#');
    const leela = await signedIn('leela@example.org');
    expect((await call(enrolments.listOwn, leela)).body).toHaveLength(3);
  });

  test('keep an email address that another account asks for', async () => {
    await imported('Tara Das,tara@example.org,9876543210');
    const learner = await person();
    const code = { accountId: learner.accountId, purpose: 'change-email', newEmail: 'tara@example.org' } as const;
    await db
      .insertInto('oneTimeCode')
      .values({ ...code, codeHash: '-', sentAt: clock(), expiresAt: clock() })
      .execute();
    const asked = adoptEmail(program, { accountId: learner.accountId, newEmail: 'tara@example.org', ip: '::1' });
    await expect(asked).rejects.toMatchObject({ code: 'exists' });
  });
});
