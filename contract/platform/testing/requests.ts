import { expect, test } from 'vitest';
import { z } from 'zod/mini';

type Changes = Record<string, unknown>;

/**
 * What a shape of a request takes at its limits, and its sentence beyond them. Each of `accepted` and `refused` changes
 * fields of the sound value; a refusal has the path and the sentence of the first fault, or a pattern for them.
 */
export type RequestCase = readonly [
  name: string,
  schema: unknown,
  sound: Changes,
  accepted: readonly Changes[],
  refused: readonly (readonly [Changes, string | RegExp])[],
];

/** The path and the sentence of the first fault; empty where there is none. */
function faultOf(schema: unknown, value: unknown): string {
  const issue = z.safeParse(schema as z.ZodMiniType, value).error?.issues[0];
  return issue ? `${issue.path.join('.')}: ${issue.message}` : '';
}

/** One test for each case. */
export const testRequests = (cases: readonly RequestCase[]): void =>
  test.each(cases)('%s', (_, schema, sound, accepted, refused) => {
    for (const changes of [{}, ...accepted])
      expect(faultOf(schema, { ...sound, ...changes }), JSON.stringify(changes).slice(0, 80)).toBe('');
    for (const [changes, fault] of refused) {
      const found = faultOf(schema, { ...sound, ...changes });
      if (typeof fault === 'string') expect(found).toBe(fault);
      else expect(found).toMatch(fault);
    }
  });

/** The shape of a single value, which stands in the field `value`. */
export const single = (schema: unknown) => z.object({ value: schema as z.ZodMiniType });

export const id = '018f0000-0000-7000-8000-00000000000a';
export const ids = (count: number): string[] =>
  Array.from({ length: count }, (_, n) => `018f0000-0000-7000-8000-${String(n).padStart(12, '0')}`);
export const many = <T>(count: number, value: T): T[] => Array<T>(count).fill(value);
