import type { PackageManifest } from '@fairlead/contract/packages/calls';
import type { WatchRecord } from '@fairlead/contract/training/watch-record';
import type { Queryable } from '../../platform/db/database.ts';
import { notFound } from '../../platform/errors.ts';
import { fullName } from '../accounts/index.ts';
import { selectLearners } from '../courses/index.ts';
import { listAsked } from './presence-queries.ts';
import { isLate } from './presence-rules.ts';
import type { Stretch } from './stretches.ts';

/**
 * The watch record of an enrolment: for each film, the credited intervals and when they were credited, including films
 * that have since been removed from the training.
 *
 * @throws AppError `not-found`.
 */
export async function getWatchRecord(db: Queryable, enrolmentId: string): Promise<WatchRecord> {
  const enrolment = await selectLearners(db)
    .leftJoin('trainingCompletion as completion', 'completion.enrolmentId', 'enrolment.id')
    .select(['enrolment.decidedAt', 'completion.kind', 'completion.completedAt'])
    .where('enrolment.id', '=', enrolmentId)
    .executeTakeFirst();
  if (!enrolment) throw noSuchEnrolment();
  const films = await listWatched(db, enrolmentId, enrolment.courseId);
  const sittings = Map.groupBy(await listSittings(db, enrolmentId), ({ filmId }) => filmId);
  const offline = Map.groupBy(await listOffline(db, enrolmentId), ({ filmId }) => filmId);
  const packages = Map.groupBy(await listReported(db, enrolmentId), ({ filmId }) => filmId);
  const checks = Map.groupBy(await listAsked(db, enrolmentId), ({ filmId }) => filmId);
  return {
    userId: enrolment.accountId,
    userName: fullName(enrolment),
    courseId: enrolment.courseId,
    courseTitle: enrolment.courseTitle,
    approvedAt: instant(enrolment.decidedAt),
    completion: enrolment.kind &&
      enrolment.completedAt && { kind: enrolment.kind, completedAt: enrolment.completedAt.toISOString() },
    films: films.map(({ removedAt, ...film }) => ({
      serial: film.serial,
      title: film.title,
      duration: film.durationSeconds,
      removed: removedAt !== null,
      replaced: film.successorId !== null,
      byOlderVersion: film.countedFrom !== null,
      watchedSeconds: film.watchedSeconds ?? 0,
      intervals: ((film.intervals ?? []) as unknown as Stretch[]).map(([from, to]) => [from, to]),
      openedAt: instant(film.openedAt),
      completedAt: instant(film.completedAt),
      highestSpeed: film.highestSpeed,
      checks: (checks.get(film.id) ?? []).map(({ atSeconds, question, askedAt, answeredAt, wrongAnswers }) => ({
        at: atSeconds,
        question,
        wrongAnswers,
        late: isLate(askedAt, answeredAt),
        askedAt: instant(askedAt),
        answeredAt: instant(answeredAt),
      })),
      package: film.kind === 'package' ? reportOf(film.reportedAt, packages.get(film.id) ?? []) : null,
      sittings: (sittings.get(film.id) ?? []).map(({ beganAt, lastAt, creditedSeconds }) => ({
        beganAt: beganAt.toISOString(),
        lastAt: lastAt.toISOString(),
        seconds: creditedSeconds,
      })),
      offline: (offline.get(film.id) ?? []).map(({ playedFrom, playedTo, creditedAt, creditedSeconds, intervals }) => ({
        watchedFrom: instant(playedFrom),
        watchedTo: instant(playedTo),
        creditedAt: creditedAt.toISOString(),
        seconds: creditedSeconds,
        intervals: (intervals as unknown as Stretch[]).map(([from, to]) => [from, to]),
      })),
    })),
  };
}

export const noSuchEnrolment = () => notFound('There is no such enrollment.');

const instant = (at: Date | null) => at?.toISOString() ?? null;

const listWatched = (db: Queryable, enrolmentId: string, courseId: string) =>
  db
    .selectFrom('film')
    .innerJoin('trainingSet', 'trainingSet.id', 'film.setId')
    .innerJoin('course', 'course.id', 'trainingSet.courseId')
    .leftJoin('watching', (join) =>
      join.onRef('watching.filmId', '=', 'film.id').on('watching.enrolmentId', '=', enrolmentId),
    )
    .select(['film.id', 'film.serial', 'film.title', 'film.durationSeconds', 'film.removedAt', 'film.successorId'])
    .select(['film.kind', 'watching.countedFrom', 'watching.reportedAt'])
    .select(['watching.watchedSeconds', 'watching.intervals', 'watching.openedAt', 'watching.completedAt'])
    .select((e) => e.fn.coalesce('watching.highestSpeed', 'course.highestSpeed').as('highestSpeed'))
    .where('trainingSet.courseId', '=', courseId)
    .where((e) => e.or([e('film.removedAt', 'is', null), e('watching.openedAt', 'is not', null)]))
    .orderBy('film.removedAt', (order) => order.desc().nullsFirst())
    .orderBy('film.serial')
    .execute();

type Reported = Awaited<ReturnType<typeof listReported>>[number];

/** What a package has reported, item by item, in the order of the version that the learner has begun. */
const reportOf = (reportedAt: Date | null, reported: readonly Reported[]) => ({
  version: reported[0]?.version ?? '',
  reportedAt: instant(reportedAt),
  items: reported.map(({ title, status, score, updatedAt }) => ({
    title,
    score,
    status: status ?? 'not opened',
    updatedAt: instant(updatedAt),
  })),
});

/** The items of the packages that an enrolment has begun, with what each has reported (features/packages). */
async function listReported(db: Queryable, enrolmentId: string) {
  const runs = await db
    .selectFrom('packageRun')
    .innerJoin('packageVersion', 'packageVersion.id', 'packageRun.versionId')
    .select(['packageRun.filmId', 'packageVersion.manifest'])
    .where('packageRun.enrolmentId', '=', enrolmentId)
    .execute();
  if (runs.length === 0) return [];
  const states = await db
    .selectFrom('packageState')
    .select(['filmId', 'itemId', 'status', 'score', 'updatedAt'])
    .where('enrolmentId', '=', enrolmentId)
    .execute();
  return runs.flatMap(({ filmId, manifest }) => {
    const { version, items } = manifest as unknown as PackageManifest;
    return items
      .filter(({ launch }) => launch !== null)
      .map(({ id, title }) => {
        const state = states.find((one) => one.filmId === filmId && one.itemId === id);
        return {
          filmId,
          version,
          title,
          status: state?.status,
          score: state?.score ?? null,
          updatedAt: state?.updatedAt ?? null,
        };
      });
  });
}

const listSittings = (db: Queryable, enrolmentId: string) =>
  db
    .selectFrom('watchSitting')
    .select(['filmId', 'beganAt', 'lastAt', 'creditedSeconds'])
    .where('enrolmentId', '=', enrolmentId)
    .orderBy('beganAt')
    .orderBy('id')
    .execute();

/** What was credited by records of devices that had no link (features/offline-records). */
const listOffline = (db: Queryable, enrolmentId: string) =>
  db
    .selectFrom('offlineStretch')
    .innerJoin('offlinePass', 'offlinePass.id', 'offlineStretch.passId')
    .select(['offlineStretch.filmId', 'offlineStretch.intervals', 'offlineStretch.creditedSeconds'])
    .select(['offlineStretch.playedFrom', 'offlineStretch.playedTo', 'offlineStretch.creditedAt'])
    .where('offlinePass.enrolmentId', '=', enrolmentId)
    .orderBy('offlineStretch.id')
    .execute();
