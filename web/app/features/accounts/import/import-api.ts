import { type FromWire, fromWire, idNames } from '@fairlead/contract/names';
import type * as wire from '@fairlead/contract/people-import';
import { peopleImport } from '@fairlead/contract/people-import';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';
import { queryClient } from '../../../lib/calls/query-client.ts';

/** An uploaded table of people: the planned outcome of its rows, and whether it was confirmed. */
export type PeopleImport = FromWire<typeof idNames, wire.PeopleImport>;
export type ImportRow = FromWire<typeof idNames, wire.PeopleImportRow>;

/** The polling interval for the progress of a confirmed import, in milliseconds. */
const freshEvery = 2_000;

/** Uploads a table for a preview; it creates no accounts and sends no email. */
export const previewImport = async (form: FormData): Promise<PeopleImport> =>
  fromWire(idNames, (await call(peopleImport.preview, { form })).data);

/** Whether a confirmed import still has people to invite. */
export const isUnderWay = ({ confirmedAt, counts }: PeopleImport): boolean => confirmedAt !== null && counts.good > 0;

export const importQuery = (id: string) =>
  queryOptions({
    queryKey: ['people', 'import', id],
    queryFn: async () => fromWire(idNames, (await call(peopleImport.get, { params: { id } })).data),
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? freshEvery : false),
  });

/** Creates accounts from the valid rows; returns the success message. */
export async function confirmImport(id: string): Promise<string> {
  await call(peopleImport.confirm, { params: { id } });
  await queryClient.invalidateQueries({ queryKey: ['people', 'import', id] });
  return 'The invitations are being sent.';
}

export const refetchRows = (id: string) => queryClient.invalidateQueries({ queryKey: ['people', 'import rows', id] });
