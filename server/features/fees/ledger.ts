import type { FeeEntryKind, PaymentMethod } from '@fairlead/contract/fees/fee-state';
import { inRupees } from '@fairlead/contract/values/money';
import { sql } from 'kysely';
import type { CalendarDate } from '../../platform/calendar.ts';
import { among } from '../../platform/db/among.ts';
import type { Tx } from '../../platform/db/database.ts';
import { hasValues } from '../../platform/db/has-values.ts';
import { inParts } from '../../platform/db/in-parts.ts';
import { AppError } from '../../platform/errors.ts';
import { type EntryRow, findEntry, findRequested } from './ledger-queries.ts';
import { noSuchEntry, noSuchFee } from './queries.ts';
import { balanceOf, type Change, changeBy, type Sums } from './rules.ts';

/** A fee whose row is locked: its sums as of now. */
export type LockedFee = { enrolmentId: string; sums: Sums };

/**
 * Locks the fee of an enrolment until the transaction ends, and reads its sums. All that writes an entry locks it
 * first, so that two never pay the same rest. The order of locks: batches, people, enrolments, fees, series of
 * documents.
 */
export async function findLockedFee(tx: Tx, enrolmentId: string): Promise<LockedFee | undefined> {
  return (await lockFees(tx, [enrolmentId]))[0];
}

/** The same for several enrolments; those without a fee are left out. */
export async function lockFees(tx: Tx, enrolmentIds: readonly string[]): Promise<LockedFee[]> {
  const rows = await tx
    .selectFrom('fee')
    .select(['enrolmentId', 'chargedPaise', 'waivedPaise', 'receivedPaise'])
    .where(among('enrolmentId', enrolmentIds))
    .orderBy('enrolmentId')
    .forNoKeyUpdate()
    .execute();
  return rows.map(({ enrolmentId, chargedPaise: charged, waivedPaise: waived, receivedPaise: received }) => {
    return { enrolmentId, sums: { charged, waived, received } };
  });
}

/** The same. @throws AppError `not-found` for an enrolment without a fee. */
export async function lockFee(tx: Tx, enrolmentId: string): Promise<LockedFee> {
  const fee = await findLockedFee(tx, enrolmentId);
  if (!fee) throw noSuchFee();
  return fee;
}

export type NewEntry = {
  kind: FeeEntryKind;
  /** In paise. */
  amount: number;
  method?: PaymentMethod | undefined;
  reference?: string;
  on: CalendarDate;
  reason?: string;
  /** Null for the program itself. */
  recordedBy: string | null;
  at: Date;
  /** The entry that it refunds or reverses, and what that one did. */
  of?: { id: string; change: Change } | undefined;
  requestId?: string | undefined;
  /** The bill that a payment settles, and that of an entry which undoes it. */
  billId?: string | null | undefined;
};

const rowOf = ({ enrolmentId }: LockedFee, entry: NewEntry, change: Change) => ({
  enrolmentId,
  kind: entry.kind,
  amountPaise: entry.amount,
  chargedChangePaise: change.charged,
  waivedChangePaise: change.waived,
  receivedChangePaise: change.received,
  method: entry.method ?? null,
  reference: entry.reference ?? '',
  happenedOn: entry.on,
  reason: entry.reason ?? '',
  recordedAt: entry.at,
  recordedBy: entry.recordedBy,
  ofEntryId: entry.of?.id ?? null,
  requestId: entry.requestId ?? null,
  billId: entry.billId ?? null,
});

const sumOf = (sums: Sums, change: Change): Sums => ({
  charged: sums.charged + change.charged,
  waived: sums.waived + change.waived,
  received: sums.received + change.received,
});

/**
 * Appends an entry to the ledger of a locked fee, and adds what it does to the sums. The database refuses sums below
 * zero.
 *
 * @returns the id of the entry.
 * @throws AppError `stale` for the id of a request that was used for something else.
 */
export async function appendEntry(tx: Tx, fee: LockedFee, entry: NewEntry): Promise<string> {
  const change = changeBy(entry.kind, entry.amount, entry.of?.change);
  const { charged, waived, received } = sumOf(fee.sums, change);
  const inserted = await tx
    .with('inserted', (cte) =>
      cte
        .insertInto('feeEntry')
        .values(rowOf(fee, entry, change))
        .onConflict((conflict) => conflict.column('requestId').doNothing())
        .returning(['id', 'enrolmentId']),
    )
    .updateTable('fee')
    .from('inserted')
    .set({ chargedPaise: charged, waivedPaise: waived, receivedPaise: received })
    .whereRef('fee.enrolmentId', '=', 'inserted.enrolmentId')
    .returning('inserted.id')
    .executeTakeFirst();
  if (!inserted) throw usedForAnother();
  fee.sums = { charged, waived, received };
  return inserted.id;
}

/** The same for an entry of each of several locked fees, in a few statements; none of them has the id of a request. */
export async function appendEntries(
  tx: Tx,
  fees: readonly LockedFee[],
  entryOf: (fee: LockedFee) => Omit<NewEntry, 'requestId' | 'of'>,
): Promise<void> {
  for (const some of inParts(fees)) {
    const rows = some.map((fee) => {
      const entry = entryOf(fee);
      const change = changeBy(entry.kind, entry.amount);
      fee.sums = sumOf(fee.sums, change);
      return rowOf(fee, entry, change);
    });
    await tx.insertInto('feeEntry').values(rows).execute();
    await storeSums(tx, some);
  }
}

async function storeSums(tx: Tx, fees: readonly LockedFee[]): Promise<void> {
  const sums = fees.map((fee) => ({ id: fee.enrolmentId, ...fee.sums }));
  await sql`
    update fee set charged_paise = charged, waived_paise = waived, received_paise = received
    from jsonb_to_recordset(${JSON.stringify(sums)}::jsonb)
      as now(id uuid, charged bigint, waived bigint, received bigint)
    where fee.enrolment_id = now.id`.execute(tx);
}

/** The refusal of an id of a request that was used for something else. */
export const usedForAnother = () =>
  new AppError('stale', 'This was recorded already, with other values. Reload the page.');

/** What a call asks for, as far as the caller states it. */
type Repeated = {
  requestId: string;
  kind: FeeEntryKind;
  amount: number;
  of?: string;
  method?: PaymentMethod;
  reference?: string;
  reason?: string;
  on?: CalendarDate;
};

/**
 * Whether a call was carried out before, with the same values; of two at the same moment the second sees it once it has
 * locked the fee.
 *
 * @throws AppError `stale` when the id was used for something else.
 */
export async function isRepeated(
  tx: Tx,
  { enrolmentId }: LockedFee,
  { requestId, kind, amount, of, ...stated }: Repeated,
): Promise<boolean> {
  const before = await findRequested(tx, requestId);
  if (!before) return false;
  const { on = before.happenedOn, ...texts } = stated;
  const asked = { enrolmentId, kind, amountPaise: amount, ofEntryId: of ?? null, happenedOn: on, ...texts };
  if (!hasValues(before, asked)) throw usedForAnother();
  return true;
}

/** @throws AppError `invalid` for a day after today. */
export function requirePastDay(on: CalendarDate, today: CalendarDate): void {
  if (on <= today) return;
  const message = 'This day is in the future';
  throw new AppError('invalid', message, { fields: { on: message } });
}

/** @throws AppError `conflict` for more than what is left to pay. */
export function requireOpen(fee: LockedFee, amount: number): void {
  const balance = balanceOf(fee.sums);
  if (amount <= balance) return;
  const message = balance === 0 ? 'Nothing is left to pay.' : `Only ${inRupees(balance)} is left to pay.`;
  throw new AppError('conflict', message, { fields: { amount: message } });
}

/** Locks the fee of an entry, and reads the entry as it is then. */
export async function lockEntry(tx: Tx, entryId: string): Promise<{ fee: LockedFee; entry: EntryRow }> {
  const found = await findEntry(tx, entryId);
  if (!found) throw noSuchEntry();
  const fee = await lockFee(tx, found.enrolmentId);
  const entry = await findEntry(tx, entryId);
  if (!entry) throw noSuchEntry();
  return { fee, entry };
}

/** What an entry did to the sums. */
export const changeOf = (entry: EntryRow): Change => ({
  charged: entry.chargedChangePaise,
  waived: entry.waivedChangePaise,
  received: entry.receivedChangePaise,
});
