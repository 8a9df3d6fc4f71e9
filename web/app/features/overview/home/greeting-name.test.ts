import { expect, test } from 'vitest';
import { greetingName } from './greeting-name.ts';

test.each([
  ['Asha', 'Nair', 'Asha'],
  ['Om', 'Prakash', 'Om'],
  ['Sri Lakshmi', 'Rao', 'Sri Lakshmi'],
  ['Asha K.', 'Nair', 'Asha K.'],
  ['आशा', 'नायर', 'आशा'],
  ['M. K.', 'Nair', 'M. K. Nair'],
  ['M.K.', 'Nair', 'M.K. Nair'],
  ['A', 'Joseph', 'A Joseph'],
  ['MK', 'Nair', 'MK Nair'],
  ['Mohd.', 'Rafiq', 'Mohd. Rafiq'],
  ['Md', 'Rafiq', 'Md Rafiq'],
  [' ', 'Nair', 'Nair'],
])('with the names %j and %j a learner is addressed as %j', (firstName, lastName, expected) => {
  expect(greetingName(firstName, `${firstName} ${lastName}`.trim())).toBe(expected);
});
