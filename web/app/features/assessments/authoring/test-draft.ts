import { questionNames } from '@fairlead/contract/assessments/names';
import { TestInput } from '@fairlead/contract/assessments/test-input';
import { type FieldErrors, fieldErrors, inFormNames } from '../../../lib/calls/field-errors.ts';
import { staffViewOf } from '../kinds/staff-kinds.ts';
import { pictureIn } from '../kinds/staff-question-view.ts';
import { type TestDraft, testInputOf } from '../staff-wire.ts';

/** The draft from a form's fields, whose questions are named 'questions.0.text', 'questions.0.options.3' and so on. */
export function testDraftOf(fields: Iterable<readonly [string, unknown]>): TestDraft {
  const texts = new Map([...fields].map(([name, value]) => [name, typeof value === 'string' ? value : '']));
  const text = (name: string) => texts.get(name) ?? '';
  return {
    courseId: text('courseId'),
    title: text('title'),
    passMark: text('passMark'),
    settings: {
      minutes: text('settings.minutes'),
      attemptsAllowed: text('settings.attemptsAllowed'),
      hoursBetween: text('settings.hoursBetween'),
      waitGrows: text('settings.waitGrows'),
      failedScore: text('settings.failedScore'),
      review: text('settings.review'),
      draws: text('settings.draws'),
      shuffleQuestions: text('settings.shuffleQuestions'),
      shuffleOptions: text('settings.shuffleOptions'),
      noteLeaving: text('settings.noteLeaving'),
    },
    questions: rowsIn(texts.keys()).map((name) => ({
      text: text(`${name}.text`),
      ...staffViewOf({ kind: text(`${name}.kind`) }).questionIn((field) => text(`${name}.${field}`)),
      topic: text(`${name}.topic`),
      ...filmIn(text(`${name}.filmId`)),
      ...(text(`${name}.keepsPlace`) && { keepsPlace: true }),
      ...(text(`${name}.forPractice`) && { forPractice: true }),
      ...(text(`${name}.explanation`) && { explanation: text(`${name}.explanation`) }),
      picture: pictureIn((field) => text(`${name}.picture.${field}`)),
    })),
  };
}

/** The choice of a question that belongs to no film. */
export const noFilm = 'none';

const filmIn = (chosen: string) => (chosen === '' || chosen === noFilm ? {} : { filmId: chosen });

/** The errors in a draft, one message per field; empty when it may be sent. */
export function errorsInTest(draft: TestDraft): FieldErrors {
  const found = inFormNames(questionNames, fieldErrors(TestInput, testInputOf(draft, 'untitled')));
  return {
    ...atPictures(atDraws(atLines(draft, atRepeatedOptions(draft, found)))),
    // the contract reads a blank as the number 0, or as a missing id
    ...(!draft.courseId && { courseId: 'Course is required' }),
    ...(!draft.passMark.trim() && { passMark: 'Pass mark is required' }),
  };
}

/** Moves the error of one row of the draws to the field of the draws. */
const atDraws = (errors: FieldErrors): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).map(([name, sentence]) =>
      name.startsWith('settings.draws.')
        ? ['settings.draws', 'Write one topic on each line with a number, such as Fire: 5']
        : [name, sentence],
    ),
  );

/** A picture without an id is still being uploaded; it has no field of its own, so the error names its question. */
const atPictures = (errors: FieldErrors): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).map(([name, sentence]) => {
      const [, field, index, option] = /^(questions\.(\d+)\.(?:picture|optionPictures\.(\d+)))\.id$/.exec(name) ?? [];
      if (!field) return [name, sentence];
      const whose = `${option ? `option ${Number(option) + 1} of ` : ''}question ${Number(index) + 1}`;
      return [field, `The picture of ${whose} is still uploading`];
    }),
  );

/** Moves an error of one line to the field that has all of them. */
const atLines = ({ questions }: TestDraft, errors: FieldErrors): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).map(([name, sentence]) => {
      const [, question, index] = /^(questions\.(\d+))\.(?:correctAnswers|options)\b/.exec(name) ?? [];
      const kind = questions[Number(index)]?.kind;
      return question && (kind === 'short-answer' || kind === 'ordering')
        ? [`${question}.correctAnswers`, sentence]
        : [name, sentence];
    }),
  );

/** Moves the error that a question's options must differ to the option that repeats another. */
function atRepeatedOptions({ questions }: TestDraft, errors: FieldErrors): FieldErrors {
  const moved = Object.entries(errors).map(([name, sentence]) => {
    const index = /^questions\.(\d+)\.options$/.exec(name)?.[1];
    if (index === undefined) return [name, sentence];
    const options = questions[Number(index)]?.options.map((option) => option.trim()) ?? [];
    const twin = options.findIndex((option, i) => options.indexOf(option) < i);
    return [twin === -1 ? name : `${name}.${twin}`, sentence];
  });
  return Object.fromEntries(moved);
}

/** 'questions.0', 'questions.1' and so on, in order. */
function rowsIn(fields: Iterable<string>): string[] {
  const names = [...fields].flatMap((name) => /^(questions\.\d+)\./.exec(name)?.[1] ?? []);
  return [...new Set(names)];
}
