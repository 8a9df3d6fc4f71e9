import type { Analysis, BankedQuestion } from '@fairlead/contract/assessments/test-authoring';
import type { countScoresAndTimes, listQuestionResults, listVersionResults } from '../analysis/queries.ts';
import { kindOf } from '../kinds/kinds.ts';
import type { Choice } from '../kinds/question-kind.ts';
import { type LinkPicture, toDescribed, toPictures } from '../picture-wire.ts';
import { toWrittenQuestion } from '../wire.ts';
import type { listBank } from './bank-queries.ts';

type Rows<F extends (...args: never[]) => Promise<unknown>> = Awaited<ReturnType<F>>;
type Results = {
  versions: Rows<typeof listVersionResults>;
  questions: Rows<typeof listQuestionResults>;
  guessed: number;
} & Rows<typeof countScoresAndTimes>;

/** An assessment's results in figures, including empty classes. */
export function toAnalysis(
  { title, courseId, courseTitle }: { title: string; courseId: string; courseTitle: string },
  { versions, guessed, percentages, minutes, questions, link }: Results & { link: LinkPicture },
): Analysis {
  return {
    title,
    courseId,
    courseTitle,
    guessed,
    versions: versions.map(({ createdAt, ...version }) => ({ ...version, createdAt: createdAt.toISOString() })),
    attempts: percentages.reduce((sum, { count }) => sum + count, 0),
    percentages: everyClass(percentages, 10, 10),
    minutes: everyClass(minutes, 5, 13),
    questions: questions.map(
      ({ text, kind, options, key, chosen, picture, optionPictures, questionId, ...figures }) => ({
        ...figures,
        ...(questionId !== null && { questionId }),
        ...toPictures({ picture, optionPictures: [] }, link),
        questionText: text,
        options: countChoices(kindOf({ kind }).choicesOf({ options, key }), figures, chosen).map((line, place) => {
          const shows = optionPictures[place];
          return { ...line, ...(shows && { picture: toDescribed(shows, link) }) };
        }),
      }),
    ),
  };
}

/** The lines of the analysis of a question with their counts; the line of the others has what no other line counts. */
function countChoices(
  choices: readonly Choice[],
  { asked, unanswered }: { asked: number; unanswered: number },
  chosen: readonly number[],
) {
  const counted = choices.reduce((sum, { isOther }, place) => sum + (isOther ? 0 : (chosen[place] ?? 0)), 0);
  return choices.map(({ text, correct, isOther }, place) => ({
    text,
    correct,
    ...(isOther && { isOther }),
    count: isOther ? asked - unanswered - counted : (chosen[place] ?? 0),
  }));
}

/** `classes` classes of equal width starting at 0, including empty ones. */
function everyClass(found: readonly { from: number; count: number }[], width: number, classes: number) {
  const countOf = new Map(found.map(({ from, count }) => [from, count]));
  return Array.from({ length: classes }, (_, i) => ({ from: i * width, count: countOf.get(i * width) ?? 0 }));
}

/** A question of the bank, with the latest assessment that uses it; its film stays with its course. */
export const toBankedQuestion = (
  { id, courseTitle, testTitle, ...question }: Rows<typeof listBank>['rows'][number],
  link: LinkPicture,
): BankedQuestion => ({ _id: id, courseTitle, testTitle, ...toWrittenQuestion({ ...question, film: null }, link) });
