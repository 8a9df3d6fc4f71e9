import { expect, test } from 'vitest';
import { emailsIn } from './emails-in.ts';

test('email addresses are found between names, brackets and commas, each once', () => {
  const pasted = `Asha Nair <Asha@X.example>; "Ravi, Menon" <ravi@x.example>,jo@x.example\tJo
mailto:asha@x.example. not@an/address nobody @ x.example (kim@y.example)`;
  expect(emailsIn(pasted)).toEqual(['asha@x.example', 'ravi@x.example', 'jo@x.example', 'kim@y.example']);
  expect(emailsIn(' \n')).toEqual([]);
});
