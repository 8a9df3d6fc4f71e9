import type { KindName } from '@fairlead/contract/assessments/question-kinds';
import { type RawBuilder, sql } from 'kysely';
import { choice } from './choice.ts';
import { matching } from './matching.ts';
import { number } from './number.ts';
import { ordering } from './ordering.ts';
import type { QuestionKind } from './question-kind.ts';
import { severalChoices } from './several-choices.ts';
import { shortAnswer } from './short-answer.ts';
import { singleChoice } from './single-choice.ts';
import { trueFalse } from './true-false.ts';

/** The kind of questions and answers that name none. */
const defaultKind: KindName = 'single-choice';

const each: { readonly [K in KindName]: QuestionKind<K> } = {
  'single-choice': singleChoice,
  choice,
  'true-false': trueFalse,
  'several-choices': severalChoices,
  number,
  'short-answer': shortAnswer,
  matching,
  ordering,
};
// Each is asked about questions of its own kind alone.
const kinds = each as unknown as Readonly<Record<KindName, QuestionKind>>;

const isKind = (name: string): name is KindName => Object.hasOwn(kinds, name);

/** The name of the kind of a question or an answer in a request. */
export const kindNameOf = ({ kind = defaultKind }: { kind?: KindName | undefined }): KindName => kind;

/** The kind of a stored question. */
export function kindOf({ kind }: { kind: string }): QuestionKind {
  if (!isKind(kind)) throw new Error(`there is no question kind ${kind}`);
  return kinds[kind];
}

/**
 * SQL of each kind, for any row `question` with its row `answer`. For an unknown kind the cast fails, as `kindOf` does:
 * null would count every answer as wrong when an attempt is graded again.
 *
 * @param type the SQL type of the part.
 */
const ofAnyKind = <T>(type: 'boolean' | 'int' | 'jsonb', part: (kind: QuestionKind) => RawBuilder<T>): RawBuilder<T> =>
  sql`(case question.kind ${sql.join(
    Object.entries(kinds).map(([name, kind]) => sql`when ${sql.lit(name)} then ${part(kind)}`),
    sql` `,
  )} else ('there is no question kind ' || question.kind)::${sql.raw(type)} end)`;

/** The parts of a mark that an answer earns: `question.kind` decides how. */
export const earnedParts = ofAnyKind('int', (kind) => kind.sql.parts);
/** Whether an answer counts for the line of the analysis at this place. */
export const selects = (place: number) => ofAnyKind('boolean', (kind) => kind.sql.selects(place));
/** The selection of an answer, as JSON for its learner and for staff. */
export const answered = ofAnyKind('jsonb', (kind) => kind.sql.answered);
