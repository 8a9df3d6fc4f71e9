import { z } from 'zod/mini';
import type { Calls } from '../platform/call.ts';
import { CalendarDate, data, Id, ListQuery, oneOf, sortedBy } from '../values/shapes.ts';
import { Paise } from './fee-shapes.ts';

/**
 * What a payer owes, by the days since it was due: since the day by which a proforma or invoice is to be paid, or else
 * since it was charged.
 */
export const Owed = z.object({
  /** The first of the enrolments. */
  _id: Id,
  payer: z.string(),
  /** Empty for a person. */
  gstin: z.string(),
  /** The number of fees with something to pay. */
  fees: z.number(),
  /** The earliest day on which something of it was due. */
  dueOn: CalendarDate,
  /** What is not due yet. */
  notDuePaise: Paise,
  to30Paise: Paise,
  to60Paise: Paise,
  to90Paise: Paise,
  over90Paise: Paise,
  totalPaise: Paise,
});
export type Owed = z.infer<typeof Owed>;

/** `over30`: payers of whom something was due more than 30 days ago. */
const owedAges = ['over30', 'over60', 'over90'] as const;

export const OwedQuery = z.extend(ListQuery, { age: oneOf(owedAges), sort: sortedBy(['oldest', 'newest']) });
export type OwedQuery = z.infer<typeof OwedQuery>;

export const owed = {
  /** By the first of the enrolments of each payer; a search finds payer, GSTIN, person, or reference of the fee. */
  list: {
    method: 'GET',
    path: '/fees/owed',
    who: 'fees:read',
    query: OwedQuery,
    reply: data(z.array(Owed)),
    table: { name: 'owed' },
  },
} as const satisfies Calls;
