import { overview } from '@fairlead/contract/overview/calls';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';
import { type StaffPerson, staffPersonOf } from './staff-person-wire.ts';

/**
 * Everything about one person. The query key is below that of the lists of people, so that a change to them invalidates
 * it.
 */
export const personQuery = (id: string) =>
  queryOptions({
    queryKey: ['people', 'person', id],
    queryFn: async (): Promise<StaffPerson> => staffPersonOf((await call(overview.getPerson, { params: { id } })).data),
  });
