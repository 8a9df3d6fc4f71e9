import type { RetentionKind } from '@fairlead/contract/settings';
import { expressionBuilder, sql } from 'kysely';
import { appendAudit } from '../../platform/audit/append.ts';
import { addMonths, dayAt } from '../../platform/calendar.ts';
import type { Condition } from '../../platform/db/condition.ts';
import { type Tx, transaction } from '../../platform/db/database.ts';
import type { Schema } from '../../platform/db/schema.generated.ts';
import { unusedFileData } from '../../platform/files/personal-tables.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import { changeRows, eraseRows } from '../../platform/personal-data/erase-rows.ts';
import { isByEmail, type Traces } from '../../platform/personal-data/personal-table.ts';
import { getRetention } from '../academy/queries.ts';
import { removeMessages } from '../contact/remove-messages.ts';
import { profileData } from '../seafarers/personal-tables.ts';
import { walletData } from '../wallet/personal-tables.ts';
import { eraseDisused } from './erase-disused.ts';
import { finishErasureJob, type Means } from './erase-person.ts';
import {
  certificatesOverBefore,
  forEachAccount,
  lockAccount,
  refusedBefore,
  unverifiedBefore,
} from './retention-queries.ts';

/** Run by jobs.ts, once a day. */
export const retentionJob = 'carry-out-retention';

/**
 * The dependencies of retention: all tables with personal data, and all columns that show from where something was
 * done.
 */
export type RetentionMeans = Means & { traces: readonly Traces[] };

type Carrying = (means: RetentionMeans, before: Date) => Promise<void>;

/** The action for each kind of records once they are past their retention period. Certificates are not among them. */
const carryingOut: Record<Exclude<RetentionKind, 'dormantAccounts'>, Carrying> = {
  unverifiedRegistrations: removeUnverified,
  refusedRegistrations: (means, before) => removeRegistrations(means, refusedBefore(before)),
  identityDocuments: (means, before) => removeProfiles(means, certificatesOverBefore(before)),
  contactMessages: removeOldMessages,
  networkAddresses: forgetTraces,
};

/**
 * Removes what is past the retention period in the academy's settings, and audits each removal. Whatever a killed run
 * did not finish is done by the next.
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

/** A stranger may have registered the email address: what its owner wrote under it is not deleted. */
function removeUnverified(means: Means, before: Date): Promise<void> {
  const tables = means.tables.filter((table) => !isByEmail(table));
  return removeRegistrations({ ...means, tables }, unverifiedBefore(before, means.clock()));
}

/** Registrations that were never completed. Their account's row is deleted too, unless an invoice needs it. */
const removeRegistrations = (means: Means, which: Condition) =>
  forEachAccount(means.db, which, (accountId) =>
    transaction(means.db, async (tx) => {
      const account = await lockAccount(tx, accountId, which);
      if (!account) return;
      await eraseRows(tx, means.tables, { accountId, email: account.email, now: means.clock() });
      await tx
        .deleteFrom('account')
        .where('id', '=', accountId)
        .where((e) => e.not(e.exists(e.selectFrom('enrolment').whereRef('accountId', '=', 'account.id'))))
        .execute();
      const subject = { kind: 'account', id: accountId };
      await appendAudit(tx, { actorId: null, action: 'retention.remove-registration', subject });
    }),
  );

const removeProfiles = (means: Means, which: Condition) =>
  forEachAccount(means.db, which, (accountId) =>
    transaction(means.db, async (tx) => {
      const account = await lockAccount(tx, accountId, which);
      if (!account) return;
      await eraseRows(tx, [...walletData, ...profileData, unusedFileData], {
        accountId,
        email: account.email,
        now: means.clock(),
      });
      const subject = { kind: 'account', id: accountId };
      await appendAudit(tx, { actorId: null, action: 'retention.remove-documents', subject });
      await enqueue(tx, finishErasureJob, { accountId });
    }),
  );

const atOnce = 1000;

/** Removes messages of visitors that were dealt with. How many is audited. */
async function removeOldMessages({ db }: RetentionMeans, before: Date): Promise<void> {
  for (let removed = atOnce; removed === atOnce; )
    removed = await transaction(db, async (tx) => {
      const count = await removeMessages(tx, before, atOnce);
      const action = { action: 'retention.remove-messages', subject: { kind: 'academy', id: 'settings' } };
      if (count > 0) await appendAudit(tx, { actorId: null, ...action, details: { messages: count } });
      return count;
    });
}

/**
 * Keeps the record of an action and removes IP address and device. How many rows of which table were changed is
 * audited.
 */
async function forgetTraces({ db, traces }: RetentionMeans, before: Date): Promise<void> {
  for (const kept of traces)
    for (let forgotten = atOnce; forgotten === atOnce; )
      forgotten = await transaction(db, async (tx) => {
        const count = await forgetSome(tx, kept, before);
        const action = { action: 'retention.forget-addresses', subject: { kind: 'academy', id: 'settings' } };
        if (count > 0) await appendAudit(tx, { actorId: null, ...action, details: { [kept.table]: count } });
        return count;
      });
}

function forgetSome(tx: Tx, { table, at, columns, with: alsoEmptied = [], recorded }: Traces, before: Date) {
  const emptied = [...columns, ...alsoEmptied].map((column) => sql`${sql.id(column)} = null`);
  const e = expressionBuilder<Schema>();
  const isTraced = e.or(columns.map((column) => e(sql.ref(column), 'is not', null)));
  const some = sql`(
    select id from ${sql.table(table)} where ${sql.ref(at)} < ${before} and ${isTraced} limit ${atOnce})`;
  const where = e(sql.ref(`${table}.id`), 'in', some);
  return changeRows(tx, { table, set: sql.join(emptied), where, recorded });
}
