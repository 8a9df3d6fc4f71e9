import { ProgressFile } from '@fairlead/contract/offline-records/calls';
import { contractCalls } from '@fairlead/contract/platform/testing/contract-calls';
import { z } from 'zod/mini';
import type { $ZodType as Schema } from 'zod/v4/core';
import { mostValuesOf, requireFewValues } from '../../server/platform/http/json-bounds.ts';
import { spreadOf } from '../harness/rounds.ts';
import { beside, type Row } from '../harness/table.ts';

type Described = { type?: string; properties?: Record<string, Described>; items?: Described; anyOf?: Described[] };
type Path = readonly (string | number)[];

/** Where a JSON schema has lists. */
function listsIn({ type, properties = {}, items, anyOf = [] }: Described, path: Path = []): Path[] {
  const inside = [...Object.entries(properties), ...(items ? [[0, items] as const] : [])];
  return [
    ...(type === 'array' ? [path] : []),
    ...inside.flatMap(([name, one]) => listsIn(one, [...path, name])),
    ...anyOf.flatMap((one) => listsIn(one, path)),
  ];
}

function placed([head, ...rest]: Path, value: unknown): unknown {
  if (head === undefined) return value;
  return typeof head === 'number' ? [placed(rest, value)] : { [head]: placed(rest, value) };
}

/** Bodies of a schema with as many values as are let through: unknown fields, and each list with items of any kind. */
function largestOf(body: Schema): string[] {
  const many = mostValuesOf(body) - 20;
  const described = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Described;
  const lists = listsIn(described).flatMap((path) =>
    // an empty object counts twice: as an item, and as an object
    [0, 'x', null, {}].map((item, kind) => placed(path, Array(kind === 3 ? many / 2 : many).fill(item))),
  );
  const unknown = Object.fromEntries(Array.from({ length: many }, (_, index) => [`k${index}`, 0]));
  return [unknown, ...lists].map((content) => JSON.stringify(content));
}

/** Milliseconds of computing, which other programs on the machine do not change. */
function computing(act: () => void): number {
  const before = process.threadCpuUsage();
  act();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/**
 * How long the JSON body that takes longest, of all calls, holds the main thread: counted, parsed, checked and its
 * faults named.
 */
export async function measureBodies({ times }: { times: number }): Promise<Row[]> {
  const all = [
    ['a progress file', ProgressFile as Schema] as const,
    ...(await contractCalls()).flatMap(({ name, call }) => (call.body ? [[name, call.body] as const] : [])),
  ];
  const read = (body: Schema, text: string) => () => {
    requireFewValues(text, mostValuesOf(body));
    const { error } = z.safeParse(body as never, JSON.parse(text));
    for (const { path } of error?.issues ?? []) path.map(String).join('.');
  };
  // the first reading compiles the schema
  const readings = all.flatMap(([name, body]) =>
    largestOf(body).map((text) => {
      const act = read(body, text);
      act();
      return { name, act, took: computing(act) };
    }),
  );
  const slowest = readings.reduce((most, one) => (one.took > most.took ? one : most));
  const took = Array.from({ length: times }, () => computing(slowest.act));
  return [
    beside('the JSON body that takes longest', spreadOf(took), {
      limit: 50,
      unit: 'ms',
      note: `${readings.length} bodies of ${all.length} calls; this one is of ${slowest.name}`,
    }),
  ];
}
