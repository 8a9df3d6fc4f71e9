import type { Queryable } from '../../../platform/db/database.ts';
import { findPublished, listForPractice } from '../queries.ts';

/**
 * The questions with which the learner of an enrolment practises: those for practice of the course's published
 * assessment, without those on the learner's open test paper.
 */
export async function listPractice(db: Queryable, enrolment: { id: string; courseId: string }) {
  const published = await findPublished(db, enrolment.courseId);
  return published ? listForPractice(db, published.versionId, enrolment.id) : [];
}
