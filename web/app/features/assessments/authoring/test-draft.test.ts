import { describe, expect, it } from 'vitest';
import { testInputOf } from '../staff-wire.ts';
import { errorsInTest, testDraftOf } from './test-draft.ts';

const courseId = '01a1fa80-bb1e-7157-ab80-9bc997e32ad0';

/** The fields of a form with one question, with changes. */
function fields(changes: Record<string, string> = {}): [string, string][] {
  return Object.entries({
    courseId,
    title: '',
    passMark: '70',
    'questions.0.text': 'Which side is port?',
    'questions.0.options.0': 'Left',
    'questions.0.options.1': 'Right',
    'questions.0.options.2': 'Ahead',
    'questions.0.options.3': 'Astern',
    'questions.0.right': '0',
    ...changes,
  });
}

const errors = (changes: Record<string, string>) => errorsInTest(testDraftOf(fields(changes)));

describe('the draft of a test', () => {
  it('is read from the fields of the form, question by question', () => {
    const two = fields({ 'questions.1.text': 'Which side is starboard?', 'questions.1.right': '1' });
    expect(testDraftOf(two)).toEqual({
      courseId,
      title: '',
      passMark: '70',
      settings: expect.objectContaining({ minutes: '', shuffleQuestions: '' }),
      questions: [
        {
          text: 'Which side is port?',
          options: ['Left', 'Right', 'Ahead', 'Astern'],
          correctAnswer: 'Left',
          topic: '',
        },
        {
          text: 'Which side is starboard?',
          options: ['', '', '', ''],
          correctAnswer: '',
          topic: '',
        },
      ],
    });
  });

  it('has a question’s picture by its id and its description, and requires both', () => {
    const picture = { id: courseId, url: '/x.webp', width: '40', height: '30', text: 'A cone' };
    const shown = (changes: Partial<typeof picture> = {}) =>
      Object.fromEntries(
        Object.entries({ ...picture, ...changes }).map(([name, value]) => [`questions.0.picture.${name}`, value]),
      );
    const draft = testDraftOf(fields(shown()));
    expect(draft.questions[0]?.picture).toEqual({ ...picture, width: 40, height: 30 });
    expect(testInputOf(draft, 'x').questions[0]).toMatchObject({ picture: { _id: courseId, text: 'A cone' } });
    expect(testInputOf(testDraftOf(fields()), 'x').questions[0]).not.toHaveProperty('picture');
    expect(errors(shown({ text: ' ' }))).toEqual({ 'questions.0.picture.text': 'Text alternative is required' });
    const onItsWay = errors({ 'questions.0.picture.sending': 'on' });
    expect(onItsWay['questions.0.picture']).toBe('The picture of question 1 is still uploading');
  });

  it('may be sent if it is complete, with spaces around the text', () => {
    expect(errors({})).toEqual({});
    expect(errors({ 'questions.0.options.0': ' Left ', passMark: ' 66.6 ' })).toEqual({});
  });

  // shows: rules/test-required
  it('reports every field that is missing', () => {
    expect(errorsInTest(testDraftOf(fields().map(([name]) => [name, ''])))).toMatchObject({
      courseId: 'Course is required',
      passMark: 'Pass mark is required',
      'questions.0.text': 'Question text is required',
      'questions.0.options.0': 'Option is required',
      'questions.0.options.3': 'Option is required',
      'questions.0.correctAnswer': 'Correct answer is required',
    });
  });

  // shows: rules/test-required
  it('refuses a pass mark that is not a percentage', () => {
    expect(errors({ passMark: 'seventy' })).toEqual({ passMark: 'Pass mark is required' });
    expect(errors({ passMark: '101' })).toEqual({ passMark: 'Pass mark must be a percentage' });
    expect(errors({ passMark: '-1' })).toEqual({ passMark: 'Pass mark must be a percentage' });
  });

  it('reports at an option that it repeats another', () => {
    expect(errors({ 'questions.0.options.2': 'Right ' })).toEqual({
      'questions.0.options.2': 'The four options must differ',
    });
  });

  it('reads the settings of the attempt, and reports at the field what it cannot read', () => {
    const drawn = { 'questions.0.topic': 'Sides', 'settings.draws': ' Sides: 1 \n', 'settings.shuffleOptions': 'on' };
    expect(errors({ ...drawn, 'settings.minutes': '45', 'settings.hoursBetween': '0.5' })).toEqual({});
    expect(testInputOf(testDraftOf(fields({ ...drawn, 'settings.minutes': '45' })), 'untitled').settings).toEqual({
      minutes: 45,
      attemptsAllowed: null,
      hoursBetween: null,
      waitGrows: false,
      failedScore: 'rough',
      review: 'score',
      draws: [{ topic: 'Sides', count: 1 }],
      shuffleQuestions: false,
      shuffleOptions: true,
      noteLeaving: false,
    });
    expect(errors({ 'settings.minutes': 'an hour' })).toEqual({ 'settings.minutes': 'Time allowed must be a number' });
    expect(errors({ 'settings.draws': 'Sides' })).toEqual({
      'settings.draws': 'Write one topic on each line with a number, such as Fire: 5',
    });
    expect(errors({ 'settings.draws': 'Fog: 2' })).toEqual({
      'settings.draws': 'A topic has fewer questions than you ask for, without those for practice',
    });
  });

  it('has the pictures of options, of which one without a text is shown by its picture alone', () => {
    const picture = { id: courseId, url: '/x.webp', width: '40', height: '30', text: 'A cone' };
    const shown = (place: number, changes: Partial<typeof picture> = {}) =>
      Object.fromEntries(
        Object.entries({ ...picture, ...changes }).map(([name, value]) => [
          `questions.0.optionPictures.${place}.${name}`,
          value,
        ]),
      );
    const draft = testDraftOf(fields({ ...shown(0), ...shown(2, { text: 'A can' }), 'questions.0.options.0': ' ' }));
    expect(draft.questions[0]).toMatchObject({
      options: ['A cone', 'Right', 'Ahead', 'Astern'],
      correctAnswer: 'A cone',
      optionPictures: [{ id: courseId, width: 40, text: 'A cone' }, null, { text: 'A can' }, null],
    });
    expect(testInputOf(draft, 'x').questions[0]?.optionPictures).toEqual([
      { _id: courseId, text: 'A cone' },
      null,
      { _id: courseId, text: 'A can' },
      null,
    ]);
    expect(errors(shown(1, { text: ' ' }))).toEqual({
      'questions.0.optionPictures.1.text': 'Text alternative is required',
    });
    expect(errors({ 'questions.0.optionPictures.1.sending': 'on' })['questions.0.optionPictures.1']).toBe(
      'The picture of option 2 of question 1 is still uploading',
    );
    // two pictures that are described alike could not be told apart
    const alike = { ...shown(0), ...shown(1), 'questions.0.options.0': '', 'questions.0.options.1': '' };
    expect(errors(alike)).toEqual({ 'questions.0.options.1': 'The four options must differ' });
  });
});
