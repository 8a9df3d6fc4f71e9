import { appendAudit } from '../../../platform/audit/append.ts';
import { type Tx, transaction } from '../../../platform/db/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { noSuchTest } from '../queries.ts';

type Publication = { assessmentId: string; isPublished: boolean; actorId: string; ip: string };

/**
 * Publishes an assessment, which unpublishes the course's other one, or unpublishes it. Idempotent. Open attempts keep
 * the version that they were opened with.
 *
 * @throws AppError `not-found`.
 */
export async function publishAssessment({ db }: Pick<Platform, 'db'>, publication: Publication): Promise<void> {
  const { assessmentId, isPublished, actorId, ip } = publication;
  await transaction(db, async (tx) => {
    const mine = (await lockTestsOfCourse(tx, assessmentId)).find(({ id }) => id === assessmentId);
    if (!mine) throw noSuchTest();
    if (mine.isPublished === isPublished) return;
    if (isPublished) await unpublishOthers(tx, mine);
    await tx.updateTable('assessment').set({ isPublished }).where('id', '=', assessmentId).execute();
    const action = isPublished ? 'assessment.publish' : 'assessment.unpublish';
    await appendAudit(tx, { actorId, action, subject: { kind: 'assessment', id: assessmentId }, ip });
  });
}

/**
 * Locks all assessments of the course, so that of two published concurrently the second sees the first and replaces it.
 */
const lockTestsOfCourse = (tx: Tx, assessmentId: string) =>
  tx
    .selectFrom('assessment')
    .select(['id', 'courseId', 'isPublished'])
    .where('courseId', 'in', (one) =>
      one.selectFrom('assessment as same').select('same.courseId').where('same.id', '=', assessmentId),
    )
    .orderBy('id')
    .forUpdate()
    .execute();

const unpublishOthers = (tx: Tx, { id, courseId }: { id: string; courseId: string }) =>
  tx
    .updateTable('assessment')
    .set({ isPublished: false })
    .where('courseId', '=', courseId)
    .where('id', '!=', id)
    .where('isPublished', '=', true)
    .execute();
