import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isPassed, percentageOf } from './pass-mark.ts';
import { gradeSelections, wholePaper } from './rules.ts';

/** An independent implementation of grading: question by question, option by option. */
function pencil(questions: readonly Asked[], given: ReadonlyMap<string, string>, passMark: number) {
  let right = 0;
  for (const question of questions) {
    for (let place = 0; place < question.options.length; place++) {
      if (question.options[place] !== given.get(question.id)) continue;
      if (place === question.correctOption) right = right + 1;
    }
  }
  // Without a division: the score reaches the pass mark if score × 100 reaches mark × total.
  return { right, passed: right * 100 >= passMark * questions.length };
}
type Asked = { id: string; options: string[]; correctOption: number };

const option = fc.string({ minLength: 1, maxLength: 8 }).map((text) => `o${text.trim()}`);
const question = fc.record({
  options: fc.uniqueArray(option, { minLength: 4, maxLength: 4 }),
  correctOption: fc.nat(3),
  /** The selected option; 4 is none of them. */
  chosen: fc.nat(4),
});

test('grading comes to what a second, naive grader comes to', () => {
  fc.assert(
    fc.property(
      fc.array(question, { minLength: 1, maxLength: 60 }),
      fc.integer({ min: 0, max: 100 }),
      fc.boolean(),
      (drawn, passMark, backwards) => {
        const questions = drawn.map(({ options, correctOption }, i) => ({ id: `q${i}`, options, correctOption }));
        const answers = drawn.map(({ options, chosen }, i) => ({
          questionId: `q${i}`,
          selectedAnswer: options[chosen] ?? 'none of them',
        }));
        const given = new Map(answers.map(({ questionId, selectedAnswer }) => [questionId, selectedAnswer]));
        const { score, totalQuestions } = gradeSelections(
          questions,
          wholePaper(questions, backwards ? answers.toReversed() : answers),
        );
        const second = pencil(questions, given, passMark);
        expect(score).toBe(second.right);
        expect(totalQuestions).toBe(questions.length);
        expect(isPassed(percentageOf(score, totalQuestions), passMark)).toBe(second.passed);
      },
    ),
    { numRuns: 300 },
  );
});
