import type { Call } from '@fairlead/contract/platform/call';
import { z } from 'zod/mini';

/**
 * The most bytes of a text field: eight for each character of its schema, so that the schema's own sentence names a
 * text that is somewhat too long, and no fewer or more than these. A letter of Hindi has three.
 */
const bytes = { perCharacter: 8, fewest: 2000, most: 300_000 };

const known = new WeakMap<Call, ReadonlyMap<string, number>>();

/** The text fields that a call with files declares, each with the most bytes that it may have in a form. */
export function textFieldsOf(call: Pick<Call, 'body'>): ReadonlyMap<string, number> {
  const found = known.get(call as Call);
  if (found) return found;
  const { properties = {} } = call.body ? z.toJSONSchema(call.body, { io: 'input', unrepresentable: 'any' }) : {};
  const fields = new Map(
    Object.entries(properties).map(([name, schema]) => {
      const { maxLength = 0 } = schema as { maxLength?: number };
      return [name, Math.min(bytes.most, Math.max(bytes.fewest, bytes.perCharacter * maxLength))];
    }),
  );
  known.set(call as Call, fields);
  return fields;
}

/** The most bytes of all text fields of a form together: what it may hold in memory. */
export const textBytesOf = (call: Pick<Call, 'body'>): number =>
  [...textFieldsOf(call).values()].reduce((sum, one) => sum + one, 0);
