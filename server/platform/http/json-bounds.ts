import { z } from 'zod/mini';
import type { $ZodType as Schema } from 'zod/v4/core';
import { AppError } from '../errors.ts';

/**
 * JSON that is short in bytes can hold the main thread for long: 110,000 keys in a megabyte took 150 ms to parse and
 * check. So values are counted before JSON is parsed.
 */
const most = {
  /** More than any body of ours has, whatever its schema says: a checklist may have 46,000. */
  values: 50_000,
  /** Every body may have as many, whatever its schema: a page of an earlier version sends fields that are gone. */
  always: 1000,
  depth: 32,
};

const bounds = new WeakMap<Schema, number>();

/**
 * How many values JSON of a schema may have: twice as many as the schema describes, since unknown fields are ignored.
 */
export function mostValuesOf(schema: Schema): number {
  const known = bounds.get(schema);
  if (known !== undefined) return known;
  const described = countIn(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Described);
  const bound = Math.min(most.values, Math.max(most.always, 2 * described));
  bounds.set(schema, bound);
  return bound;
}

type Described = {
  anyOf?: Described[];
  oneOf?: Described[];
  allOf?: Described[];
  properties?: Record<string, Described>;
  additionalProperties?: Described | boolean;
  prefixItems?: Described[];
  items?: Described;
  maxItems?: number;
};

/** How many values a JSON schema describes at most. */
function countIn(schema: Described): number {
  const { anyOf, oneOf, allOf, properties, additionalProperties, prefixItems, items, maxItems } = schema;
  const sum = (all: readonly Described[]) => all.reduce((count, one) => count + countIn(one), 0);
  if (anyOf || oneOf) return Math.max(...[...(anyOf ?? []), ...(oneOf ?? [])].map(countIn));
  if (allOf) return sum(allOf);
  // of a list or a record without a limit, any number
  const isOpen = typeof additionalProperties === 'object';
  const inList = items ? (maxItems ?? most.values) * countIn(items) : 0;
  return 1 + sum(Object.values(properties ?? {})) + sum(prefixItems ?? []) + inList + (isOpen ? most.values : 0);
}

const code = (character: string) => character.charCodeAt(0);
const [quote, backslash, comma] = [code('"'), code('\\'), code(',')];
const opening = new Set([code('{'), code('[')]);
const closing = new Set([code('}'), code(']')]);

/**
 * Refuses JSON that would take too long to parse or to check. One pass over the characters, which a short text does not
 * need: a value takes a character at least.
 *
 * @param values as `mostValuesOf` returns it.
 * @throws AppError `too-large`.
 */
export function requireFewValues(text: string, values: number): void {
  if (text.length <= most.always) return;
  let [count, depth, inText] = [1, 0, false];
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (inText) {
      if (character === backslash) at++;
      else if (character === quote) inText = false;
    } else if (character === quote) inText = true;
    else if (character === comma) count++;
    else if (opening.has(character)) {
      count++;
      if (++depth > most.depth) throw tooMuch();
    } else if (closing.has(character)) depth--;
    if (count > values) throw tooMuch();
  }
}

const tooMuch = () => new AppError('too-large', 'This has more entries than can be taken at once. Please send fewer.');
