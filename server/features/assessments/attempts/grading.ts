import { AppError } from '../../../errors.ts';

export type GradedQuestion = { id: string; options: readonly string[]; correctOption: number };
export type GivenAnswer = { questionId: string; selectedAnswer: string };

/** The position of the selected option, by question; null for an answer that is none of the options. */
export type Selections = ReadonlyMap<string, number | null>;

export type Grading = {
  /**
   * One for each question, in the test paper's order; `selectedOption` is null for no answer, and for none of the
   * options.
   */
  answers: { questionId: string; selectedOption: number | null }[];
  score: number;
  totalQuestions: number;
};

/**
 * The selected options, by question.
 *
 * @throws AppError `invalid` when a question is answered twice, or is not on this test paper.
 */
export function selectionsOf(
  questions: readonly Omit<GradedQuestion, 'correctOption'>[],
  given: readonly GivenAnswer[],
): Map<string, number | null> {
  const known = new Map(questions.map((question) => [question.id, question.options]));
  const selections = new Map<string, number | null>();
  for (const { questionId, selectedAnswer } of given) {
    if (selections.has(questionId)) throw new AppError('invalid', 'A question is answered twice.');
    const options = known.get(questionId);
    if (!options) throw new AppError('invalid', 'An answer is to a question that is not in this test.');
    const index = options.indexOf(selectedAnswer.trim());
    selections.set(questionId, index === -1 ? null : index);
  }
  return selections;
}

/** Grades the selected options: a question without an answer counts as wrong. */
export function gradeSelections(questions: readonly GradedQuestion[], selections: Selections): Grading {
  const answers = questions.map(({ id }) => ({ questionId: id, selectedOption: selections.get(id) ?? null }));
  const score = questions.filter(({ correctOption }, i) => answers[i]?.selectedOption === correctOption).length;
  return { answers, score, totalQuestions: questions.length };
}

/**
 * Checks a submission against its test paper, and returns the selected options.
 *
 * @throws AppError `invalid` when a question is answered twice, not at all, or is not on this test paper.
 */
export function wholePaper(questions: readonly GradedQuestion[], given: readonly GivenAnswer[]): Selections {
  const selections = selectionsOf(questions, given);
  const answered = given.filter(({ selectedAnswer }) => selectedAnswer.trim() !== '').length;
  if (answered < questions.length) throw new AppError('invalid', 'Please answer every question.');
  return selections;
}

/** The number of answers in which a later attempt differs from an earlier one; null if their questions differ. */
export function changedAnswers(later: Selections, earlier: Selections): number | null {
  if (later.size === 0 || ![...later.keys()].every((question) => earlier.has(question))) return null;
  return [...later].filter(([question, selected]) => earlier.get(question) !== selected).length;
}
