import type { Queryable } from '../../../platform/db/database.ts';
import { findPublished, listForPractice } from '../queries.ts';

/**
 * The questions with which the learner of an enrolment practises: those for practice of the course's published
 * assessment, without those on the learner's open test paper. Without an enrolment, all of them.
 */
export async function listPractice(db: Queryable, { courseId, id }: { courseId: string; id?: string }) {
  const published = await findPublished(db, courseId);
  return published ? listForPractice(db, published.versionId, id) : [];
}
