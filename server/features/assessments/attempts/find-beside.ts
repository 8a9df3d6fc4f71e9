import type { Queryable } from '../../../platform/db/database.ts';
import type { Beside } from '../wire.ts';
import { listRegrades } from './queries.ts';
import { findWeakTopics } from './weak-topics.ts';

/** What a learner is told beside the result of a submitted attempt. */
export async function findBeside(db: Queryable, attempt: { id: string; passed: boolean | null }): Promise<Beside> {
  return { regrades: await listRegrades(db, attempt.id), weakTopics: await findWeakTopics(db, attempt) };
}
