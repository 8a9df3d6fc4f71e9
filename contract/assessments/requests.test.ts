import { id, many, single, testRequests } from '../platform/testing/requests.ts';
import { attempts } from './attempts.ts';
import { Revision } from './calls.ts';

testRequests([
  [
    'the progress of an attempt',
    attempts.save.body,
    { answers: many(500, { questionId: id, selectedAnswer: 'A' }), revision: 0 },
    [{ absences: many(200, { fromSecond: 31_536_000, seconds: 0 }) }],
    [
      [{ answers: many(501, { questionId: id, selectedAnswer: 'A' }) }, /^answers: /],
      [{ absences: many(201, { fromSecond: 0, seconds: 0 }) }, /^absences: /],
      ...[-1, 0.5, 31_536_001].flatMap(
        (wrong) =>
          [
            [{ absences: [{ fromSecond: wrong, seconds: 0 }] }, /^absences\.0\.fromSecond: /],
            [{ absences: [{ fromSecond: 0, seconds: wrong }] }, /^absences\.0\.seconds: /],
          ] as const,
      ),
      [{ revision: -1 }, /^revision: /],
    ],
  ],
  ['a revision', single(Revision), { value: 0 }, [], [[{ value: -1 }, /^value: /]]],
]);
