import type { Queryable } from '../../../platform/db/database.ts';
import type { Drawn } from '../attempts/draw-paper.ts';
import { listPaper } from '../attempts/queries.ts';
import { findPublished, listForPractice } from '../queries.ts';

async function listOpenPaper(db: Queryable, enrolmentId: string) {
  const open = await db
    .selectFrom('attempt')
    .select(['versionId', 'paper'])
    .where('enrolmentId', '=', enrolmentId)
    .where('submittedAt', 'is', null)
    .executeTakeFirst();
  return open ? listPaper(db, { versionId: open.versionId, paper: open.paper as Drawn[] | null }) : [];
}

/**
 * The questions with which the learner of an enrolment practises: those for practice of the course's published
 * assessment, without those on the learner's open test paper, which may have begun before they were for practice. The
 * edit that marked one may have changed its options or picture as well, so that its text alone tells it.
 */
export async function listPractice(db: Queryable, enrolment: { id: string; courseId: string }) {
  const published = await findPublished(db, enrolment.courseId);
  if (!published) return [];
  const onPaper = new Set((await listOpenPaper(db, enrolment.id)).map(({ text }) => text));
  return (await listForPractice(db, published.versionId)).filter(({ text }) => !onPaper.has(text));
}
