import { expect, test } from 'vitest';
import { hasBareOr, templatesIn } from './sql-conditions.ts';

test.each([
  "folder <> 'certificates' or content_type <> $",
  'update account set a = $ where b = $ and c or d',
  'exists (select from film where $ and removed_at is null or $)',
  'case when a and b or c then 1 end',
  'a between 1 and 2 or $',
  ' or ',
])('an or without parentheses is reported: %s', (text) => {
  expect(hasBareOr(text)).toBe(true);
});

test.each([
  "(folder <> 'certificates' or content_type <> $)",
  'a and (b or (c and d)) and not (e or f)',
  "text = 'this or that' and b -- or not",
  'case when a or b then 1 end and c',
  '(a between 1 and 2 or b)',
  '(select a and b, c or d from e where f)',
])('an or in parentheses is accepted: %s', (text) => {
  expect(hasBareOr(text)).toBe(false);
});

test('templates of sql are found, typed ones too, and nothing else', () => {
  const value = ['$', '{c}'].join('');
  const source = `const a = sql\`b = ${value} or d\`; const e = sql<boolean>\`f\`; const g = 'h or i'; // sql\`j or k\``;
  expect(templatesIn(source)).toEqual(['b = $ or d', 'f']);
});
