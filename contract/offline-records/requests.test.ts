import { id, many, testRequests } from '../platform/testing/requests.ts';
import { offlineRecords, ProgressFile, RecordPart } from './calls.ts';

const part = { first: 1, previous: 'a', links: '', signature: 'b' };
const answer = { check: id, choice: null };

testRequests([
  [
    'a part of a record',
    RecordPart,
    part,
    [{ first: 200_000 }, { links: 'a'.repeat(200_000) }],
    [
      [{ first: 0 }, /^first: /],
      [{ first: 200_001 }, /^first: /],
      [{ links: 'a'.repeat(200_001) }, /^links: /],
      [{ links: 'a+' }, 'links: This is not base64url'],
    ],
  ],
  [
    'a file with progress',
    ProgressFile,
    { format: 'fairlead-progress', version: 1, pass: 'a', part, answers: [answer], answersSignature: 'b' },
    [{ answers: many(500, { check: id, choice: 5 }) }, { answers: [{ check: id, choice: 0 }] }],
    [
      [{ answers: many(501, answer) }, /^answers: /],
      ...[-1, 6, 0.5].map((choice) => [{ answers: [{ check: id, choice }] }, /^answers\.0\.choice: /] as const),
    ],
  ],
  [
    'the key of a device',
    offlineRecords.issuePass.body,
    { key: 'a'.repeat(87) },
    [],
    [
      [{ key: 'a'.repeat(86) }, /^key: /],
      [{ key: 'a'.repeat(88) }, /^key: /],
    ],
  ],
]);
