import { accounts } from '@fairlead/contract/accounts/calls';
import { expect, test } from 'vitest';
import { addRegistered } from '../features/accounts/testing/newcomers.ts';
import { addOwner, logIn, refresh } from '../features/accounts/testing/owners.ts';
import { transaction } from '../platform/db/database.ts';
import { enqueue } from '../platform/jobs/enqueue.ts';
import { testApp } from '../testing/app.ts';
import { housekeepingJob } from './housekeeping.ts';

const program = await testApp();
const { db, wait, worker, call } = program;
const days = (n: number) => n * 24 * 3600;

async function keepHouse() {
  await transaction(db, (tx) => enqueue(tx, housekeepingJob, {}));
  await worker.drain();
}

const sessionsOf = async (accountId: string) =>
  (await db.selectFrom('session').select('id').where('accountId', '=', accountId).execute()).length;

test('a session is deleted a week after its end, and its tokens with it', async () => {
  const { accountId, email } = await addOwner(program);
  const { refreshToken } = (await logIn(program, email)).body;
  await refresh(program, refreshToken);
  await call(accounts.logout, { body: { refreshToken } });
  wait(days(6));
  await keepHouse();
  expect(await sessionsOf(accountId)).toBe(2);
  wait(days(1) + 1);
  await keepHouse();
  expect(await sessionsOf(accountId)).toBe(1);
  expect(await db.selectFrom('refreshToken').select('hash').execute()).toEqual([]);
});

test('an unused session is deleted a week after it expired', async () => {
  const { accountId } = await addOwner(program);
  wait(days(36));
  await keepHouse();
  expect(await sessionsOf(accountId)).toBe(1);
  wait(days(1) + 1);
  await keepHouse();
  expect(await sessionsOf(accountId)).toBe(0);
});

test('codes are deleted a day after they expired, and the counts of rate limits with their window', async () => {
  await addRegistered(program);
  wait(3600 + 1);
  await keepHouse();
  const keys = await db.selectFrom('rateLimit').select('key').execute();
  expect(keys.length).toBeGreaterThan(0);
  expect(keys.every(({ key }) => key.includes(':day'))).toBe(true);
  expect(await db.selectFrom('oneTimeCode').select('accountId').execute()).toHaveLength(1);
  wait(days(1));
  await keepHouse();
  expect(await db.selectFrom('rateLimit').select('key').execute()).toEqual([]);
  expect(await db.selectFrom('oneTimeCode').select('accountId').execute()).toEqual([]);
});

test('a job is deleted a week after it was done, and remains if it failed', async () => {
  await db.deleteFrom('job').execute();
  await db
    .insertInto('job')
    .values([
      { kind: 'done', doneAt: program.clock() },
      { kind: 'given up', gaveUpAt: program.clock() },
    ])
    .execute();
  const kinds = async () =>
    (await db.selectFrom('job').select('kind').where('kind', '!=', housekeepingJob).orderBy('kind').execute()).map(
      ({ kind }) => kind,
    );
  wait(days(7));
  await keepHouse();
  expect(await kinds()).toEqual(['done', 'given up']);
  wait(1);
  await keepHouse();
  expect(await kinds()).toEqual(['given up']);
});
