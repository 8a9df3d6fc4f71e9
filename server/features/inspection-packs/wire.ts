import { type InspectionPack, type PackInput, packKeptDays } from '@fairlead/contract/inspection-packs/calls';
import { fullNameOrNull } from '../accounts/index.ts';
import type { PackRow, Scope } from './queries.ts';

const stateOf = ({ filename, isOffered, removedAt, madeAt, gaveUp }: PackRow): InspectionPack['state'] => {
  if (filename !== null && isOffered) return 'ready';
  if (removedAt !== null || madeAt !== null) return 'removed';
  return gaveUp ? 'failed' : 'making';
};

const removedFrom = (madeAt: Date): string => new Date(madeAt.getTime() + packKeptDays * 24 * 3600_000).toISOString();

export const toInspectionPack = (row: PackRow): InspectionPack => {
  const state = stateOf(row);
  const { firstName, lastName, madeAt } = row;
  return {
    _id: row.id,
    batchCode: row.batchCode,
    from: row.firstDay,
    to: row.lastDay,
    courseTitle: row.courseTitle,
    state,
    people: row.people,
    done: row.done,
    sizeBytes: state === 'ready' ? row.sizeBytes : null,
    askedAt: row.askedAt.toISOString(),
    askedBy: fullNameOrNull({ firstName, lastName }),
    removedFrom: state === 'ready' && madeAt ? removedFrom(madeAt) : null,
  };
};

/** Where both are given, the batch counts. */
export const toScope = ({ batchId, from = '', to = '', courseId }: PackInput): Scope =>
  batchId ? { batchId } : { from, to, courseId: courseId ?? null };

export const scopeOf = ({ batchId, firstDay, lastDay, courseId }: PackRow): Scope =>
  batchId ? { batchId } : { from: firstDay ?? '', to: lastDay ?? '', courseId };
