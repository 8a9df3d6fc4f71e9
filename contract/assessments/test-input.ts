import { z } from 'zod/mini';
import { Id, text } from '../values/shapes.ts';
import { contentOf, isAsked, optionPicturesIn, QuestionInput } from './question-kinds.ts';
import { Settings } from './test-settings.ts';

/** A number, or its text as a form sends it. Coercion would turn a blank into 0, and then everybody would pass. */
const percent = z.pipe(
  z.transform((value: unknown) =>
    typeof value === 'string' && value.length <= 20 && value.trim() !== '' ? Number(value) : value,
  ),
  z
    .number('Pass mark is required')
    .check(z.gte(0, 'Pass mark must be a percentage'), z.lte(100, 'Pass mark must be a percentage')),
);

/** The indexes of the questions for practice that the same test also asks, so that learners would know the answer. */
function alsoAsked(questions: readonly QuestionInput[]): number[] {
  const content = (question: QuestionInput) =>
    contentOf({
      text: question.questionText,
      options: question.options,
      pictureId: question.picture?._id,
      optionPictureIds: optionPicturesIn(question)?.map((one) => one?._id),
    });
  const asked = new Set(questions.filter(isAsked).map(content));
  return questions.flatMap((one, index) => (!isAsked(one) && asked.has(content(one)) ? [index] : []));
}

/** Whether each topic has as many questions that a test paper may ask as are drawn of it. */
export const hasEnoughToDraw = (
  questions: readonly { topic?: string | undefined; forPractice?: boolean | undefined }[],
  draws: Settings['draws'],
): boolean =>
  draws.every(
    (draw) => questions.filter((one) => isAsked(one) && (one.topic ?? '') === draw.topic).length >= draw.count,
  );

export const tooFewToDraw = 'A topic has fewer questions than you ask for, without those for practice';

/** Questions of an assessment. */
export const mostQuestions = 500;

/**
 * The most bytes of an assessment as a whole: 500 questions of 2,000 characters in any script. With each text as long
 * as it may be alone, one would hold the main thread.
 */
export const mostTestBytes = 4 * 2 ** 20;

/** An assessment as staff enter it. */
export const TestInput = z
  .object({
    courseId: Id,
    title: text('Title'),
    passMark: percent,
    questions: z
      .array(QuestionInput)
      .check(
        z.minLength(1, 'At least one question is required'),
        z.maxLength(mostQuestions, `A test has at most ${mostQuestions} questions`),
      ),
    /**
     * Settings that are left out have the recommended values in a new assessment, and stay unchanged in an edited one.
     */
    settings: z.optional(z.partial(Settings)),
  })
  .check(
    z.refine(({ settings, questions }) => hasEnoughToDraw(questions, settings?.draws ?? []), {
      path: ['settings', 'draws'],
      message: tooFewToDraw,
    }),
    z.refine(
      ({ settings }) => new Set(settings?.draws?.map((draw) => draw.topic)).size === (settings?.draws?.length ?? 0),
      {
        path: ['settings', 'draws'],
        message: 'Write each topic only once',
      },
    ),
    z.refine(({ questions }) => questions.length === 0 || questions.some(isAsked), {
      path: ['questions'],
      message: 'At least one question must not be for practice: the test needs one to ask',
    }),
    z.check(({ value, issues }) => {
      for (const index of alsoAsked(value.questions)) {
        const message = 'The test asks this practice question as well. Please remove one of the two.';
        issues.push({ code: 'custom', input: value, path: ['questions', index, 'questionText'], message });
      }
    }),
  );
export type TestInput = z.infer<typeof TestInput>;
