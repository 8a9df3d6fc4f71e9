import type * as wire from '@fairlead/contract/assessments/calls';
import { questionNames, type resultNames } from '@fairlead/contract/assessments/names';
import { speaksOfOthers } from '@fairlead/contract/assessments/question-kinds';
import type { WrittenQuestion } from '@fairlead/contract/assessments/test-authoring';
import type { Settings } from '@fairlead/contract/assessments/test-settings';
import { type FromWire, fromWire } from '@fairlead/contract/platform/names';

/** An assessment as staff see it, with the correct answers. */
export type Test = FromWire<typeof questionNames, wire.Test>;
export type Question = Test['questions'][number];

export const testOf = (test: wire.Test): Test => fromWire(questionNames, test);

/** A submitted attempt at an assessment. */
export type TestResult = FromWire<typeof resultNames, wire.SubmittedAttempt>;

/** The values of the form for a new assessment, as typed. */
export type TestDraft = {
  courseId: string;
  /** Blank: the course's title is used. */
  title: string;
  passMark: string;
  /** The settings; an unchecked box is blank. */
  settings: Record<keyof Settings, string>;
  questions: QuestionDraft[];
};
/** A picture without an id is still being uploaded. */
export type QuestionDraft = FromWire<typeof questionNames, WrittenQuestion>;

/** Settings as initial values of the form. */
export const settingsDraftOf = (settings: Settings): TestDraft['settings'] => ({
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

/** An assessment as initial values of the form for its next version. */
export const testDraftFrom = ({ courseId, courseTitle, title, ...test }: Test): TestDraft => ({
  courseId,
  title: title === courseTitle ? '' : title,
  passMark: String(test.passMark),
  settings: settingsDraftOf(test.settings),
  // what was saved is a decision, and is not proposed again
  questions: test.questions.map((question) => ({
    ...question,
    ...(question.options.some(speaksOfOthers) && {
      fixedOptions: question.fixedOptions ?? question.options.map(() => false),
    }),
  })),
});

/** A typed number: null for a blank, and NaN, which the contract refuses, for any other text. */
const numberOf = (typed: string): number | null => (typed.trim() === '' ? null : Number(typed));

const settingsOf = (draft: TestDraft['settings']): Settings => ({
  minutes: numberOf(draft.minutes),
  attemptsAllowed: numberOf(draft.attemptsAllowed),
  hoursBetween: numberOf(draft.hoursBetween),
  waitGrows: draft.waitGrows !== '',
  failedScore: (draft.failedScore || 'rough') as Settings['failedScore'],
  review: (draft.review || 'score') as Settings['review'],
  draws: draft.draws.split('\n').flatMap((line) => {
    const [, topic = line, count = ''] = /^(.*):\s*(\d+)\s*$/.exec(line.trim()) ?? [];
    return line.trim() === '' ? [] : [{ topic: topic.trim(), count: Number(count) }];
  }),
  shuffleQuestions: draft.shuffleQuestions !== '',
  shuffleOptions: draft.shuffleOptions !== '',
  noteLeaving: draft.noteLeaving !== '',
});

const pictureInput = ({ id, text }: { id: string; text: string }) => ({ _id: id, text });

/** A draft as input for the contract's calls. `courseTitle` replaces a blank title. */
export const testInputOf = ({ title, passMark, settings, questions, courseId }: TestDraft, courseTitle: string) => ({
  courseId,
  title: title.trim() || courseTitle,
  passMark,
  settings: settingsOf(settings),
  questions: questions.map(({ text, picture, optionPictures, fixedOptions, ...question }) => ({
    questionText: text,
    ...question,
    ...(fixedOptions?.some(Boolean) && { fixedOptions }),
    ...(picture && { picture: pictureInput(picture) }),
    ...(optionPictures?.some(Boolean) && { optionPictures: optionPictures.map((one) => one && pictureInput(one)) }),
  })),
});
