import type { RetentionKind } from '@fairlead/contract/settings';
import { type RawBuilder, sql } from 'kysely';
import { appendAudit } from '../../platform/audit/append.ts';
import { addMonths, dayAt } from '../../platform/calendar.ts';
import { type Tx, transaction } from '../../platform/db/database.ts';
import { fileData } from '../../platform/files/personal-data.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import { eraseRows } from '../../platform/personal-data/erase-rows.ts';
import type { Traces } from '../../platform/personal-data/personal-table.ts';
import { getRetention } from '../academy/queries.ts';
import { profileData } from '../seafarers/personal-data.ts';
import { eraseDisused } from './erase-disused.ts';
import { finishErasureJob, type Means } from './erase-person.ts';
import {
  certificatesOverBefore,
  forEachAccount,
  lockAccount,
  refusedBefore,
  unverifiedBefore,
} from './retention-queries.ts';

/** Carried out by jobs.ts, once a day. */
export const retentionJob = 'carry-out-retention';

/** What retention is driven by: all that is held on persons, and all that tells from where something was done. */
export type RetentionMeans = Means & { traces: readonly Traces[] };

type Carrying = (means: RetentionMeans, before: Date) => Promise<void>;

/** What is done with records of each kind that are older than the academy keeps them. Certificates are none of these. */
const carryingOut: Record<Exclude<RetentionKind, 'dormantAccounts'>, Carrying> = {
  unverifiedRegistrations: (means, before) => removeRegistrations(means, unverifiedBefore(before, means.clock())),
  refusedRegistrations: (means, before) => removeRegistrations(means, refusedBefore(before)),
  identityDocuments: (means, before) => removeProfiles(means, certificatesOverBefore(before)),
  networkAddresses: forgetTraces,
};

/**
 * Removes what the academy's settings say is not kept any longer, and writes each removal into the audit. What a run
 * that was killed left is done by the next.
 */
export async function carryOutRetention(means: RetentionMeans): Promise<void> {
  const { db, clock, config } = means;
  const retention = await getRetention(db);
  for (const [kind, carryOut] of Object.entries(carryingOut)) {
    const months = retention[kind as RetentionKind];
    if (months === null) continue;
    const day = addMonths(dayAt(clock(), config.timeZone), -months);
    await carryOut(means, new Date(`${day}T00:00:00Z`));
  }
  await eraseDisused(means, retention.dormantAccounts);
}

/** Registrations that came to nothing: nobody refers to their account, so the row goes too. */
const removeRegistrations = (means: Means, which: RawBuilder<boolean>) =>
  forEachAccount(means.db, which, (accountId) =>
    transaction(means.db, async (tx) => {
      const account = await lockAccount(tx, accountId, which);
      if (!account) return;
      await eraseRows(tx, means.tables, { accountId, email: account.email, now: means.clock() });
      await tx.deleteFrom('account').where('id', '=', accountId).execute();
      const subject = { kind: 'account', id: accountId };
      await appendAudit(tx, { actorId: null, action: 'retention.remove-registration', subject });
    }),
  );

const removeProfiles = (means: Means, which: RawBuilder<boolean>) =>
  forEachAccount(means.db, which, (accountId) =>
    transaction(means.db, async (tx) => {
      const account = await lockAccount(tx, accountId, which);
      if (!account) return;
      await eraseRows(tx, [...profileData, fileData], { accountId, email: account.email, now: means.clock() });
      const subject = { kind: 'account', id: accountId };
      await appendAudit(tx, { actorId: null, action: 'retention.remove-documents', subject });
      await enqueue(tx, finishErasureJob, { accountId });
    }),
  );

const atOnce = 1000;

/** That it was done stays; what would tell where from goes. How many rows of which table it was in stands in the audit. */
async function forgetTraces({ db, traces }: RetentionMeans, before: Date): Promise<void> {
  for (const kept of traces)
    for (let forgotten = atOnce; forgotten === atOnce; )
      forgotten = await transaction(db, async (tx) => {
        const count = await forgetSome(tx, kept, before);
        const deed = { action: 'retention.forget-addresses', subject: { kind: 'academy', id: 'settings' } };
        if (count > 0) await appendAudit(tx, { actorId: null, ...deed, details: { [kept.table]: count } });
        return count;
      });
}

async function forgetSome(tx: Tx, { table, at, columns, with: alsoEmptied = [] }: Traces, before: Date) {
  const emptied = [...columns, ...alsoEmptied].map((column) => sql`${sql.id(column)} = null`);
  const isTraced = columns.map((column) => sql`${sql.id(column)} is not null`);
  const { numAffectedRows = 0n } = await sql`
    update ${sql.table(table)} set ${sql.join(emptied)}
    where id in (
      select id from ${sql.table(table)} where ${sql.ref(at)} < ${before} and (${sql.join(isTraced, sql` or `)})
      limit ${atOnce})`.execute(tx);
  return Number(numAffectedRows);
}
