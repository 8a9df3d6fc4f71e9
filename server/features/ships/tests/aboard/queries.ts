import { sql } from 'kysely';
import type { Queryable } from '../../../../platform/db/database.ts';
import type { PaperSection, TestSection } from '../../content.ts';

/** The tests that are released to this ship, and the test papers of its people. */
export async function listReleased(db: Queryable): Promise<{ tests: TestSection[]; testPapers: PaperSection[] }> {
  const { rows } = await sql<{ content: TestSection | PaperSection }>`
    select content from ship_section, ship_box_state
    where content->>'kind' in ('test', 'paper')
      and digest in (select value from jsonb_each_text(ship_box_state.manifest))
    order by content->>'opensAt', content->>'id'`.execute(db);
  const all = rows.map(({ content }) => content);
  return {
    tests: all.filter((one): one is TestSection => one.kind === 'test'),
    testPapers: all.filter((one): one is PaperSection => one.kind === 'paper'),
  };
}

export const findSitting = (db: Queryable, paperId: string) =>
  db.selectFrom('shipSitting').selectAll().where('paperId', '=', paperId).executeTakeFirst();

/** Hands in what nobody has handed in before its time was over. */
export async function closeOverdue(db: Queryable, now: Date): Promise<void> {
  await db
    .updateTable('shipSitting')
    .set((of) => ({ submittedAt: of.ref('deadline'), isSubmitted: false }))
    .where('submittedAt', 'is', null)
    .where('deadline', '<=', now)
    .execute();
}

/** Gives sittings that go on the time that they had, where the clock was set by so many milliseconds. */
export async function moveSittings(db: Queryable, milliseconds: number): Promise<void> {
  const by = sql`make_interval(secs => ${milliseconds / 1000})`;
  await sql`update ship_sitting set started_at = started_at + ${by}, deadline = deadline + ${by}
    where submitted_at is null`.execute(db);
}
