import { id, many, testRequests } from '../platform/testing/requests.ts';
import { packages } from './calls.ts';

testRequests([
  [
    'the minutes of a package',
    packages.setMinutes.body,
    { minutes: 1 },
    [{ minutes: 600 }],
    [0, 601, 1.5].map((minutes) => [{ minutes }, 'minutes: Enter a number of minutes from 1 to 600'] as const),
  ],
  [
    'what a package stores',
    packages.commit.body,
    { itemId: '', seen: 0, page: id, values: {} },
    [{ values: Object.fromEntries(many(4000, '').map((value, n) => [n, value])) }],
    [
      [
        { values: Object.fromEntries(many(4001, '').map((value, n) => [n, value])) },
        'values: The package stores too many values.',
      ],
      [{ seen: -1 }, /^seen: /],
    ],
  ],
]);
