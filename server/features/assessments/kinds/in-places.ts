import { sql } from 'kysely';
import type { JsonValue } from '../../../platform/db/schema.generated.ts';
import { shareOfMark, wholeMark } from './marks.ts';
import type { Keyed } from './question-kind.ts';
import type { Stored } from './stored.ts';

/**
 * The answer key of kinds whose answers put an option in each of several places: the position of the right option of
 * each place.
 */
export type PlacesKey = { right: number[]; partMarks: boolean };

/** The selected option of each place; null for none. */
export const placesIn = (selection: Stored | null): (number | null)[] => (selection ?? []) as (number | null)[];

/** The options at some positions, as texts; blank for none. */
export const optionsAt = (options: readonly string[], places: readonly (number | null)[]): string[] =>
  places.map((place) => (place === null ? '' : (options[place] ?? '')));

/**
 * The parts of a mark that the answer earns: a share for each right place in part marks, and otherwise all or nothing.
 */
export function partsInPlaces({ key }: Keyed, selection: Stored): number {
  const { right, partMarks } = key as PlacesKey;
  const places = placesIn(selection);
  const hits = right.filter((option, place) => places[place] === option).length;
  if (partMarks) return shareOfMark(hits, right.length);
  return hits === right.length ? wholeMark : 0;
}

const hits = sql`(
  select count(*)::int from jsonb_array_elements(question.answer_key -> 'right') with ordinality as place (option, nth)
  where answer.selection -> (nth::int - 1) = option)`;
const places = sql`jsonb_array_length(question.answer_key -> 'right')`;

/** The same in SQL; an answer counts for a line of the analysis whose place it has right. */
export const sqlInPlaces = {
  parts: sql<number>`case
    when (question.answer_key ->> 'partMarks')::boolean then ${hits} * (${sql.lit(wholeMark)} / ${places})
    when ${hits} = ${places} then ${sql.lit(wholeMark)} else 0 end`,
  selects: (place: number) =>
    sql<boolean>`coalesce(answer.selection -> ${sql.lit(place)} = question.answer_key -> 'right' -> ${sql.lit(place)}, false)`,
  answered: sql<JsonValue>`(
    select jsonb_agg(coalesce(question.options ->> (chosen #>> '{}')::int, '') order by nth)
    from jsonb_array_elements(answer.selection) with ordinality as chosen (chosen, nth))`,
};

/** The texts of an answer that `sqlInPlaces.answered` has selected. */
export const listedTexts = (answered: JsonValue): string[] => (Array.isArray(answered) ? answered.map(String) : []);
