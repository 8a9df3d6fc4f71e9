import { expect, test } from 'vitest';
import { speaksOfOthers } from './question-kinds.ts';

test.each([
  'All of the above',
  'None of the above.',
  'none of these',
  'Any of the above',
  'Neither of the above',
  'All the above options',
  'Both A and B',
  'A and C',
  'Both (a) and (b)',
  'Options 1 and 3',
  'Either 1 or 2',
  'Only A and D',
  'A, B and C',
  'I and III',
])('“%s” speaks of the other options', (option) => expect(speaksOfOthers(option)).toBe(true));

test.each([
  'A lifeboat and a raft',
  'Above the waterline',
  'None',
  'All hands on deck',
  'Both anchors',
  '1 or more extinguishers are missing',
  '1.5 and 2.5 metres',
  'Red',
  'A and his mate',
])('“%s” does not', (option) => expect(speaksOfOthers(option)).toBe(false));
