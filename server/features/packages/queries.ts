import { mostAnswering, type PackageManifest } from '@fairlead/contract/packages/calls';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/db/database.ts';
import { notFound } from '../../platform/errors.ts';
import { answerCounter, answersIn, type Values } from './rules.ts';

export const noSuchPackage = () => notFound('There is no such package.');

const manifestIn = (stored: unknown) => stored as PackageManifest;

/** A package that was not removed, with its training and course; undefined for a film. */
export const findPackage = (db: Queryable, id: string) =>
  db
    .selectFrom('film')
    .innerJoin('trainingSet', 'trainingSet.id', 'film.setId')
    .select(['film.id', 'film.setId', 'film.title', 'film.durationSeconds', 'trainingSet.courseId'])
    .where('film.id', '=', id)
    .where('film.kind', '=', 'package')
    .where('film.removedAt', 'is', null)
    .executeTakeFirst();

/** The newest version of a package. */
export async function findNewestVersion(db: Queryable, filmId: string) {
  const { manifest, ...version } = await db
    .selectFrom('packageVersion')
    .select(['id', 'number', 'manifest'])
    .where('filmId', '=', filmId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return { ...version, manifest: manifestIn(manifest) };
}

/** The number and the size of the files of a version, and whether a virus scanner found nothing in them. */
export const findSizes = (db: Queryable, versionId: string) =>
  db
    .selectFrom('packageVersion')
    .innerJoin('storedFile', 'storedFile.id', 'packageVersion.fileId')
    .select(['storedFile.sizeBytes as bytes'])
    .select(sql<boolean>`stored_file.scanned_at is not null`.as('isScanned'))
    .select(sql<number>`(select count(*)::int from package_entry where version_id = package_version.id)`.as('files'))
    .where('packageVersion.id', '=', versionId)
    .executeTakeFirstOrThrow();

/** How many learners have begun an older version, and have not completed it. */
export async function countInOlderVersions(db: Queryable, filmId: string, newest: string): Promise<number> {
  const { count } = await db
    .selectFrom('packageRun')
    .innerJoin('watching', (join) =>
      join
        .onRef('watching.enrolmentId', '=', 'packageRun.enrolmentId')
        .onRef('watching.filmId', '=', 'packageRun.filmId'),
    )
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('packageRun.filmId', '=', filmId)
    .where('packageRun.versionId', '!=', newest)
    .where('watching.completedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

type Key = { enrolmentId: string; filmId: string };

/**
 * A learner's work in a package, with the manifest of the version that they have begun; undefined before that.
 * `isGone`: the files of this version were deleted, after everybody had completed it.
 */
export async function findRun(db: Queryable, { enrolmentId, filmId }: Key) {
  const run = await db
    .selectFrom('packageRun')
    .innerJoin('packageVersion', 'packageVersion.id', 'packageRun.versionId')
    .innerJoin('storedFile', 'storedFile.id', 'packageVersion.fileId')
    .select(['packageRun.versionId', 'packageRun.itemId', 'packageVersion.manifest', 'storedFile.deletedAt'])
    .where('packageRun.enrolmentId', '=', enrolmentId)
    .where('packageRun.filmId', '=', filmId)
    .executeTakeFirst();
  return run && { ...run, isGone: run.deletedAt !== null, manifest: manifestIn(run.manifest) };
}

/** How far the items of a package are for a learner, without what they have stored. */
export const listRevisions = (db: Queryable, { enrolmentId, filmId }: Key) =>
  db
    .selectFrom('packageState')
    .select(['itemId', 'revision', 'pageId', 'isComplete'])
    .where('enrolmentId', '=', enrolmentId)
    .where('filmId', '=', filmId)
    .execute();

/** The characters that all items of a package but one have stored for a learner. */
export async function charactersBeside(db: Queryable, { enrolmentId, filmId }: Key, itemId: string): Promise<number> {
  const { stored } = await db
    .selectFrom('packageState')
    .select(sql<number>`coalesce(sum(length(data)), 0)::int`.as('stored'))
    .where('enrolmentId', '=', enrolmentId)
    .where('filmId', '=', filmId)
    .where('itemId', '!=', itemId)
    .executeTakeFirstOrThrow();
  return stored;
}

/** How far the items of a package are for a learner, with what those of `read` have stored. */
export async function listStates(db: Queryable, { enrolmentId, filmId }: Key, read: readonly string[]) {
  const rows = await db
    .selectFrom('packageState')
    .select(['itemId', 'revision', 'status', 'isComplete'])
    .select((e) => e.case().when('itemId', 'in', read).then(e.ref('data')).end().as('data'))
    .where('enrolmentId', '=', enrolmentId)
    .where('filmId', '=', filmId)
    .execute();
  return rows.map(({ data, ...row }) => ({ ...row, values: data === null ? undefined : valuesIn(data) }));
}

/** What an item of a package has stored for a learner; undefined for nothing. */
export async function findState(db: Queryable, { enrolmentId, filmId }: Key, itemId: string) {
  const row = await db
    .selectFrom('packageState')
    .select(['revision', 'data'])
    .where('enrolmentId', '=', enrolmentId)
    .where('filmId', '=', filmId)
    .where('itemId', '=', itemId)
    .executeTakeFirst();
  return row && { revision: row.revision, values: valuesIn(row.data) };
}

const valuesIn = (data: string) => JSON.parse(data) as Values;

/** Rows that are read at once: each may have some hundred kilobytes. */
const atOnce = 20;

/**
 * The answers that a package has reported of its newest learners, by question. They are read in parts, so that what the
 * items have stored is not in memory at once.
 */
export async function listAnswers(db: Queryable, filmId: string) {
  const runs = await db
    .selectFrom('packageRun')
    .select('enrolmentId')
    .where('filmId', '=', filmId)
    .orderBy('enrolmentId', 'desc')
    .limit(mostAnswering)
    .execute();
  const oldest = runs.at(-1)?.enrolmentId;
  const counter = answerCounter();
  let after: { enrolmentId: string; itemId: string } | undefined;
  while (oldest) {
    let query = db
      .selectFrom('packageState')
      .select(['enrolmentId', 'itemId', 'data'])
      .where('filmId', '=', filmId)
      .where('enrolmentId', '>=', oldest)
      .where('data', 'like', '%cmi.interactions.%');
    if (after)
      query = query.where((e) =>
        e(e.refTuple('enrolmentId', 'itemId'), '>', e.tuple(after?.enrolmentId ?? '', after?.itemId ?? '')),
      );
    const rows = await query.orderBy('enrolmentId').orderBy('itemId').limit(atOnce).execute();
    for (const { itemId, data } of rows) counter.add(itemId, answersIn(valuesIn(data)));
    if (rows.length < atOnce) break;
    after = rows.at(-1);
  }
  return { learners: runs.length, questions: counter.questions() };
}
