import type { CalendarDate } from '../../platform/calendar.ts';
import { among } from '../../platform/db/among.ts';
import type { Queryable, Tx } from '../../platform/db/database.ts';

/** What staff entered of a seafarer who has no profile yet; null for what they did not know. */
export type Particulars = {
  birthDate: CalendarDate | null;
  passportNumber: string | null;
  passportExpiresOn: CalendarDate | null;
  cdcNumber: string | null;
  cdcExpiresOn: CalendarDate | null;
  gradeNumber: string | null;
  indosNumber: string | null;
};

const columns = [
  'birthDate',
  'passportNumber',
  'passportExpiresOn',
  'cdcNumber',
  'cdcExpiresOn',
  'gradeNumber',
  'indosNumber',
] as const satisfies (keyof Particulars)[];

/** Whether there is anything in it. */
export const hasAny = (particulars: Particulars): boolean => columns.some((column) => particulars[column] !== null);

/** The particulars of a record that has more. */
export const particularsIn = (record: Particulars): Particulars =>
  Object.fromEntries(columns.map((column) => [column, record[column]])) as Particulars;

type Entering = { enteredBy: string; enteredAt: Date };

/**
 * Stores what staff entered of seafarers, from which their profile forms start. Who has a profile keeps it, and what
 * was entered before is kept too.
 */
export async function enterParticulars(
  tx: Tx,
  people: readonly (Particulars & { accountId: string })[],
  entering: Entering,
): Promise<void> {
  const ids = people.map(({ accountId }) => accountId);
  const profiles = await tx.selectFrom('seafarerProfile').select('accountId').where(among('accountId', ids)).execute();
  const haveProfile = new Set(profiles.map(({ accountId }) => accountId));
  const without = people.filter(({ accountId }) => !haveProfile.has(accountId));
  if (without.length === 0) return;
  const values = without.map((one) => ({ accountId: one.accountId, ...particularsIn(one), ...entering }));
  await tx
    .insertInto('enteredParticulars')
    .values(values)
    .onConflict((conflict) => conflict.column('accountId').doNothing())
    .execute();
}

/** What staff entered of a seafarer; undefined when they entered nothing, or there is a profile since. */
export const findParticulars = (db: Queryable, accountId: string) =>
  db.selectFrom('enteredParticulars').select(columns).where('accountId', '=', accountId).executeTakeFirst();

/** Deletes what was entered: the seafarers have profiles of their own now. */
export async function forgetParticulars(tx: Tx, accountIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('enteredParticulars').where(among('accountId', accountIds)).execute();
}

const sources = ['seafarerProfile', 'enteredParticulars'] as const;

/** The numbers that the profile of each of these people states, or what staff entered where there is none. */
export async function listNumbersOf(db: Queryable, accountIds: readonly string[]) {
  const found = [];
  for (const source of sources) {
    const rows = await db
      .selectFrom(source)
      .select(['accountId', 'passportNumber', 'indosNumber'])
      .where(among('accountId', accountIds))
      .execute();
    found.push(...rows.map((row) => ({ ...row, isEntered: source === 'enteredParticulars' })));
  }
  return found;
}

/** The people who have one of these passport or INDoS numbers, with the name on the account. */
export async function listOwnersOfNumbers(
  db: Queryable,
  field: 'passportNumber' | 'indosNumber',
  numbers: readonly string[],
) {
  if (numbers.length === 0) return [];
  const found = [];
  for (const source of sources) {
    const rows = await db
      .selectFrom(source)
      .innerJoin('account', 'account.id', `${source}.accountId`)
      .select([`${source}.${field} as number`, 'account.id as accountId', 'account.firstName', 'account.lastName'])
      .where(`${source}.${field}`, 'in', numbers)
      .execute();
    found.push(...rows);
  }
  return found;
}
