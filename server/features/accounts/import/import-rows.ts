import { Registration } from '@fairlead/contract/accounts';
import { z } from 'zod/mini';
import type { Columns, NamedRow } from '../../../platform/tables/read-table.ts';

/** The columns of a table of people, with alternative names. */
export const importColumns = {
  prefix: ['Title', 'Prefix', 'Salutation'],
  firstName: ['First name', 'Given name', 'Forename'],
  lastName: ['Last name', 'Surname', 'Family name'],
  email: ['Email', 'Email address', 'Mail'],
  mobile: ['Mobile', 'Mobile number', 'Phone', 'Phone number'],
} as const satisfies Columns<string>;

/** The maximum number of people in one import; a larger table is not a crew list. */
export const mostPeople = 10_000;

export type ReadRow = {
  row: number;
  prefix: string;
  firstName: string;
  lastName: string;
  email: string;
  mobile: string;
  outcome: 'good' | 'duplicate' | 'registered' | 'invalid';
  reason: string | null;
};

const Person = z.omit(Registration, { password: true });

/** The length to which a text is truncated in the report, since a cell may contain anything. */
const shown = 200;

/**
 * Validates the rows of a table of people, each by the rules of registration: its errors, whether an earlier row has
 * the same email address, and whether an account has it.
 *
 * @param registered returns which of the given lower-case email addresses are in use.
 */
export async function judgeRows(
  rows: readonly NamedRow<keyof typeof importColumns>[],
  registered: (emails: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<ReadRow[]> {
  const seen = new Map<string, number>();
  const judged = rows.map(({ row, values }): ReadRow => {
    const parsed = z.safeParse(Person, { ...values, tittle: prefixOf(values.prefix) });
    if (!parsed.success) {
      const first = new Map(parsed.error.issues.toReversed().map((issue) => [issue.path[0], issue]));
      const reason = [...first.values()].reverse().map(sentenceOf).join(' ');
      const cut = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, value.slice(0, shown)]));
      return { row, ...(cut as typeof values), outcome: 'invalid', reason };
    }
    const { tittle: prefix, ...person } = parsed.data;
    const earlier = seen.get(person.email);
    if (earlier)
      return { row, prefix, ...person, outcome: 'duplicate', reason: `Row ${earlier} has the same email address.` };
    seen.set(person.email, row);
    return { row, prefix, ...person, outcome: 'good', reason: null };
  });
  const known = await registered([...seen.keys()]);
  return judged.map((one) =>
    one.outcome === 'good' && known.has(one.email) ? { ...one, outcome: 'registered', reason: alreadyRegistered } : one,
  );
}

export const alreadyRegistered = 'This email address already has an account.';

const sentenceOf = ({ path, message }: { path: PropertyKey[]; message: string }) =>
  `${path[0] === 'tittle' ? 'The title must be Mr, Mrs, Dr or Prof' : message.replace(/\.$/, '')}.`;

/** Normalises a title: 'MR.' becomes 'Mr'. */
function prefixOf(text: string): string {
  const emailTemplates = text.replace(/[^a-z]/gi, '').toLowerCase();
  return emailTemplates.charAt(0).toUpperCase() + emailTemplates.slice(1);
}
