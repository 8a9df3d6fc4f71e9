import type { FeeEntryKind, PaymentMethod } from '@fairlead/contract/fee-state';
import { AppError } from '../../errors.ts';
import type { CalendarDate } from '../../platform/calendar.ts';
import type { Tx } from '../../platform/db/database.ts';
import { type EntryRow, findEntry, findRequested } from './ledger-queries.ts';
import { noSuchEntry, noSuchFee } from './queries.ts';
import { balanceOf, type Change, changeBy, type Sums } from './rules.ts';

/** A fee whose row is locked: its sums as of now. */
export type LockedFee = { enrolmentId: string; sums: Sums };

/**
 * Locks the fee of an enrolment until the transaction ends, and reads its sums. All that writes an entry locks it first,
 * so that two never pay the same rest. The order of locks: batches, enrolment, fee, series of documents.
 */
export async function findLockedFee(tx: Tx, enrolmentId: string): Promise<LockedFee | undefined> {
  const row = await tx
    .selectFrom('fee')
    .select(['chargedPaise', 'waivedPaise', 'receivedPaise'])
    .where('enrolmentId', '=', enrolmentId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) return undefined;
  const { chargedPaise: charged, waivedPaise: waived, receivedPaise: received } = row;
  return { enrolmentId, sums: { charged, waived, received } };
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
};

/**
 * Appends an entry to the ledger of a locked fee, and adds what it does to the sums. The database refuses sums below
 * zero.
 *
 * @returns the id of the entry.
 * @throws AppError `conflict` for the id of a request that was used for something else.
 */
export async function appendEntry(tx: Tx, fee: LockedFee, entry: NewEntry): Promise<string> {
  const { kind, amount, of } = entry;
  const change = changeBy(kind, amount, of?.change);
  const inserted = await tx
    .insertInto('feeEntry')
    .values({
      enrolmentId: fee.enrolmentId,
      kind,
      amountPaise: amount,
      chargedChangePaise: change.charged,
      waivedChangePaise: change.waived,
      receivedChangePaise: change.received,
      method: entry.method ?? null,
      reference: entry.reference ?? '',
      happenedOn: entry.on,
      reason: entry.reason ?? '',
      recordedAt: entry.at,
      recordedBy: entry.recordedBy,
      ofEntryId: of?.id ?? null,
      requestId: entry.requestId ?? null,
    })
    .onConflict((conflict) => conflict.column('requestId').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!inserted) throw usedForAnother();
  fee.sums = {
    charged: fee.sums.charged + change.charged,
    waived: fee.sums.waived + change.waived,
    received: fee.sums.received + change.received,
  };
  await tx
    .updateTable('fee')
    .set({
      chargedPaise: fee.sums.charged,
      waivedPaise: fee.sums.waived,
      receivedPaise: fee.sums.received,
    })
    .where('enrolmentId', '=', fee.enrolmentId)
    .execute();
  return inserted.id;
}

const usedForAnother = () => new AppError('conflict', 'This was recorded already, with other values. Reload the page.');

type Repeated = { requestId: string; kind: FeeEntryKind; amount: number; of?: string };

/**
 * Whether a call was carried out before, with the same values; of two at the same moment the second sees it once it has
 * locked the fee.
 *
 * @throws AppError `conflict` when the id was used for something else.
 */
export async function isRepeated(
  tx: Tx,
  { enrolmentId }: LockedFee,
  { requestId, kind, amount, of }: Repeated,
): Promise<boolean> {
  const before = await findRequested(tx, requestId);
  if (!before) return false;
  const isSame =
    before.enrolmentId === enrolmentId &&
    before.kind === kind &&
    before.amountPaise === amount &&
    before.ofEntryId === (of ?? null);
  if (!isSame) throw usedForAnother();
  return true;
}

/** @throws AppError `invalid` for a day after today. */
export function demandPastDay(on: CalendarDate, today: CalendarDate): void {
  if (on <= today) return;
  const message = 'This day is in the future';
  throw new AppError('invalid', message, { fields: { on: message } });
}

/** @throws AppError `conflict` for more than what is left to pay. */
export function demandOpen(fee: LockedFee, amount: number): void {
  const balance = balanceOf(fee.sums);
  if (amount <= balance) return;
  const message = balance === 0 ? 'Nothing is left to pay.' : `Only ${inRupees(balance)} is left to pay.`;
  throw new AppError('conflict', message, { fields: { amount: message } });
}

const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });
/** An amount in paise as people read it: ₹4,500.00. */
export const inRupees = (paise: number): string => rupees.format(paise / 100);

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
