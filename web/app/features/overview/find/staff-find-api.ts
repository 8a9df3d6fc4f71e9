import type * as wire from '@fairlead/contract/overview/calls';
import { overview } from '@fairlead/contract/overview/calls';
import { type FromWire, fromWire } from '@fairlead/contract/platform/names';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';

const foundNames = { _id: 'id', certNo: 'certificateNumber' } as const;

/** What a text finds, by kind; null for a kind that the reader may not read. */
export type Found = FromWire<typeof foundNames, wire.Found>;

/** What a text finds on the server; nothing is read for an empty one. */
export const findQuery = (text: string) =>
  queryOptions({
    queryKey: ['find', text],
    queryFn: async (): Promise<Found> => fromWire(foundNames, (await call(overview.find, { query: { q: text } })).data),
    enabled: text !== '',
    // an answer is for now: somebody may have decided on what it contains
    staleTime: 0,
    gcTime: 0,
  });
