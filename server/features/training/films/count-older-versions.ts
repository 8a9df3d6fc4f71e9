import type { Tx } from '../../../platform/db/database.ts';
import type { CreditState } from '../watching/credit-watching.ts';

/** A film that is complete because its older version was watched whole. */
type Counted = { enrolmentId: string; filmId: string; from: string; highestSpeed: number };

/**
 * Completes the films of a learner whose older version they have watched whole and aboard, where the course counts it
 * and it is not shorter. Seconds do not pass from one film to the other: they do not show the same.
 *
 * @param aboard the films of which the learner was credited with what a device has recorded without a link.
 * @returns the creditState after it, and the films that it has completed.
 */
export function countOlderVersions(
  creditState: CreditState,
  accountId: string,
  { aboard, now }: { aboard: ReadonlySet<string>; now: Date },
): { creditState: CreditState; counted: Counted[] } {
  const mine = creditState.opened.get(accountId) ?? [];
  const counted = (creditState.olderVersions ?? []).flatMap((older): Counted[] => {
    const enrolment = creditState.enrolments.find(
      (one) => one.accountId === accountId && one.courseId === older.courseId && one.status === 'approved',
    );
    const find = (filmId: string) => mine.find((one) => one.enrolmentId === enrolment?.id && one.filmId === filmId);
    const [watched, newer] = [find(older.id), find(older.now)];
    if (older.counts !== 'counts' || !aboard.has(older.id)) return [];
    if (!enrolment || !watched?.completedAt || newer?.completedAt) return [];
    const { highestSpeed } = watched;
    return [{ enrolmentId: enrolment.id, filmId: older.now, from: older.id, highestSpeed }];
  });
  if (counted.length === 0) return { creditState, counted };
  const after = new Map(mine.map((one) => [`${one.enrolmentId} ${one.filmId}`, one]));
  for (const { from: _, ...one } of counted) {
    const key = `${one.enrolmentId} ${one.filmId}`;
    const fresh = {
      ...one,
      accountId,
      openedAt: now,
      watchedSeconds: 0,
      intervals: [],
      stretches: [],
      reportedAt: null,
    };
    after.set(key, { ...(after.get(key) ?? fresh), completedAt: now });
  }
  return {
    creditState: { ...creditState, opened: new Map(creditState.opened).set(accountId, [...after.values()]) },
    counted,
  };
}

/** Stores the films that older versions have completed. */
export async function storeCounted(tx: Tx, counted: readonly Counted[], now: Date): Promise<void> {
  if (counted.length === 0) return;
  await tx
    .insertInto('watching')
    .values(
      counted.map(({ from, ...one }) => ({
        ...one,
        countedFrom: from,
        openedAt: now,
        updatedAt: now,
        completedAt: now,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['enrolmentId', 'filmId']).doUpdateSet((e) => ({
        countedFrom: e.ref('excluded.countedFrom'),
        // something of it may have been credited in the same transaction, which has stored it as complete
        completedAt: e.fn.coalesce('watching.completedAt', 'excluded.completedAt'),
        updatedAt: e.ref('excluded.updatedAt'),
      })),
    )
    .execute();
}
