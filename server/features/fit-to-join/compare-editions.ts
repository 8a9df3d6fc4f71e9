import { type Difference, mostJudged } from '@fairlead/contract/fit-to-join/calls';
import type { Queryable } from '../../platform/db/database.ts';
import { fullName } from '../accounts/index.ts';
import type { Bench } from './judge-people.ts';
import type { PeopleScope } from './policy.ts';
import { findHoldings, listPeople } from './queries.ts';
import { newlyLacking } from './rules.ts';

/**
 * The people who lack something by a later edition that they did not lack by an earlier one, the newest first: of at
 * most `mostJudged` people from the pagination cursor on. `next` is where the others begin.
 */
export async function compareEditions(
  db: Queryable,
  scope: PeopleScope,
  { before, later, after }: { before: Bench; later: Bench; after: string | undefined },
): Promise<{ people: Difference['people']; examined: number; next: string | undefined }> {
  const rows = await listPeople(db, scope, { after, take: mostJudged + 1, found: undefined, batch: undefined });
  const page = rows.slice(0, mostJudged);
  const holdings = await findHoldings(
    db,
    page.map(({ id }) => id),
  );
  const people = page.flatMap((person): Difference['people'] => {
    const held = holdings.get(person.id) ?? [];
    const lacks = newlyLacking(
      { rows: before.rows, cells: before.judge(held) },
      { rows: later.rows, cells: later.judge(held) },
    ).map(({ row: { id, title }, cell }) => ({ row: id, title, ...cell }));
    return lacks.length > 0 ? [{ _id: person.id, name: fullName(person), email: person.email, lacks }] : [];
  });
  return { people, examined: page.length, next: rows.length > mostJudged ? page.at(-1)?.id : undefined };
}
