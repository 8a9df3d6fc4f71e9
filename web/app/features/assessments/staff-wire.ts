import type * as wire from '@fairlead/contract/assessments';
import { type Picture, pictureOf } from './wire.ts';

/** A test as staff see it, with the right answers. */
export type Test = {
  id: string;
  courseId: string;
  courseTitle: string;
  title: string;
  /** Percent. */
  passMark: number;
  isPublished: boolean;
  version: number;
  settings: wire.Settings;
  /** Whether staff are to be warned that its answer key can be found by trying. */
  guessable: boolean;
  questions: Question[];
};
export type Question = {
  id: string;
  text: string;
  options: string[];
  correctAnswer: string;
  topic: string;
  picture: Picture | null;
};

export const testOf = ({ _id, questions, ...same }: wire.Test): Test => ({
  ...same,
  id: _id,
  questions: questions.map(({ _id: id, questionText, picture, ...question }) => ({
    id,
    text: questionText,
    ...question,
    picture: pictureOf(picture),
  })),
});

/** A submitted attempt at a test. */
export type TestResult = {
  id: string;
  person: { id: string; name: string; email: string };
  courseTitle: string;
  testTitle: string;
  score: number;
  totalQuestions: number;
  /** Unrounded. */
  percentage: number;
  passed: boolean;
  /** By the server's clock. */
  secondsTaken: number;
  submittedAt: string;
  /** What of it looks like guessing. */
  signs: string[];
};

export const testResultOf = (wire: wire.SubmittedAttempt): TestResult => ({
  id: wire._id,
  person: { id: wire.userId, name: wire.userName, email: wire.userEmail },
  courseTitle: wire.courseTitle,
  testTitle: wire.testTitle,
  score: wire.score,
  totalQuestions: wire.totalQuestions,
  percentage: wire.percentage,
  passed: wire.passed,
  secondsTaken: wire.timeTaken,
  submittedAt: wire.submittedAt,
  signs: wire.signs,
});

/** What the form for a new test holds, as it was typed. */
export type TestDraft = {
  courseId: string;
  /** Blank: the course's title is taken. */
  title: string;
  passMark: string;
  /** How it is sat; a box that is not ticked is blank. */
  settings: Record<keyof wire.Settings, string>;
  questions: QuestionDraft[];
};
export type QuestionDraft = {
  text: string;
  options: string[];
  correctAnswer: string;
  topic: string;
  /** One without an id is still on its way. */
  picture: Picture | null;
};

/** Settings as the form for a test starts with them. */
export const settingsDraftOf = (settings: wire.Settings): TestDraft['settings'] => ({
  minutes: String(settings.minutes ?? ''),
  attemptsAllowed: String(settings.attemptsAllowed ?? ''),
  hoursBetween: String(settings.hoursBetween ?? ''),
  waitGrows: settings.waitGrows ? 'on' : '',
  failedScore: settings.failedScore,
  review: settings.review,
  draws: settings.draws.map(({ topic, count }) => `${topic}: ${count}`).join('\n'),
  shuffleQuestions: settings.shuffleQuestions ? 'on' : '',
  shuffleOptions: settings.shuffleOptions ? 'on' : '',
  noteLeaving: settings.noteLeaving ? 'on' : '',
});

/** A test as the form for its next version starts with it. */
export const testDraftFrom = ({ courseId, title, passMark, settings, questions }: Test): TestDraft => ({
  courseId,
  title,
  passMark: String(passMark),
  settings: settingsDraftOf(settings),
  questions,
});

/** What was typed as a number: null for a blank, and for what is none a value that the contract refuses. */
const numberOf = (typed: string): number | null => (typed.trim() === '' ? null : Number(typed));

const settingsOf = (draft: TestDraft['settings']): wire.Settings => ({
  minutes: numberOf(draft.minutes),
  attemptsAllowed: numberOf(draft.attemptsAllowed),
  hoursBetween: numberOf(draft.hoursBetween),
  waitGrows: draft.waitGrows !== '',
  failedScore: (draft.failedScore || 'rough') as wire.Settings['failedScore'],
  review: (draft.review || 'score') as wire.Settings['review'],
  draws: draft.draws.split('\n').flatMap((line) => {
    const [, topic = line, count = ''] = /^(.*):\s*(\d+)\s*$/.exec(line.trim()) ?? [];
    return line.trim() === '' ? [] : [{ topic: topic.trim(), count: Number(count) }];
  }),
  shuffleQuestions: draft.shuffleQuestions !== '',
  shuffleOptions: draft.shuffleOptions !== '',
  noteLeaving: draft.noteLeaving !== '',
});

/** What the wire's fields are called in the form. */
export const formNames = { questionText: 'text', _id: 'id' };

/** A draft as the contract has it. `courseTitle` stands in for a title that was left blank. */
export const testInputOf = ({ title, passMark, settings, questions, courseId }: TestDraft, courseTitle: string) => ({
  courseId,
  title: title.trim() || courseTitle,
  passMark,
  settings: settingsOf(settings),
  questions: questions.map(({ text, options, correctAnswer, topic, picture }) => ({
    questionText: text,
    options,
    correctAnswer,
    topic,
    ...(picture && { picture: { _id: picture.id, text: picture.text } }),
  })),
});
