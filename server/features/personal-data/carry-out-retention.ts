import type { RetentionKind } from '@fairlead/contract/academy/settings';
import { expressionBuilder, sql } from 'kysely';
import { appendAudit } from '../../platform/audit/append.ts';
import { addMonths, dayAt } from '../../platform/calendar.ts';
import { type Tx, transaction } from '../../platform/db/database.ts';
import type { Schema } from '../../platform/db/schema.generated.ts';
import {
  endAllowance,
  findAllowedPeople,
  mostInADay,
  noteMassDeletion,
} from '../../platform/deletions/mass-deletion.ts';
import { unusedFileData } from '../../platform/files/personal-tables.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import { changeRows, eraseRows } from '../../platform/personal-data/erase-rows.ts';
import { personOf } from '../../platform/personal-data/person.ts';
import { isByEmail, type Traces } from '../../platform/personal-data/personal-table.ts';
import { getRetention } from '../academy/index.ts';
import { removeMessages } from '../contact/index.ts';
import { profileData } from '../seafarers/index.ts';
import { walletData } from '../wallet/index.ts';
import { disusedAccounts, warnDisused } from './erase-disused.ts';
import { type Dependencies, finishErasureJob } from './erase-person.ts';
import {
  certificatesOverBefore,
  countAccounts,
  countSeafarers,
  forEachAccount,
  lockAccount,
  type Removal,
  refusedBefore,
  unverifiedBefore,
} from './retention-queries.ts';

/** Run by jobs.ts, once a day. */
export const retentionJob = 'carry-out-retention';

/**
 * The dependencies of retention: all tables with personal data, and all columns that show from where something was
 * done.
 */
export type RetentionDependencies = Dependencies & { traces: readonly Traces[] };

type Before = (kind: RetentionKind) => Date | undefined;

/**
 * Removes what is past the retention period in the academy's settings, and audits each removal. Certificates are not
 * among that. Whatever a killed run did not finish is done by the next. Nothing is removed when it would be the data of
 * more people than `mostInADay`: a clock may be wrong, or a period may have been set by mistake.
 *
 * @returns how many people of how many that waits for; undefined if it was carried out.
 */
export async function carryOutRetention(
  dependencies: RetentionDependencies,
): Promise<{ people: number; of: number } | undefined> {
  const { db, clock, config } = dependencies;
  const retention = await getRetention(db);
  const today = dayAt(clock(), config.timeZone);
  const before: Before = (kind) => {
    const months = retention[kind];
    return months === null ? undefined : new Date(`${addMonths(today, -months)}T00:00:00Z`);
  };
  const removals = [
    ...removalsOfPeople(dependencies, before),
    ...(await disusedAccounts(dependencies, retention.dormantAccounts)),
  ];
  const waiting = await massErasure(dependencies, removals);
  if (waiting) return waiting;
  await warnDisused(dependencies, retention.dormantAccounts);
  for (const { which, remove } of removals) await forEachAccount(db, which, remove);
  const [messages, traces] = [before('contactMessages'), before('networkAddresses')];
  if (messages) await removeOldMessages(dependencies, messages);
  if (traces) await forgetTraces(dependencies, traces);
  await endAllowance(db);
  return undefined;
}

/** The removals from people whose data are past their period, but for unused accounts. */
function removalsOfPeople(dependencies: RetentionDependencies, before: Before): Removal[] {
  const { tables, clock } = dependencies;
  const [unverified, refused, over] = [
    before('unverifiedRegistrations'),
    before('refusedRegistrations'),
    before('identityDocuments'),
  ];
  const withOwners = { ...dependencies, tables: tables.filter((table) => !isByEmail(table)) };
  return [
    // A stranger may have registered the email address: what its owner wrote under it is not deleted.
    ...(unverified ? [{ which: unverifiedBefore(unverified, clock()), remove: removeRegistration(withOwners) }] : []),
    ...(refused ? [{ which: refusedBefore(refused), remove: removeRegistration(dependencies) }] : []),
    ...(over ? [{ which: certificatesOverBefore(over), remove: removeProfile(dependencies) }] : []),
  ];
}

/** Notes how many people a mass erasure would concern; undefined if it is none, or an administrator has allowed it. */
async function massErasure({ db, clock }: Dependencies, removals: readonly Removal[]) {
  const total = await countSeafarers(db);
  let people = 0;
  for (const { which } of removals) people += await countAccounts(db, which);
  const isMass = people > mostInADay(total) && people > (await findAllowedPeople(db));
  await noteMassDeletion(db, 'people', { waiting: isMass ? people : 0, total, now: clock() });
  return isMass ? { people, of: total } : undefined;
}

/** Registrations that were never completed. Their account's row is deleted too, unless an invoice needs it. */
const removeRegistration =
  (dependencies: Dependencies): Removal['remove'] =>
  (accountId, which) =>
    transaction(dependencies.db, async (tx) => {
      const account = await lockAccount(tx, accountId, which);
      if (!account) return;
      const person = await personOf(tx, { accountId, email: account.email, now: dependencies.clock() });
      await eraseRows(tx, dependencies.tables, person);
      await tx
        .deleteFrom('account')
        .where('id', '=', accountId)
        .where((e) => e.not(e.exists(e.selectFrom('enrolment').whereRef('accountId', '=', 'account.id'))))
        .execute();
      const subject = { kind: 'account', id: accountId };
      await appendAudit(tx, { actorId: null, action: 'retention.remove-registration', subject });
    });

const removeProfile =
  (dependencies: Dependencies): Removal['remove'] =>
  (accountId, which) =>
    transaction(dependencies.db, async (tx) => {
      const account = await lockAccount(tx, accountId, which);
      if (!account) return;
      const person = await personOf(tx, { accountId, email: account.email, now: dependencies.clock() });
      await eraseRows(tx, [...walletData, ...profileData, unusedFileData], person);
      const subject = { kind: 'account', id: accountId };
      await appendAudit(tx, { actorId: null, action: 'retention.remove-documents', subject });
      await enqueue(tx, finishErasureJob, { accountId });
    });

const atOnce = 1000;

/** Removes messages of visitors that were dealt with. How many is audited. */
async function removeOldMessages({ db }: RetentionDependencies, before: Date): Promise<void> {
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
async function forgetTraces({ db, traces }: RetentionDependencies, before: Date): Promise<void> {
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
