import { id, many, testRequests } from '../platform/testing/requests.ts';
import { BatchInput, batches } from './calls.ts';

const batch = {
  ...{ code: 'B1', firstDay: '2026-03-02', lastDay: '2026-03-06', restDays: [], startsAt: '09:00', endsAt: '17:00' },
  ...{ venue: 'Hall', seats: 20, instructorId: null, isOpen: true },
};

testRequests([
  [
    'a batch',
    BatchInput,
    batch,
    [
      { firstDay: '2000-01-01', lastDay: '2000-01-01' },
      { firstDay: '2026-01-01', lastDay: '2027-02-04' },
      { seats: 1 },
      { seats: 500 },
      { restDays: ['2026-03-03', '2026-03-05'] },
      { startsAt: '00:00', endsAt: '23:59' },
    ],
    [
      [{ firstDay: '1999-12-31' }, 'firstDay: First day is not a valid date'],
      [{ lastDay: '2026-03-01' }, 'lastDay: The last day is before the first'],
      [{ firstDay: '2026-01-01', lastDay: '2027-02-05' }, 'lastDay: A batch has at most 400 days'],
      [{ startsAt: '24:00' }, 'startsAt: Start is required'],
      [{ endsAt: '09:00' }, 'endsAt: The end is before the start'],
      [{ restDays: ['2026-03-03', '2026-03-02'] }, /^restDays: Days without class are between/],
      [{ restDays: ['2026-03-06'] }, /^restDays: Days without class are between/],
      [{ restDays: many(401, '2026-03-03') }, /^restDays: /],
      ...[0, 501].map((seats) => [{ seats }, 'seats: Enter a number of seats from 1 to 500'] as const),
    ],
  ],
  [
    'a new batch',
    batches.create.body,
    { ...batch, courseId: id },
    [],
    [
      [{ lastDay: '2026-03-01' }, 'lastDay: The last day is before the first'],
      [{ firstDay: '2026-01-01', lastDay: '2027-02-05' }, 'lastDay: A batch has at most 400 days'],
      [{ endsAt: '08:59' }, 'endsAt: The end is before the start'],
      [{ restDays: ['2026-03-07'] }, /^restDays: Days without class/],
    ],
  ],
  ['a month', batches.listMonth.query, { month: '2026-12' }, [], [[{ month: '2026-13' }, /^month: /]]],
]);
