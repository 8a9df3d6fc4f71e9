import { id, ids, testRequests } from '../platform/testing/requests.ts';
import { register } from './register.ts';

testRequests([
  [
    'certificates to print',
    register.print.body,
    { ids: [id] },
    [{ ids: ids(100) }],
    [[], ids(101)].map((few) => [{ ids: few }, 'ids: Choose 1 to 100 certificates'] as const),
  ],
]);
