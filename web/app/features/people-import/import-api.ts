import type * as wire from '@fairlead/contract/people-import/calls';
import { peopleImport } from '@fairlead/contract/people-import/calls';
import { type FromWire, fromWire } from '@fairlead/contract/platform/names';
import { profileNames } from '@fairlead/contract/seafarers/names';
import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod/mini';
import { call } from '../../lib/calls/api-client.ts';
import { queryClient } from '../../lib/calls/query-client.ts';

/** An uploaded table of people: what becomes of its rows, and whether it was confirmed or undone. */
export type PeopleImport = FromWire<typeof profileNames, wire.PeopleImport>;
export type ImportLayout = NonNullable<PeopleImport['layout']>;
export type ImportRow = FromWire<typeof profileNames, wire.PeopleImportRow>;

type BodyOf<C extends { body: z.ZodMiniType }> = z.input<C['body']>;

/** The polling interval for the progress of an import, in milliseconds. */
const freshEvery = 2_000;

/** Uploads a table for a preview; nothing is made, and no email is sent. */
export const previewImport = async (form: FormData): Promise<PeopleImport> =>
  fromWire(profileNames, (await call(peopleImport.preview, { form })).data);

/** The number of rows that an import makes or has made, and has not taken back. */
export const madeBy = ({ counts }: PeopleImport): number => counts.new + counts.matched;

/** Whether a confirmed import has emails to send, or one that is undone has rows to take back. */
export const isUnderWay = (table: PeopleImport): boolean =>
  table.undoneAt === null ? table.mailsLeft > 0 : madeBy(table) > 0;

/** The imports of the last days, the newest first. */
export const latestImportsQuery = queryOptions({
  queryKey: ['people', 'imports'],
  queryFn: async () => fromWire(profileNames, (await call(peopleImport.list)).data),
});

export const importQuery = (id: string) =>
  queryOptions({
    queryKey: ['people', 'import', id],
    queryFn: async () => fromWire(profileNames, (await call(peopleImport.get, { params: { id } })).data),
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? freshEvery : false),
  });

/** Chooses the columns of a list; its rows are judged again. */
export async function chooseColumns(id: string, body: BodyOf<typeof peopleImport.chooseColumns>): Promise<void> {
  await call(peopleImport.chooseColumns, { params: { id }, body });
}

/** Corrects cells of a row, or leaves it out; the rows are judged again. */
export async function correctRow(id: string, body: BodyOf<typeof peopleImport.correctRow>): Promise<void> {
  await call(peopleImport.correctRow, { params: { id }, body });
}

/** Makes what the preview shows; `checked`: what the rows say is to be checked. Returns the success message. */
export async function confirmImport(id: string, checked = false): Promise<string> {
  await call(peopleImport.confirm, { params: { id }, ...(checked && { body: { checked } }) });
  return 'The list is imported. The emails are being sent.';
}

/** Takes the import back, as far as nobody has used it; returns the success message. */
export async function undoImport(id: string): Promise<string> {
  await call(peopleImport.undo, { params: { id } });
  return 'The import is being undone.';
}

/** Reads the import, its rows and the lists of people again. */
export async function refetchImport(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ['people'] });
  void queryClient.invalidateQueries({ queryKey: ['batches'] });
}

export const refetchRows = (id: string) => queryClient.invalidateQueries({ queryKey: ['people', 'import rows', id] });
