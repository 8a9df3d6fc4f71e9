import { defineEmailTemplate } from '../../platform/mail/email-template.ts';

const samples = {
  name: 'Asha Nair',
  test: 'Enclosed Space Entry',
  oldScore: '13',
  newScore: '14',
  questions: '20',
};

/** The score of a submitted assessment changed by a corrected answer key; a pass remains a pass. */
export const regradedEmail = defineEmailTemplate({
  key: 'test-regraded',
  when: 'A wrong correct answer of a test was corrected, and the score of a submitted test changed by it.',
  subject: 'Your score has changed: {test}',
  text: `Dear {name},

One of the correct answers of {test} was wrong, and has been corrected. Your score is {newScore} of {questions} now; it was {oldScore}. If you had passed, you still have: the mistake was not yours.`,
  samples,
});

/** The same for a failed attempt, if the assessment shows such a score only roughly. */
export const regradedRoughlyEmail = defineEmailTemplate({
  key: 'test-regraded-roughly',
  when: 'The same, of an attempt that still fails a test which tells the score of a failed attempt roughly.',
  subject: 'Your test was graded again: {test}',
  text: `Dear {name},

One of the correct answers of {test} was wrong, and has been corrected. Your test was graded again. It is still below the pass mark.`,
  samples: { name: samples.name, test: samples.test },
});

export const regradedToPassEmail = defineEmailTemplate({
  key: 'test-regraded-to-pass',
  when: 'A wrong correct answer of a test was corrected, and somebody has passed by it.',
  subject: 'You have passed after all: {test}',
  text: `Dear {name},

One of the correct answers of {test} was wrong, and has been corrected. Your score is {newScore} of {questions} now; it was {oldScore}. With it you have passed.`,
  samples,
});
