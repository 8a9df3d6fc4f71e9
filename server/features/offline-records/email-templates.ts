import { defineEmailTemplate } from '../../platform/mail/email-template.ts';

export const progressCountedEmail = defineEmailTemplate({
  key: 'progress-counted',
  when: 'A progress file that came by email was counted for a learner.',
  subject: 'Your progress in {course} has arrived',
  text: `Dear {name},

A file with your progress in {course} came by email. {minutes} min of it were credited.

Until your device is connected, it still shows this time as not sent. You do not have to send it again.`,
  samples: { name: 'Asha Nair', course: 'Personal Survival Techniques', minutes: '95' },
  button: 'Go to the training',
});

export const progressRefusedEmail = defineEmailTemplate({
  key: 'progress-refused',
  when: 'A progress file that came by email could not be counted, for a reason that the learner can do something about.',
  subject: 'Your progress in {course} could not be counted',
  text: `Dear {name},

A file with your progress in {course} came by email. Nothing of it was counted.

The reason: {reason}

Your device keeps what you watched. If the file was damaged on its way, save it again and send it again. If you did not send a file, or do not know what to do, please write to {academyEmail}.`,
  samples: {
    name: 'Asha Nair',
    course: 'Personal Survival Techniques',
    reason: 'You are not approved for this course.',
  },
  needs: ['reason'],
});
