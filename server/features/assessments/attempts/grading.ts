import type { GivenAnswer } from '@fairlead/contract/assessments/calls';
import { AppError } from '../../../platform/errors.ts';
import { kindNameOf, kindOf } from '../kinds/kinds.ts';
import { marksOf } from '../kinds/marks.ts';
import type { KeyedQuestion } from '../kinds/question-kind.ts';
import { isSame, type Stored } from '../kinds/stored.ts';

export type GradedQuestion = KeyedQuestion & { id: string };

/** The stored selections, by question; null for an answer that the question does not offer. */
export type Selections = ReadonlyMap<string, Stored | null>;

export type Grading = {
  /**
   * One for each question, in the test paper's order; `selection` is null for no answer, and for one that the question
   * does not offer.
   */
  answers: { questionId: string; selection: Stored | null }[];
  /** In marks. */
  score: number;
  totalQuestions: number;
};

/**
 * What the answers select, by question.
 *
 * @throws AppError `invalid` when a question is answered twice or as one of another kind, or is not on this test paper.
 */
export function selectionsOf(
  questions: readonly Omit<GradedQuestion, 'key'>[],
  given: readonly GivenAnswer[],
): Map<string, Stored | null> {
  const known = new Map(questions.map((question) => [question.id, question]));
  const selections = new Map<string, Stored | null>();
  for (const answer of given) {
    if (selections.has(answer.questionId)) throw new AppError('invalid', 'A question is answered twice.');
    const question = known.get(answer.questionId);
    if (!question) throw new AppError('invalid', 'An answer is to a question that is not in this test.');
    if (kindNameOf(answer) !== question.kind) {
      throw new AppError('invalid', 'An answer is of another kind than its question.');
    }
    selections.set(question.id, kindOf(question).selectionOf(question.options, answer));
  }
  return selections;
}

/**
 * What answers select that are given one after another: a blank takes the answer before it back, where that is
 * possible.
 *
 * @throws AppError `invalid` as `selectionsOf`, and for an answer that its question does not offer.
 */
export function selectionsToSave(
  questions: readonly Omit<GradedQuestion, 'key'>[],
  given: readonly GivenAnswer[],
): Map<string, Stored | null> {
  const cleared = new Set(given.filter(isCleared).map(({ questionId }) => questionId));
  const selections = selectionsOf(questions, given);
  for (const [questionId, selection] of selections) {
    if (selection === null && !cleared.has(questionId))
      throw new AppError('invalid', 'An answer is not one of the options of its question.');
  }
  return selections;
}

/** Grades the answers: a question without an answer earns nothing. */
export function gradeSelections(questions: readonly GradedQuestion[], selections: Selections): Grading {
  const answers = questions.map(({ id }) => ({ questionId: id, selection: selections.get(id) ?? null }));
  const parts = questions.reduce((sum, question, i) => sum + earned(question, answers[i]?.selection ?? null), 0);
  return { answers, score: marksOf(parts), totalQuestions: questions.length };
}

/** Whether an answer is more than a blank. */
const isAnswered = (given: GivenAnswer): boolean => kindOf({ kind: kindNameOf(given) }).isAnswered(given);

/** Whether an answer takes back the one before, where a learner can do that. */
const isCleared = (given: GivenAnswer): boolean => kindOf({ kind: kindNameOf(given) }).mayClear && !isAnswered(given);

/** The parts of a mark that an answer earns; 0 for no answer. */
export const earned = (question: KeyedQuestion, selection: Stored | null): number =>
  selection === null ? 0 : kindOf(question).parts(question, selection);

/**
 * Checks a submission against its test paper, and returns what the answers select.
 *
 * @throws AppError `invalid` as `selectionsOf`, and when a question is not answered.
 */
export function wholePaper(
  questions: readonly Omit<GradedQuestion, 'key'>[],
  given: readonly GivenAnswer[],
): Selections {
  const selections = selectionsOf(questions, given);
  const answered = given.filter(isAnswered).length;
  if (answered < questions.length) throw new AppError('invalid', 'Please answer every question.');
  return selections;
}

/** The number of answers in which a later attempt differs from an earlier one; null if their questions differ. */
export function changedAnswers(later: Selections, earlier: Selections): number | null {
  if (later.size === 0 || ![...later.keys()].every((question) => earlier.has(question))) return null;
  return [...later].filter(([question, selected]) => !isSame(earlier.get(question) ?? null, selected)).length;
}
