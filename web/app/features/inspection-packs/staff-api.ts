import { inspectionPacks, type PackInput, packFile } from '@fairlead/contract/inspection-packs/calls';
import { fromWire, idNames } from '@fairlead/contract/platform/names';
import { queryOptions } from '@tanstack/react-query';
import { call, downloadFile, type NamedFile } from '../../lib/calls/api-client.ts';
import { queryClient } from '../../lib/calls/query-client.ts';

/** How often the list is read again while a pack is being made, in milliseconds. */
const pollEach = 2000;

/** The newest packs; read again while one of them is being made. */
export const packsQuery = queryOptions({
  queryKey: ['inspection-packs'],
  queryFn: async () => fromWire(idNames, (await call(inspectionPacks.list)).data),
  refetchInterval: ({ state }) => (state.data?.some((one) => one.state === 'making') ? pollEach : false),
});
export type InspectionPack = Awaited<ReturnType<NonNullable<typeof packsQuery.queryFn>>>[number];

/** Has a pack made; returns the server's message. */
export async function askForPack(input: PackInput): Promise<string> {
  const { message } = await call(inspectionPacks.ask, { body: input });
  await queryClient.invalidateQueries({ queryKey: packsQuery.queryKey });
  return message;
}

export const downloadPack = (id: string): Promise<NamedFile> =>
  downloadFile(packFile, { params: { id } }, 'inspection-pack.zip');
