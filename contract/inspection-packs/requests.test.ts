import { id, testRequests } from '../platform/testing/requests.ts';
import { PackInput } from './calls.ts';

testRequests([
  [
    'a pack for an inspector',
    PackInput,
    { from: '2026-01-01', to: '2026-01-01' },
    [
      { batchId: id, from: undefined, to: undefined },
      { from: '2026-01-01', to: '2027-01-01' },
    ],
    [
      [{ from: undefined }, 'from: Choose the first day'],
      [{ to: undefined }, 'to: Choose the last day'],
      [{ from: '2026-01-02' }, 'to: The last day is before the first'],
      [{ to: '2027-01-02' }, 'to: Choose at most 366 days'],
    ],
  ],
]);
