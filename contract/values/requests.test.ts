import { id, single, testRequests } from '../platform/testing/requests.ts';
import { DatedListQuery, Id, ListQuery, SeenVersion } from './shapes.ts';

testRequests([
  ['an id', single(Id), { value: id }, [{ value: id.toUpperCase() }], [[{ value: 'x' }, 'value: Not a valid id']]],
  [
    'a list',
    ListQuery,
    {},
    [{ limit: '1' }, { limit: '200' }],
    ['0', '201', '1.5'].map((limit) => [{ limit }, 'limit: The limit is a number from 1 to 200'] as const),
  ],
  [
    'a list by days',
    DatedListQuery,
    {},
    [{ from: '1900-01-01' }],
    [[{ from: '1899-12-31' }, 'from: Enter a valid date']],
  ],
  [
    'the version that an editor saw',
    SeenVersion,
    {},
    [{ version: 1 }, { version: 2_147_483_647 }],
    [0, 1.5, 2_147_483_648].map(
      (version) => [{ version }, 'version: The version is the number with which the record was read'] as const,
    ),
  ],
]);
