import { id, ids, testRequests } from '../platform/testing/requests.ts';
import { DeclineReason, enrolments } from './calls.ts';

testRequests([
  [
    'a reason to decline',
    DeclineReason,
    {},
    [{ reason: 'other', note: 'A' }, { reason: 'batch-full' }],
    [[{ reason: 'other' }, 'note: Please write the reason']],
  ],
  [
    'requests to decline together',
    enrolments.rejectMany.body,
    { requests: [{ id }] },
    [{ requests: ids(200).map((one) => ({ id: one })) }],
    [
      [{ requests: [] }, 'requests: Choose 1 to 200 at once'],
      [{ requests: ids(201).map((one) => ({ id: one })) }, 'requests: Choose 1 to 200 at once'],
      [{ requests: [{ id }, { id }] }, 'requests: Name each of them once'],
      [{ reason: 'other' }, 'note: Please write the reason'],
    ],
  ],
  [
    'enrolments to withdraw together',
    enrolments.withdrawMany.body,
    { enrolments: ids(1000).map((one) => ({ id: one })) },
    [],
    [
      [{ enrolments: ids(1001).map((one) => ({ id: one })) }, 'enrolments: Choose 1 to 1,000 at once'],
      [{ reason: 'other' }, 'note: Please write the reason'],
    ],
  ],
]);
