import { sql } from 'kysely';
import type { Queryable } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { isSame, type Stored, selectionIn } from '../kinds/stored.ts';
import type { Selections } from './grading.ts';

/** An answer that was saved after what a learner sees. */
export type Changed = { attemptId: string; questionId: string; selection: Stored | null };

/** What the sender of some answers sees: `seen` is the revision that it sends, `current` that of the locked attempt. */
type Seen = { attemptId: string; seen: number | undefined; current: number | undefined };

/** The answers of attempts that were saved after the revision that is seen of each; none where it is not said. */
export async function listChanged(db: Queryable, views: readonly Seen[]): Promise<Changed[]> {
  // Nearly always everything is seen, and nothing is read.
  const older = views.filter(({ seen, current }) => seen !== undefined && current !== undefined && seen < current);
  if (older.length === 0) return [];
  const { rows } = await sql<{
    attemptId: string;
    questionId: string;
    selectedOption: number | null;
    selection: Stored | null;
  }>`
    select answer.attempt_id, answer.question_id, answer.selected_option, answer.selection
    from unnest(${older.map(({ attemptId }) => attemptId)}::uuid[], ${older.map(({ seen }) => seen)}::int[])
      as viewed (attempt_id, seen)
    join attempt_answer as answer on answer.attempt_id = viewed.attempt_id and answer.revision > viewed.seen`.execute(
    db,
  );
  return rows.map((row) => ({ ...row, selection: selectionIn(row) }));
}

/**
 * Refuses answers that would replace others which their sender does not see. An answer that is sent a second time,
 * because its response was lost, replaces nothing.
 *
 * @throws AppError `stale`.
 */
export function requireSeen(attemptId: string, given: Selections, changed: readonly Changed[]): void {
  const replaces = changed.some(
    (one) =>
      one.attemptId === attemptId &&
      given.has(one.questionId) &&
      !isSame(one.selection, given.get(one.questionId) ?? null),
  );
  if (replaces) {
    throw new AppError(
      'stale',
      'This test was answered in another tab or on another device meanwhile, so this answer was not saved. Reload the page to see the answers that are saved.',
    );
  }
}
