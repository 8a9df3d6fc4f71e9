import { mostAnswering, type PackageManifest } from '@fairlead/contract/packages';
import { sql } from 'kysely';
import { notFound } from '../../errors.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { type Answer, answersIn, type Values } from './rules.ts';

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

/** The number and the size of the files of a version. */
export const findSizes = (db: Queryable, versionId: string) =>
  db
    .selectFrom('packageVersion')
    .innerJoin('storedFile', 'storedFile.id', 'packageVersion.fileId')
    .select(['storedFile.sizeBytes as bytes'])
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

/** A learner's work in a package, with the manifest of the version that they have begun; undefined before that. */
export async function findRun(db: Queryable, { enrolmentId, filmId }: Key) {
  const run = await db
    .selectFrom('packageRun')
    .innerJoin('packageVersion', 'packageVersion.id', 'packageRun.versionId')
    .select(['packageRun.versionId', 'packageRun.itemId', 'packageVersion.manifest'])
    .where('packageRun.enrolmentId', '=', enrolmentId)
    .where('packageRun.filmId', '=', filmId)
    .executeTakeFirst();
  return run && { ...run, manifest: manifestIn(run.manifest) };
}

/** What the items of a package have stored for a learner. */
export async function listStates(db: Queryable, { enrolmentId, filmId }: Key) {
  const rows = await db
    .selectFrom('packageState')
    .select(['itemId', 'revision', 'pageId', 'data', 'status', 'score', 'isComplete'])
    .where('enrolmentId', '=', enrolmentId)
    .where('filmId', '=', filmId)
    .execute();
  return rows.map(({ data, ...row }) => ({ ...row, values: JSON.parse(data) as Values }));
}

/** Rows that are read at once: each may have some hundred kilobytes. */
const atOnce = 50;

/**
 * The answers that a package has reported of its newest learners, by item. They are read in parts, so that what the
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
  const byItem = new Map<string, Answer[][]>();
  for (let at = 0; at < runs.length; at += atOnce) {
    const ids = runs.slice(at, at + atOnce).map(({ enrolmentId }) => enrolmentId);
    const rows = await db
      .selectFrom('packageState')
      .select(['itemId', 'data'])
      .where('filmId', '=', filmId)
      .where('enrolmentId', 'in', ids)
      .where('data', 'like', '%cmi.interactions.%')
      .execute();
    for (const { itemId, data } of rows)
      byItem.set(itemId, [...(byItem.get(itemId) ?? []), answersIn(JSON.parse(data) as Values)]);
  }
  return { learners: runs.length, byItem };
}
