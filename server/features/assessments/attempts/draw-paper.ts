import { randomInt } from 'node:crypto';
import type { Settings } from '@fairlead/contract/assessments/test-settings';
import type { OnPaper, Pictures } from '../picture-queries.ts';
import { type Below, shuffled, shuffledAround } from '../shuffled.ts';

/** A question on a test paper, with its options' stored positions in the order in which they are shown. */
export type Drawn = { questionId: string; options: number[] };

type Question = {
  id: string;
  topic: string;
  options: readonly string[];
  keepsPlace: boolean;
  /** Positions of options that keep their places. */
  fixedOptions: readonly number[];
};
type Drawing = Pick<Settings, 'shuffleQuestions' | 'shuffleOptions' | 'draws'>;

/** Whether a test paper has to be drawn; otherwise it consists of the version's questions in their order. */
export const hasDrawing = ({ shuffleQuestions, shuffleOptions, draws }: Drawing): boolean =>
  shuffleQuestions || shuffleOptions || draws.length > 0;

/**
 * Draws the test paper of an attempt: the set number of questions of each topic, in their order or shuffled around the
 * questions and options that keep their places.
 */
export function drawPaper(questions: readonly Question[], settings: Drawing, below: Below = randomInt): Drawn[] {
  const { shuffleQuestions, shuffleOptions, draws } = settings;
  const asked = questionsDrawn(questions, draws, below);
  const order = shuffleQuestions ? shuffledAround(asked, ({ keepsPlace }) => keepsPlace, below) : asked;
  return order.map(({ id, options, fixedOptions }) => {
    const places = [...options.keys()];
    const isFixed = (place: number) => fixedOptions.includes(place);
    return { questionId: id, options: shuffleOptions ? shuffledAround(places, isFixed, below) : places };
  });
}

/** The set number of questions for a topic with a draw; all questions of any other topic. */
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

/** The number of questions in an attempt. */
export const paperLength = (questions: readonly Question[], draws: Drawing['draws']): number =>
  questionsDrawn(questions, draws, () => 0).length;

type Whole = Pictures & { id: string; options: readonly string[] };

/** The questions of a test paper in its order. */
export function onPaper<Q extends Whole>(questions: readonly Q[], paper: readonly Drawn[] | null): (Q & OnPaper)[] {
  if (!paper) return questions.map((question) => inOrder(question, [...question.options.keys()]));
  const byId = new Map(questions.map((question) => [question.id, question]));
  return paper.flatMap(({ questionId, options }) => {
    const question = byId.get(questionId);
    return question ? [inOrder(question, options)] : [];
  });
}

function inOrder<Q extends Whole>(question: Q, places: readonly number[]): Q & OnPaper {
  const { picture, options, optionPictures } = question;
  const shown = {
    picture,
    options: places.map((place) => options[place] ?? ''),
    optionPictures: optionPictures.length > 0 ? places.map((place) => optionPictures[place] ?? null) : [],
  };
  return { ...question, shown };
}
