import { z } from 'zod/mini';
import type { $ZodType, $ZodTypes } from 'zod/v4/core';

type Reduce = (value: unknown) => unknown;

/**
 * Compiles the schema of a reply to a function that leaves out every field that the schema does not list. It does not
 * check the values, which takes longer than to read them: a handler whose reply has another shape does not compile
 * (`serve`), and the tests parse each reply.
 *
 * @throws TypeError from the function, for an object where the schema has none, since that could contain anything.
 */
export function listedFields(schema: $ZodType): Reduce {
  const { def } = (schema as $ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return def.catchall ? (value) => z.encode(schema, value as never) : fieldsOf(def.shape);
    case 'array': {
      const reduce = listedFields(def.element);
      return (value) => (value as unknown[]).map((one) => reduce(one));
    }
    case 'nullable': {
      const reduce = listedFields(def.innerType);
      return (value) => (value === null ? null : reduce(value));
    }
    case 'optional': {
      const reduce = listedFields(def.innerType);
      return (value) => (value === undefined ? undefined : reduce(value));
    }
    case 'string':
    case 'number':
    case 'boolean':
    case 'enum':
    case 'literal':
      return scalar;
    default:
      // rare kinds, such as a union, are left to the schema itself
      return (value) => z.encode(schema, value as never);
  }
}

function fieldsOf(shape: Readonly<Record<string, $ZodType>>): Reduce {
  const fields = Object.entries(shape).map(([name, schema]) => [name, listedFields(schema)] as const);
  return (value) => {
    const row = value as Record<string, unknown>;
    const listed: Record<string, unknown> = {};
    for (const [name, reduce] of fields) {
      const one = row[name];
      if (one !== undefined) listed[name] = reduce(one);
    }
    return listed;
  };
}

function scalar(value: unknown): unknown {
  if (typeof value === 'object' && value !== null) throw new TypeError('a reply has an object where a value belongs');
  return value;
}

/** Fastify's serializer for the replies of calls. */
export const replySerializer = ({ schema }: { schema: unknown }) => {
  const reduce = listedFields(schema as $ZodType);
  return (reply: unknown): string => JSON.stringify(reduce(reply));
};
