import { expect, it } from 'vitest';
import { type Held, whenTestOpens } from './test-opens.ts';

const submitted = 'Complete the training in order. The test opens when you submit it.';
const afterBoth = 'Complete the training in order and attend your classes. The test opens on their last day.';
const lastDay = 'The test opens on the last day of your classes.';
const attended = 'The test opens when the academy has marked your attendance.';

it.each<[Held['format'], boolean, boolean, string]>([
  ['online', true, false, submitted],
  // it was held in the classroom when the learner got their dates
  ['online', true, true, afterBoth],
  ['online', false, false, 'This course has no videos or packages. The academy opens its test for you.'],
  ['online', false, true, lastDay],
  ['both', true, false, afterBoth],
  ['both', true, true, afterBoth],
  ['both', false, false, attended],
  ['both', false, true, lastDay],
  ['classroom', true, false, attended],
  ['classroom', true, true, lastDay],
  ['classroom', false, false, attended],
  ['classroom', false, true, lastDay],
])('the test of a course that is %s, with items: %s, with dates: %s', (format, hasItems, hasDates, sentence) => {
  expect(whenTestOpens({ format, hasItems }, hasDates)).toBe(sentence);
});
