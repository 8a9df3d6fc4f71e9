import { type PackageManifest, wholePackage } from '@fairlead/contract/packages/calls';
import { type Tx, transaction } from '../../platform/db/database.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { type CreditState, creditWatch, lockCreditState, storeCredits } from '../training/index.ts';
import { charactersBeside, findPackage, findRun, listRevisions, noSuchPackage } from './queries.ts';
import { claimsTooMuch, isReportedComplete, type Reported, reportedAsWhole, reportedBy, type Values } from './rules.ts';

type Commit = { accountId: string; id: string; itemId: string; seen: number; page: string; values: Values };

/** More than SCORM lets an item store: 64,000 characters of suspend data, and some hundred interactions. */
const mostCharacters = 700_000;

/** What all items of a package may store for a learner, in characters: a script could store without end. */
const mostTogether = 5_000_000;

/**
 * Stores what an item of a package has committed, and whether the package has reported its completion by it. Of a page
 * that has not seen the last revision nothing is stored, unless it has written that itself and got no answer: it would
 * undo what another device has done. A completion still counts.
 *
 * @returns the revision that is stored now, whether it is this one, and what is read of the item.
 * @throws AppError `not-found`, `forbidden` when not approved for its course, `not-yet` while it is locked or was not
 * opened, `too-large`.
 */
export async function commitState(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { accountId, id, itemId, seen, page, values }: Commit,
) {
  const data = JSON.stringify(values);
  if (data.length > mostCharacters) throw new AppError('too-large', 'The package stores too much.');
  if (!(await findPackage(db, id))) throw noSuchPackage();
  return transaction(db, async (tx) => {
    const creditState = await lockCreditState(tx, { accountIds: [accountId], filmIds: [id] });
    const now = clock();
    const before = creditWatch({ accountId, filmId: id, watched: [], position: 0 }, creditState, { now });
    const key = { enrolmentId: before.enrolmentId, filmId: id };
    const run = await findRun(tx, key);
    if (!run) throw new AppError('not-yet', 'Please open this package again.');
    // who has completed a version that was deleted since looks at the newest one: nothing of it is stored
    if (run.isGone) return { revision: seen, isStored: true, isReported: true, isComplete: true, item: seenOnly };
    const states = await listRevisions(tx, key);
    const stored = states.find((one) => one.itemId === itemId);
    const { isBelowScore, ...reported } = reportOf(run.manifest, itemId, values);
    if (itemId === wholePackage && reported.isComplete) reported.isComplete = !(await hasClaims(tx, key, run.manifest));
    const isStored = !stored || seen >= stored.revision || stored.pageId === page;
    // such as one that was sent while the page was left, and again at the next visit: that has seen this revision
    const isSame = stored?.pageId === page && (await hasStored(tx, { ...key, itemId, data }));
    // what was complete once stays so: a learner may begin an item again
    const isComplete = reported.isComplete || stored?.isComplete === true;
    const revision = (stored?.revision ?? 0) + (isStored && !isSame ? 1 : 0);
    if (isStored) {
      if (!isSame) {
        if ((await charactersBeside(tx, key, itemId)) + data.length > mostTogether)
          throw new AppError('too-large', 'This package has stored as much for you as it may: 5 MB.');
        await storeState(tx, { ...key, itemId, revision, pageId: page, data, ...reported, isComplete }, now);
      }
      if (itemId !== wholePackage)
        await tx
          .updateTable('packageRun')
          .set({ itemId })
          .where((e) => e.and(key))
          .execute();
    } else if (isComplete && !stored?.isComplete) {
      await tx
        .updateTable('packageState')
        .set({ isComplete })
        .where((e) => e.and(key))
        .where('itemId', '=', itemId)
        .execute();
    }
    const complete = new Set(states.filter((one) => one.isComplete).map((one) => one.itemId));
    if (isComplete) complete.add(itemId);
    const isReported = isReportedComplete(run.manifest, complete);
    const after = await report(tx, { isReported, accountId, id, creditState, now });
    return { revision, isStored, ...after, item: { isComplete, isBelowScore: isBelowScore && !isComplete } };
  });
}

const seenOnly = { isComplete: true, isBelowScore: false };

function reportOf({ edition, items, order }: PackageManifest, itemId: string, values: Values): Reported {
  if (itemId === wholePackage && order !== null) return reportedAsWhole(values);
  const item = items.find((one) => one.id === itemId && one.launch !== null);
  if (!item) throw notFound('The package has no such item.');
  return reportedBy(edition, item, values);
}

/**
 * Whether an item of a package claims more than its thresholds allow. The rules of the package, which run in the
 * learner's browser, count the claim until the item ends.
 */
async function hasClaims(tx: Tx, key: Key, { edition, items }: PackageManifest): Promise<boolean> {
  const judged = new Map(
    items.flatMap((item) => (item.masteryScore !== null || item.completedByMeasure ? [[item.id, item]] : [])),
  );
  if (judged.size === 0) return false;
  const states = await tx
    .selectFrom('packageState')
    .select(['itemId', 'data'])
    .where((e) => e.and(key))
    .where('itemId', 'in', [...judged.keys()])
    .execute();
  return states.some(({ itemId, data }) => {
    const item = judged.get(itemId);
    return item !== undefined && claimsTooMuch(edition, item, JSON.parse(data) as Values);
  });
}

type Key = { enrolmentId: string; filmId: string };

/** Whether an item has stored exactly this. */
const hasStored = async (tx: Tx, { data, ...of }: Key & { itemId: string; data: string }) =>
  (await tx
    .selectFrom('packageState')
    .select('revision')
    .where((e) => e.and(of))
    .where('data', '=', data)
    .executeTakeFirst()) !== undefined;

type NewState = Key &
  Omit<Reported, 'isBelowScore'> & { itemId: string; revision: number; pageId: string; data: string };

const storeState = (tx: Tx, state: NewState, now: Date) =>
  tx
    .insertInto('packageState')
    .values({ ...state, updatedAt: now })
    .onConflict((conflict) =>
      conflict.columns(['enrolmentId', 'filmId', 'itemId']).doUpdateSet((e) => ({
        revision: e.ref('excluded.revision'),
        pageId: e.ref('excluded.pageId'),
        data: e.ref('excluded.data'),
        status: e.ref('excluded.status'),
        score: e.ref('excluded.score'),
        isComplete: e.ref('excluded.isComplete'),
        updatedAt: e.ref('excluded.updatedAt'),
      })),
    )
    .execute();

type Report = { isReported: boolean; accountId: string; id: string; creditState: CreditState; now: Date };

/**
 * Notes that the package has reported its completion, which may complete it, if the minimum time was spent already.
 * Where it was reported before, the minimum time may have become shorter meanwhile.
 */
async function report(tx: Tx, { isReported, accountId, id, creditState, now }: Report) {
  const watch = { accountId, filmId: id, watched: [], position: 0 };
  const all = creditState.opened.get(accountId) ?? [];
  const { enrolmentId } = creditWatch(watch, creditState, { now });
  const isOwn = (one: Key) => one.filmId === id && one.enrolmentId === enrolmentId;
  const own = all.find(isOwn);
  const isFirst = isReported && own?.reportedAt === null;
  if (isFirst)
    await tx
      .updateTable('watching')
      .set({ reportedAt: now })
      .where((e) => e.and({ enrolmentId, filmId: id }))
      .execute();
  const reportedAt = isFirst ? now : (own?.reportedAt ?? null);
  const opened = new Map(creditState.opened).set(
    accountId,
    all.map((one) => (isOwn(one) ? { ...one, reportedAt } : one)),
  );
  const credited = creditWatch(watch, { ...creditState, opened }, { now });
  if (credited.completedAt && !own?.completedAt) await storeCredits(tx, [credited], now);
  return { isReported: reportedAt !== null, isComplete: credited.completedAt !== null };
}
