import { expect, test } from 'vitest';
import { findRefused, refusedBy } from './terms.ts';

const glossary = [
  '| rule | where | not a term |',
  '| --- | --- | --- |',
  '| a rule | `codeMinutes` | `inNoColumn` |',
  '## Terms',
  '',
  '| term | meaning | not |',
  '| --- | --- | --- |',
  '| require | what a rule asks for | `claim` `lay claim` but `claim check` |',
  '| state | of an enrolment | status |',
].join('\n');
const refused = refusedBy(glossary);

test('words in code of the last column are refused, and words behind "but" are right', () => {
  expect(refused).toEqual([
    { word: 'claim', term: 'require', except: ['claim check'] },
    { word: 'lay claim', term: 'require', except: ['claim check'] },
  ]);
});

test.each([
  ['a word', 'no\nnever claim it', [2]],
  ['a word that begins a sentence', 'Claim it.', [1]],
  ['the first part of an identifier', 'const claimPlace = 1;', [1]],
  ['a later part of an identifier', 'const mayClaim = 1;', [1]],
  ['a part of a column', 'select last_claim from t', [1]],
  ['a part of the name of a file', 'server/late-claim.ts', [1]],
  ['a phrase over the end of a line', ' * they layClaim and lay\n * claim to it', [1, 2, 1, 1]],
  ['a word within another', 'a claimant claims, unclaimed, acclaim', []],
  ['a word that is right in its phrase', 'a claim check, claimCheck', []],
])('%s', (_, text, lines) => {
  expect(findRefused(text, refused).map(({ line }) => line)).toEqual(lines);
});
