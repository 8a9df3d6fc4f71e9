import type { Queryable } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/access.ts';
import { requireInCourseScope } from '../courses/index.ts';
import { noSuchBatch } from './queries.ts';

/** Refuses a batch of a course outside the actor's course scope as if it did not exist. */
export async function requireBatch(db: Queryable, actor: Actor, id: string): Promise<void> {
  const batch = await db.selectFrom('batch').select('courseId').where('id', '=', id).executeTakeFirst();
  await requireInCourseScope(db, actor, batch?.courseId, noSuchBatch);
}
