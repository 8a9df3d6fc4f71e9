import type { Call } from '@fairlead/contract/platform/call';
import type { $ZodType as Schema } from 'zod/v4/core';
import type { Endpoint } from '../../platform/http/serve.ts';

/** The parameters of a call's query, by name. */
export const parametersOf = ({ query }: Call): Readonly<Record<string, Schema>> =>
  (query as { shape?: Record<string, Schema> } | undefined)?.shape ?? {};

/** The values of a parameter that has a fixed set of them: an order, or a filter made with `oneOf`. */
export const valuesOf = (parameter: Schema | undefined): string[] =>
  [...(parameter?._zod.values ?? [])].filter((value) => typeof value === 'string');

/**
 * Every paginated list among some endpoints: the calls whose query has a cursor. Left out are the lists of one record
 * other than a course, such as the rows of an import: they are tested with that record, whose key limits their search.
 */
export const listsAmong = (endpoints: readonly Endpoint[]): Endpoint[] =>
  endpoints.filter(
    ({ call }) => 'after' in parametersOf(call) && (!call.params || call.path.startsWith('/courses/:id/')),
  );

/** The items in the response of a list, which are its whole body or stand under `data`. */
export const itemsIn = <Item>(body: unknown): Item[] => (Array.isArray(body) ? body : (body as { data: Item[] }).data);
