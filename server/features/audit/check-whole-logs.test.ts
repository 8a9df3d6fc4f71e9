import { personalData } from '@fairlead/contract/personal-data/calls';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { firstHash, hashOf } from '../../platform/chain/link.ts';
import { transaction } from '../../platform/db/database.ts';
import { testApp } from '../../testing/app.ts';
import { earned } from '../../testing/journey.ts';
import { addOwner, logIn, password } from '../accounts/testing/owners.ts';
import { certificateChain } from '../certificates/certificate-log.ts';
import { checkNewEntries, checkWholeLogs } from './check-logs.ts';

const program = await testApp();
const { call, db, chainAppender } = program;

/** Puts a certificate into the log, where a daily check has seen it. */
async function logged(): Promise<void> {
  await earned(program);
  await chainAppender.append();
  await checkNewEntries(program);
}

describe('the log itself', () => {
  test('is missed by the daily check if it was rewritten with proper hashes, even with its head', async () => {
    await logged();
    const links = await certificateChain.read(db, 1, 1000);
    const rolledBack = new Error('rolled back');
    await transaction(db, async (tx) => {
      let hash = firstHash;
      for (const { index, at, content, digest } of links) {
        const earlier = new Date(at.getTime() - 1000);
        hash = hashOf({ index, at: earlier, content, digest }, hash);
        await sql`update certificate_event set at = ${earlier}, seal_hash = ${hash} where seal_index = ${index}`.execute(
          tx,
        );
      }
      await tx.updateTable('chainHead').set({ hash }).where('chain', '=', 'certificates').execute();
      const { flaws } = (await checkWholeLogs(tx)).certificates;
      const reason = 'it is not the one of the last check';
      expect(flaws).toContainEqual({ index: links.at(-1)?.index, certificateId: null, number: null, reason });
      throw rolledBack;
    }).catch((error: unknown) => expect(error).toBe(rolledBack));
  });

  test('is missed if its end was cut off together with its head and its certificate', async () => {
    const { certificate } = await earned(program);
    await chainAppender.append();
    await checkNewEntries(program);
    const rolledBack = new Error('rolled back');
    await transaction(db, async (tx) => {
      const { size } = await tx
        .selectFrom('chainHead')
        .select('size')
        .where('chain', '=', 'certificates')
        .executeTakeFirstOrThrow();
      await sql`delete from certificate_event where certificate_id = ${certificate.id}`.execute(tx);
      await sql`delete from certificate where id = ${certificate.id}`.execute(tx);
      await sql`
        update chain_head set size = size - 1, hash = (
          select seal_hash from certificate_event where seal_index = chain_head.size - 1
        ) where chain = 'certificates'`.execute(tx);
      const cut = (reason: string) => ({ index: size, certificateId: null, number: null, reason });
      const { flaws } = (await checkWholeLogs(tx)).certificates;
      expect(flaws).toContainEqual(cut('the last check found it, and it is gone'));
      throw rolledBack;
    }).catch((error: unknown) => expect(error).toBe(rolledBack));
  });

  test('believes no erasure that was written by hand into an event without a salt', async () => {
    await logged();
    const rolledBack = new Error('rolled back');
    await transaction(db, async (tx) => {
      await sql`
        update audit_event set action = 'audit.forget', salt = null, details = '{"links": [[1, 1000000]]}'
        where seal_index = 1`.execute(tx);
      const { flaws } = (await checkWholeLogs(tx)).audit;
      const reason = 'its content was removed, and no erasure is recorded';
      expect(flaws).toContainEqual({ index: 1, certificateId: null, number: null, reason });
      throw rolledBack;
    }).catch((error: unknown) => expect(error).toBe(rolledBack));
  });

  test('names content of the audit that was removed by hand, and not what was erased on purpose', async () => {
    const owner = await addOwner(program);
    await logIn(program, owner.email);
    await chainAppender.append();
    const body = { currentPassword: password, understood: true } as const;
    expect((await call(personalData.eraseOwn, { body }, owner)).status).toBe(200);
    await chainAppender.append();
    const { forgotten } = await db
      .selectFrom('auditEvent')
      .select((e) => e.fn.countAll<number>().as('forgotten'))
      .where('salt', 'is', null)
      .executeTakeFirstOrThrow();
    expect(forgotten).toBeGreaterThan(0);
    expect((await checkWholeLogs(db)).audit.flaws).toEqual([]);
    const { rows } = await sql<{ index: number }>`
      update audit_event set details = '{}', salt = null
      where seal_index = (select max(seal_index) from audit_event) returning seal_index as index`.execute(db);
    const reason = 'its content was removed, and no erasure is recorded';
    expect((await checkWholeLogs(db)).audit.flaws).toEqual([
      { index: rows[0]?.index, certificateId: null, number: null, reason },
    ]);
  });
});
