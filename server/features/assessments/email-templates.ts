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
  when: 'A wrong answer key was corrected, and the score of a submitted test changed.',
  subject: 'Your score has changed: {test}',
  text: `Dear {name},

The answer key of {test} had a mistake, which has been corrected. Your score is now {newScore} of {questions}. Before, it was {oldScore}. If you had passed, your pass is not affected.`,
  samples,
});

/** The same for a failed attempt, if the assessment shows such a score only roughly. */
export const regradedRoughlyEmail = defineEmailTemplate({
  key: 'test-regraded-roughly',
  when: 'The same, for an attempt that is still failed, if the test shows failed scores only roughly.',
  subject: 'Your test was graded again: {test}',
  text: `Dear {name},

The answer key of {test} had a mistake, which has been corrected. Your test was graded again. It is still below the pass mark.`,
  samples: { name: samples.name, test: samples.test },
});

export const regradedToPassEmail = defineEmailTemplate({
  key: 'test-regraded-to-pass',
  when: 'A wrong answer key was corrected, and somebody has now passed.',
  subject: 'You have now passed: {test}',
  text: `Dear {name},

The answer key of {test} had a mistake, which has been corrected. Your score is now {newScore} of {questions}. Before, it was {oldScore}. You have passed the test.`,
  samples,
});
