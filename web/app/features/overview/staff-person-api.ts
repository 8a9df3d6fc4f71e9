import { overview } from '@fairlead/contract/overview';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { type StaffPerson, staffPersonOf } from './staff-person-wire.ts';

/** All about one person. Its key lies below that of the lists of people, so that whatever changes them renews it. */
export const personQuery = (id: string) =>
  queryOptions({
    queryKey: ['people', 'person', id],
    queryFn: async (): Promise<StaffPerson> => staffPersonOf((await call(overview.getPerson, { params: { id } })).data),
  });
