import { LRUCache } from 'lru-cache';
import type { Actor } from '../../../platform/http/access.ts';
import type { Platform } from '../../../platform/platform.ts';
import { findInScope } from '../../courses/index.ts';
import { findApprovedEnrolment } from '../../enrolments/index.ts';
import type { ContentHolder } from './content-links.ts';

/** An account that can log in, with its permissions; undefined for any other. */
export type FindHolder = (accountId: string) => Promise<Pick<Actor, 'accountId' | 'may'> | undefined>;

/** The file of a version of a package. */
export type ContentFile = { filename: string };

/** For how long an answer is kept, in milliseconds; a film's link is checked as often (decision 22). */
const keptFor = 60_000;

/**
 * Returns a function that says whether the holder of a link may read a package now, and gives its file. Learners need
 * their enrolment approved; staff, the permission to see trainings, and the course in their scope.
 */
export function rightsToPlay({ db }: Pick<Platform, 'db'>, findHolder: FindHolder) {
  const known = new LRUCache<string, { file: ContentFile | undefined }>({ max: 2000, ttl: keptFor });

  async function find({ accountId, enrolmentId, versionId }: ContentHolder): Promise<ContentFile | undefined> {
    const holder = await findHolder(accountId);
    if (!holder) return undefined;
    const version = await db
      .selectFrom('packageVersion')
      .innerJoin('film', 'film.id', 'packageVersion.filmId')
      .innerJoin('trainingSet', 'trainingSet.id', 'film.setId')
      .innerJoin('storedFile', 'storedFile.id', 'packageVersion.fileId')
      .select(['trainingSet.courseId', 'storedFile.filename'])
      .where('packageVersion.id', '=', versionId)
      .where('film.removedAt', 'is', null)
      .where('storedFile.deletedAt', 'is', null)
      .executeTakeFirst();
    if (!version) return undefined;
    const { courseId, ...file } = version;
    if (enrolmentId === undefined) {
      const mayLook = holder.may('training:read') && (await findInScope(db, holder, courseId)) !== undefined;
      return mayLook ? file : undefined;
    }
    return (await findApprovedEnrolment(db, accountId, courseId))?.id === enrolmentId ? file : undefined;
  }

  return async (token: string, holder: ContentHolder): Promise<ContentFile | undefined> => {
    const before = known.get(token);
    if (before) return before.file;
    const file = await find(holder);
    known.set(token, { file });
    return file;
  };
}
