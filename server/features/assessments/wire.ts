import type {
  OpenAttempt,
  Paper,
  Result,
  Sitting,
  SubmittedAttempt,
  SubmittedResult,
  Test,
} from '@fairlead/contract/assessments/calls';
import { resultNames } from '@fairlead/contract/assessments/names';
import { fixedOptionsIn, optionPicturesIn } from '@fairlead/contract/assessments/question-kinds';
import type { TestInput } from '@fairlead/contract/assessments/test-input';
import { newTestSettings, type Settings } from '@fairlead/contract/assessments/test-settings';
import { fromWire, idNames, toWire } from '@fairlead/contract/platform/names';
import type { JsonValue } from '../../platform/db/schema.generated.ts';
import { fullName } from '../accounts/index.ts';
import { kindNameOf, kindOf } from './kinds/kinds.ts';
import type { KeyedQuestion } from './kinds/question-kind.ts';
import type { Stored } from './kinds/stored.ts';
import { percentageOf } from './pass-mark.ts';
import type { OnPaper, Pictures } from './picture-queries.ts';
import { type LinkPicture, toPictures } from './picture-wire.ts';
import { settingsOf } from './queries.ts';
import { type GuessSigns, shownScore } from './rules.ts';

/** A question with its key, as staff read it. */
export type Question = KeyedQuestion &
  Pictures & {
    id: string;
    text: string;
    options: string[];
    topic: string;
    film: { id: string } | null;
    forPractice: boolean;
    explanation: string;
    keepsPlace: boolean;
    fixedOptions: number[];
  };
type Head = { id: string; courseId: string; courseTitle: string; title: string; passMark: number };
type PaperHead = Head & { practiceQuestions: number };
/** Returns the URL from which a certificate's PDF can be fetched. */
export type LinkPdf = (filename: string) => string;

/**
 * The columns of a version for an assessment as staff enter it. Settings that it leaves out are taken from `before`.
 */
export const fromTestInput = (
  { title, passMark, questions, settings }: Omit<TestInput, 'courseId'>,
  before: Settings = newTestSettings,
) => ({
  title,
  passMark,
  // what a call leaves out is not there, and never undefined
  settings: { ...settingsOf(before), ...(settings as Partial<Settings>) },
  questions: fromQuestionInput(questions),
});

/** Questions as staff enter them, each with its answer key as its kind stores it. */
const fromQuestionInput = (questions: TestInput['questions']) =>
  questions.map((input) => {
    const {
      questionText,
      topic = '',
      filmId,
      picture,
      forPractice = false,
      explanation = '',
      keepsPlace = false,
    } = input;
    const kind = kindNameOf(input);
    const options = kindOf({ kind }).optionsOf(input);
    return {
      text: questionText,
      kind,
      options,
      key: kindOf({ kind }).keyOf(options, input),
      topic,
      film: filmId ? { id: filmId } : null,
      picture: picture ? fromWire(idNames, picture) : null,
      optionPictures: (optionPicturesIn(input) ?? []).map((one) => one && fromWire(idNames, one)),
      forPractice,
      explanation,
      keepsPlace,
      fixedOptions: (fixedOptionsIn(input) ?? []).flatMap((isFixed, place) => (isFixed ? [place] : [])),
    };
  });

/** A question as staff read and write it. */
export const toWrittenQuestion = (question: Omit<Question, 'id'>, link: LinkPicture) => {
  const { text, options, topic, film, forPractice, explanation, keepsPlace, fixedOptions } = question;
  return {
    questionText: text,
    options,
    ...kindOf(question).toKey(question),
    topic,
    ...(film && { filmId: film.id }),
    ...(forPractice && { forPractice }),
    ...(explanation && { explanation }),
    ...(keepsPlace && { keepsPlace }),
    ...(fixedOptions.length > 0 && { fixedOptions: options.map((_, place) => fixedOptions.includes(place)) }),
    ...toPictures(question, link),
  };
};

/** An assessment as staff see it, correct answers included. */
export const toTest = (
  test: Head & Settings & { isPublished: boolean; version: number; guessing: string },
  questions: readonly Question[],
  link: LinkPicture,
): Test => ({
  ...toWire(idNames, test),
  questions: questions.map((question) => ({ _id: question.id, ...toWrittenQuestion(question, link) })),
  settings: settingsOf(test),
  guessable: test.isPublished && test.guessing === 'possible',
});

type Graded = { id: string; score: number | null; totalQuestions: number | null; passed: boolean | null };

/** The fields of every submitted attempt; the columns are null only while it is open. */
function graded({ id, score, totalQuestions, passed }: Graded) {
  if (score === null || totalQuestions === null || passed === null) throw new Error(`attempt ${id} is not graded`);
  return { score, totalQuestions, percentage: percentageOf(score, totalQuestions), passed };
}

type Resulting = Graded & Pick<Settings, 'failedScore'> & { passMark: number; pdf: string | null };

export const toWeakTopics = (topics: readonly WeakTopic[]) =>
  topics.map(({ topic, films }) => ({ topic, films: toWire(idNames, films) }));

/**
 * What a learner is told beside a result: the corrections that changed its score, earliest first, and what to study.
 */
export type Beside = { regrades: readonly { at: Date; oldScore: number }[]; weakTopics: readonly WeakTopic[] };

/** A result as its learner sees it. */
export function toResult(attempt: Resulting, { regrades, weakTopics }: Beside, link: LinkPdf): Result {
  const exact = graded(attempt);
  const shown = shownScore(exact, attempt);
  const last = regrades.at(-1);
  return {
    _id: attempt.id,
    ...exact,
    ...shown,
    regraded: last
      ? { at: last.at.toISOString(), oldScore: shown.percentageBelow === null ? last.oldScore : null }
      : null,
    weakTopics: toWeakTopics(weakTopics),
    pdfPath: attempt.pdf === null ? null : { filename: attempt.pdf, url: link(attempt.pdf) },
  };
}

export type WeakTopic = { topic: string; films: { id: string; title: string; serial: number }[] };

type Next = { attemptsLeft: number | null; nextAttemptAt: Date | null; practiceQuestions: number };

export const toSubmittedResult = (
  { next, ...attempt }: Resulting & { next: Next | null },
  beside: Beside,
  link: LinkPdf,
): SubmittedResult => ({
  ...toResult(attempt, beside, link),
  next: next && {
    attemptsLeft: next.attemptsLeft,
    at: next.nextAttemptAt?.toISOString() ?? null,
    practiceQuestions: next.practiceQuestions,
  },
});

type Asked = Pick<Question, 'id' | 'text' | 'kind' | 'options' | 'key'> & OnPaper;
type Attempt = {
  id: string;
  startedAt: Date;
  deadline: Date | null;
  noteLeaving: boolean;
  revision: number;
  saved: ReadonlyMap<string, Stored | null>;
};
type Opened = {
  head: PaperHead;
  questions: readonly Asked[];
  attempt: Attempt | null;
  sitting: (Omit<Sitting, 'nextAttemptAt'> & { nextAttemptAt: Date | null }) | null;
};

type Presenting = { result: Result | null; link: LinkPicture; now: Date };

/** An assessment as sent to a learner, without the correct answers. */
export const toPaper = ({ head, questions, attempt, sitting }: Opened, { result, link, now }: Presenting): Paper => ({
  ...toWire(idNames, head),
  questions: toQuestions(questions, link),
  result,
  attempt: attempt && toOpenAttempt(attempt, questions, now),
  sitting: sitting && toWire(idNames, sitting),
});

/** Questions as a learner is asked them, without the correct answers. */
export const toQuestions = (questions: readonly Asked[], link: LinkPicture): Paper['questions'] =>
  questions.map((question) => ({
    _id: question.id,
    questionText: question.text,
    options: question.shown.options,
    ...kindOf(question).toAsked(question),
    ...toPictures(question.shown, link),
  }));

/** Seconds until a deadline, by the server's clock; null without one. */
export const secondsLeft = (deadline: Date | null, now: Date): number | null =>
  deadline && Math.max(0, (deadline.getTime() - now.getTime()) / 1000);

const toOpenAttempt = (attempt: Attempt, questions: readonly Asked[], now: Date): OpenAttempt => ({
  _id: attempt.id,
  startedAt: attempt.startedAt.toISOString(),
  secondsGone: (now.getTime() - attempt.startedAt.getTime()) / 1000,
  secondsLeft: secondsLeft(attempt.deadline, now),
  noteLeaving: attempt.noteLeaving,
  revision: attempt.revision,
  answers: questions.flatMap(({ id, kind, options }) => {
    const selection = attempt.saved.get(id) ?? null;
    return selection === null ? [] : [{ questionId: id, ...kindOf({ kind }).toAnswer(options, selection) }];
  }),
});

export type Submitted = Graded & {
  assessmentId: string;
  courseId: string;
  courseTitle: string;
  testTitle: string;
  accountId: string;
  firstName: string;
  lastName: string;
  email: string;
  startedAt: Date;
  submittedAt: Date | null;
  guessSigns: unknown;
};

/** A submitted attempt as a row of the staff's results. */
export function toSubmittedAttempt(
  { guessSigns, ...attempt }: Submitted,
  answers: readonly { questionId: string; kind: string; answered: JsonValue }[],
): SubmittedAttempt {
  const { startedAt, submittedAt } = attempt;
  if (!submittedAt) throw new Error(`attempt ${attempt.id} is not submitted`);
  return {
    ...toWire(resultNames, {
      ...attempt,
      ...graded(attempt),
      submittedAt,
      name: fullName(attempt),
      secondsTaken: (submittedAt.getTime() - startedAt.getTime()) / 1000,
    }),
    answers: answers.map(({ questionId, kind, answered }) => ({
      questionId,
      ...kindOf({ kind }).toListedAnswer(answered),
    })),
    signs: signsInWords(guessSigns as GuessSigns | null),
  };
}

/** The signs of guessing in an attempt, in words for staff. */
function signsInWords(signs: GuessSigns | null): string[] {
  const { submissions, secondsAQuestion, alike } = signs ?? {};
  return [
    submissions && `${submissions.count} submissions in ${spanInWords(submissions.seconds)}`,
    secondsAQuestion !== undefined && `${secondsAQuestion} seconds a question`,
    alike && `${alike.attempts} attempts in a row that differ by at most ${alike.answers} answers`,
  ].filter((words) => typeof words === 'string');
}

function spanInWords(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} seconds`;
  return `${Math.round(seconds / 60)} minutes`;
}
