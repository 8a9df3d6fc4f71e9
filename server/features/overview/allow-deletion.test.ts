import { overview } from '@fairlead/contract/overview/calls';
import { describe, expect, test } from 'vitest';
import { transaction } from '../../platform/db/database.ts';
import { storedNames } from '../../platform/files/stores/stored-names.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import { housekeeping, housekeepingJob } from '../../program/housekeeping.ts';
import { type Person, testApp } from '../../testing/app.ts';
import { addProfile } from '../../testing/factories.ts';
import { retentionJob } from '../personal-data/carry-out-retention.ts';

const program = await testApp();
const { call, person, db, wait, worker, clock, files } = program;
const days = (count: number) => count * 24 * 3600;

async function run(kind: string) {
  await transaction(db, (tx) => enqueue(tx, kind, {}));
  await worker.drain();
}
/** A session is over, and its login long ago, once the clock was moved. */
const admin = () => person('admin');
const notices = async (as?: Person) =>
  (await call(overview.getOverview, as ?? (await admin()))).body.data.massDeletions;
const allow = async (kind: 'files' | 'people', waiting: number, as?: Person) =>
  call(overview.allowDeletion, { params: { kind }, body: { waiting } }, as ?? (await admin()));
const allowances = async (kind: 'files' | 'people') =>
  (await db.selectFrom('auditEvent').select('details').where('action', '=', 'deletion.allow').execute()).flatMap(
    ({ details }) => (details as Record<string, number>)[kind] ?? [],
  );

test('a mass deletion of files waits, is told in the log, and is carried out once an administrator allows it', async () => {
  const owner = await person();
  await addProfile(program, owner);
  const everyFile = async () => {
    const names: string[] = [];
    for await (const { name } of storedNames(files.store)) names.push(name);
    return names.sort();
  };
  const before = await everyFile();
  for (let i = 0; i < 21; i += 1) {
    const kept = await files.keep(
      await files.receiveOwn(Buffer.from('%PDF'), 'application/pdf', 'x.pdf'),
      'certificates',
    );
    await db
      .insertInto('storedFile')
      .values({ ...kept, deletedAt: clock() })
      .execute();
  }
  const lines: unknown[][] = [];
  const note = (...line: unknown[]) => void lines.push(line);
  const sweep = () => housekeeping(program, { info: note, warn: note })({ id: 'x', payload: {} });
  await sweep();
  const counts = { files: 21, of: before.length + 21 };
  expect(lines).toEqual([[counts, 'a mass deletion of files waits for an administrator']]);
  const notice = { kind: 'files', waiting: 21, total: before.length + 21, since: clock().toISOString() };
  expect(await notices()).toEqual([notice]);
  wait(days(31));
  await run(housekeepingJob);
  expect(await notices()).toEqual([notice]);
  expect(await everyFile()).toHaveLength(before.length + 21);
  expect((await allow('files', 21)).status).toBe(200);
  lines.length = 0;
  await sweep();
  expect(lines).toMatchObject([[{ deleted: { markedDeleted: 21 } }, 'unused files were deleted']]);
  expect([await everyFile(), await notices(), await allowances('files')]).toEqual([before, [], [21]]);

  await db.updateTable('storedFile').set({ deletedAt: clock() }).where('ownerId', '=', owner.accountId).execute();
  wait(days(31));
  lines.length = 0;
  await sweep();
  expect(lines).toEqual([
    [{ files: before.length }, 'files that are in use are marked as deleted, and are not deleted'],
  ]);
  expect(await everyFile()).toEqual(before);
});

describe('a mass erasure by retention', () => {
  const mobile = '+91 98200 00000';
  const register = (count: number) =>
    db
      .insertInto('account')
      .values(
        Array.from({ length: count }, (_, i) => ({
          prefix: 'Mr',
          firstName: 'Un',
          lastName: 'Verified',
          mobile,
          passwordHash: 'none',
          role: 'learner',
          createdAt: clock(),
          email: `un.${i}.${clock().getTime()}@example.org`,
        })),
      )
      .execute();
  const unverified = async () =>
    (await db.selectFrom('account').select('id').where('lastName', '=', 'Verified').execute()).length;
  /** Everybody else, as they are. */
  const others = () =>
    db
      .selectFrom('account')
      .selectAll()
      .where('lastName', '<>', 'Verified')
      .where('role', '=', 'learner')
      .orderBy('id')
      .execute();

  test('waits, is carried out once an administrator allows it, and the next one waits again', async () => {
    await addProfile(program, await person());
    const before = await others();
    await register(21);
    wait(days(40));
    const registrar = await person('registrar');
    for (let times = 0; times < 2; times += 1) await run(retentionJob);
    expect(await unverified()).toBe(21);
    expect(await notices()).toEqual([
      { kind: 'people', waiting: 21, total: before.length + 21, since: clock().toISOString() },
    ]);
    expect(await notices(registrar)).toBeNull();

    expect((await allow('people', 21, registrar)).status).toBe(403);
    const other = await allow('people', 20);
    expect(other).toMatchObject({
      status: 409,
      body: { message: 'The number has changed since you opened this page. Please look at it again.' },
    });
    expect(await allowances('people')).toEqual([]);
    expect((await allow('people', 21)).status).toBe(200);
    expect((await allow('people', 21)).status).toBe(409);
    await worker.drain();
    expect([await unverified(), await notices(), await allowances('people')]).toEqual([0, [], [21]]);
    expect(await others()).toEqual(before);

    await register(21);
    wait(days(40));
    await run(retentionJob);
    expect([await unverified(), (await notices())?.length]).toEqual([21, 1]);
  });

  test('that has grown since it was allowed waits', async () => {
    expect((await allow('people', 21)).status).toBe(200);
    await register(1);
    await db
      .updateTable('account')
      .set({ createdAt: new Date(0) })
      .where('lastName', '=', 'Verified')
      .execute();
    await worker.drain();
    expect([await unverified(), (await notices())?.[0]?.waiting]).toEqual([22, 22]);
    await db.deleteFrom('account').where('lastName', '=', 'Verified').execute();
    await run(retentionJob);
    expect(await notices()).toEqual([]);
  });

  test('by a clock that is years ahead erases nobody', async () => {
    const before = await others();
    await register(30);
    wait(days(4000));
    await run(retentionJob);
    expect([await unverified(), await others()]).toEqual([30, before]);
    wait(-days(4000));
    await run(retentionJob);
    expect([await unverified(), await notices()]).toEqual([30, []]);
  });
});
