import { randomInt } from 'node:crypto';
import type { Settings } from '@fairlead/contract/assessments';

/** A question on a paper, with its options' stored places in the order in which they are shown. */
export type Drawn = { questionId: string; options: number[] };

type Question = { id: string; topic: string; options: readonly string[] };
type Drawing = Pick<Settings, 'shuffleQuestions' | 'shuffleOptions' | 'draws'>;
/** A whole number from 0 up to, and without, the one that is given. */
type Below = (end: number) => number;

/** Whether there is anything to draw; otherwise the paper is the version as it stands. */
export const hasDrawing = ({ shuffleQuestions, shuffleOptions, draws }: Drawing): boolean =>
  shuffleQuestions || shuffleOptions || draws.length > 0;

/** Draws the paper of an attempt: so many questions of a topic, in their order or shuffled. */
export function drawPaper(questions: readonly Question[], settings: Drawing, below: Below = randomInt): Drawn[] {
  const { shuffleQuestions, shuffleOptions, draws } = settings;
  const asked = questionsDrawn(questions, draws, below);
  return (shuffleQuestions ? shuffled(asked, below) : asked).map(({ id, options }) => {
    const places = [...options.keys()];
    return { questionId: id, options: shuffleOptions ? shuffled(places, below) : places };
  });
}

/** Of a topic that is drawn from, so many questions; of any other, all. */
function questionsDrawn(questions: readonly Question[], draws: Drawing['draws'], below: Below): readonly Question[] {
  const countOf = new Map(draws.map(({ topic, count }) => [topic, count]));
  const drawn = new Set(
    draws.flatMap(({ topic, count }) => {
      const ofTopic = questions.filter((question) => question.topic === topic);
      return shuffled(ofTopic, below).slice(0, count);
    }),
  );
  return questions.filter((question) => !countOf.has(question.topic) || drawn.has(question));
}

/** How many questions an attempt asks. */
export const paperLength = (questions: readonly Question[], draws: Drawing['draws']): number =>
  questionsDrawn(questions, draws, () => 0).length;

/** Every order as likely as any other (Fisher and Yates). */
function shuffled<T>(items: readonly T[], below: Below): T[] {
  const order = [...items];
  for (let last = order.length - 1; last > 0; last--) {
    const other = below(last + 1);
    [order[last], order[other]] = [order[other] as T, order[last] as T];
  }
  return order;
}

/** The questions of a paper in its order, each with its options in the order in which they are shown. */
export function onPaper<Q extends { id: string; options: readonly string[] }>(
  questions: readonly Q[],
  paper: readonly Drawn[] | null,
): (Q & { shownOptions: string[] })[] {
  if (!paper) return questions.map((question) => ({ ...question, shownOptions: [...question.options] }));
  const byId = new Map(questions.map((question) => [question.id, question]));
  return paper.flatMap(({ questionId, options }) => {
    const question = byId.get(questionId);
    return question ? [{ ...question, shownOptions: options.map((place) => question.options[place] ?? '') }] : [];
  });
}
