import { mostPackPeople } from '@fairlead/contract/inspection-packs/calls';
import { appendAudit } from '../../platform/audit/append.ts';
import { transaction } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import type { Platform } from '../../platform/platform.ts';
import { getBatch } from '../batches/index.ts';
import { getCourse } from '../courses/index.ts';
import { isGivenUp, jobKeyOf, listPeople, makePackJob, type Scope } from './queries.ts';
import { requirePackable } from './rules.ts';

/**
 * Has a pack made in the background.
 *
 * @returns its id.
 * @throws AppError `not-found` for a batch or course that does not exist; `not-yet` when nobody is in the pack, when
 *   too many are, and while the same one is being made.
 */
export async function askForPack(
  { db, clock, config }: Pick<Platform, 'db' | 'clock' | 'config'>,
  { scope, actorId, ip }: { scope: Scope; actorId: string; ip: string },
): Promise<string> {
  if ('batchId' in scope) await getBatch(db, scope.batchId);
  else if (scope.courseId !== null) await getCourse(db, scope.courseId);
  const found = await listPeople(db, scope, { timeZone: config.timeZone, limit: mostPackPeople + 1 });
  requirePackable(found.length);
  const people = found.flatMap(({ id, erasedAt }) => (erasedAt === null ? [id] : []));
  const of =
    'batchId' in scope
      ? { batchId: scope.batchId }
      : { firstDay: scope.from, lastDay: scope.to, courseId: scope.courseId };
  return transaction(db, async (tx) => {
    // one that was given up no longer stands in the way
    await tx.updateTable('inspectionPack').set({ removedAt: clock() }).where(isGivenUp).execute();
    const pack = await tx
      .insertInto('inspectionPack')
      .values({ ...of, people, askedBy: actorId, askedAt: clock() })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!pack) throw new AppError('not-yet', 'This pack is being made. Wait until it is ready.');
    const subject = { kind: 'inspection-pack', id: pack.id };
    await appendAudit(tx, { actorId, action: 'inspection-pack.ask', subject, details: { ...scope }, ip });
    await enqueue(tx, makePackJob, { id: pack.id }, { key: jobKeyOf(pack.id) });
    return pack.id;
  });
}
