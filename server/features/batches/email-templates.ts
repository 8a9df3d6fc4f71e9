import { defineEmailTemplate } from '../../platform/mail/email-template.ts';

const samples = {
  name: 'Asha Nair',
  course: 'Personal Survival Techniques',
  period: '4 December 2026 to 7 December 2026',
  dates: '4 December 2026 to 7 December 2026, no class on 6 December 2026',
  times: '09:00 to 17:00',
  venue: 'Pool hall, Willingdon Island',
};
const details = `Dates: {dates}
Time: {times}
Place: {venue}`;

export const seatFreeEmail = defineEmailTemplate({
  key: 'batch-seat-free',
  when: 'A seat becomes free for somebody on the waiting list of a batch.',
  subject: 'You have a seat: {course}',
  text: `Dear {name},

A seat became free, and it is yours.

${details}

If you cannot come, please write to {academyEmail} soon, so that somebody else can have the seat.`,
  samples,
  button: 'Go to my courses',
});

export const waitEndedEmail = defineEmailTemplate({
  key: 'batch-wait-ended',
  when: 'A batch begins, and somebody on its waiting list has no seat.',
  subject: 'No seat became free: {course}, {period}',
  text: `Dear {name},

You were on the waiting list for these dates of {course}. No seat became free.

${details}

{next}`,
  samples: {
    ...samples,
    next: 'Your request is kept. Ask for another date on the page of the course, or the academy offers you one.',
  },
  button: 'Go to my courses',
});

export const placedEmail = defineEmailTemplate({
  key: 'batch-placed',
  when: 'Staff put somebody into a batch, or move them to another one.',
  subject: 'Your dates for {course}',
  text: `Dear {name},

These are your dates for {course}. {place}

${details}

If you cannot come, please write to {academyEmail}.`,
  samples: { ...samples, place: 'You have a seat.' },
  button: 'Go to my courses',
});

export const batchChangedEmail = defineEmailTemplate({
  key: 'batch-changed',
  when: 'The dates, days without class, times or venue of a batch are changed.',
  subject: 'New dates or place: {course}',
  text: `Dear {name},

The academy has changed your batch of {course}. It is now:

${details}

If you cannot come, please write to {academyEmail}.`,
  samples,
  button: 'Go to my courses',
});

export const batchCancelledEmail = defineEmailTemplate({
  key: 'batch-cancelled',
  when: 'A batch is cancelled.',
  subject: 'Cancelled: {course}, {period}',
  text: `Dear {name},

The academy has to cancel this batch of {course}.

${details}

Your place in the course is kept. Choose another date on the page of the course, or the academy offers you one. If you have a question, please write to {academyEmail}.`,
  samples,
  button: 'Go to my courses',
});
