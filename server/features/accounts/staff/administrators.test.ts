import { accounts } from '@fairlead/contract/accounts/calls';
import { expect, test } from 'vitest';
import { testApp } from '../../../testing/app.ts';
import { addAdmin } from './add-admin.ts';
import { ensureFirstAdmin } from './ensure-first-admin.ts';

const program = await testApp({ ADMIN_EMAIL: 'Principal@Example.org' });

const logIn = (email: string, password: string) => program.call(accounts.login, { body: { email, password } });

// shows: asvs/6.3.2
test('the first start creates one administrator, also by two instances at once, and prints the password once', async () => {
  const made = await Promise.all([ensureFirstAdmin(program), ensureFirstAdmin(program)]);
  const passwords = made.flatMap(({ password }) => password ?? []);
  expect(passwords).toHaveLength(1);
  const session = await logIn('principal@example.org', passwords[0] ?? '');
  expect(session.body.user).toMatchObject({ role: 'admin', permissions: expect.arrayContaining(['people:approve']) });
  expect(await ensureFirstAdmin(program)).toEqual({ email: 'principal@example.org' });
});

test('a further administrator gets a password of its own, and no email twice', async () => {
  const password = await addAdmin(program, 'second@example.org');
  expect((await logIn('second@example.org', password)).status).toBe(200);
  const made = program.db
    .selectFrom('auditEvent')
    .select(['action', 'actorId'])
    .where('action', '=', 'account.add-admin');
  expect(await made.execute()).toEqual(Array(2).fill({ action: 'account.add-admin', actorId: null }));
  await expect(addAdmin(program, 'second@example.org')).rejects.toThrow('already in use');
});
