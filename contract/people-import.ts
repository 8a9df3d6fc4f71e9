import { z } from 'zod/mini';
import { NewPassword } from './accounts.ts';
import type { Calls } from './call.ts';
import { ById, bounded, data, Id, Instant, ListQuery, Message, oneOf } from './shapes.ts';

/** The outcomes of a row: invited after the import is confirmed, or skipped for a reason. */
export const importOutcomes = ['good', 'duplicate', 'registered', 'invalid', 'invited'] as const;

/** An uploaded table of people, with the number of rows for each outcome. */
export const PeopleImport = z.object({
  _id: Id,
  filename: z.string(),
  createdAt: Instant,
  confirmedAt: z.nullable(Instant),
  counts: z.record(z.enum(importOutcomes), z.number()),
});
export type PeopleImport = z.infer<typeof PeopleImport>;

/** A row as it was read, with its number in the sheet. */
export const PeopleImportRow = z.object({
  _id: Id,
  row: z.number(),
  name: z.string(),
  email: z.string(),
  mobile: z.string(),
  outcome: z.enum(importOutcomes),
  /** Why it is skipped; null if it is not. */
  reason: z.nullable(z.string()),
});
export type PeopleImportRow = z.infer<typeof PeopleImportRow>;

export const ImportRowsQuery = z.extend(ListQuery, { outcome: oneOf(importOutcomes) });
export type ImportRowsQuery = z.infer<typeof ImportRowsQuery>;

const InvitationToken = bounded(100, { missing: 'This link is not complete', tooLong: 'This link is not complete' });

/** The import of people from a table: uploaded, checked, confirmed, and invited by email. */
export const peopleImport = {
  preview: {
    method: 'POST',
    path: '/user/imports',
    who: 'people:approve',
    files: { file: { kind: 'table', max: 1 } },
    status: 201,
    reply: data(PeopleImport),
  },
  get: { method: 'GET', path: '/user/imports/:id', who: 'people:approve', params: ById, reply: data(PeopleImport) },
  listRows: {
    method: 'GET',
    path: '/user/imports/:id/rows',
    who: 'people:approve',
    params: ById,
    query: ImportRowsQuery,
    reply: data(z.array(PeopleImportRow)),
    table: { name: 'import-report' },
  },
  /** Invites the people in valid rows, in the background. Idempotent. */
  confirm: {
    method: 'POST',
    path: '/user/imports/:id/confirm',
    who: 'people:approve',
    params: ById,
    reply: data(PeopleImport),
  },
  /**
   * The token of the emailed link is the only proof needed. It sets the password, and verifies and approves the
   * account.
   */
  acceptInvitation: {
    method: 'POST',
    path: '/user/accept-invitation',
    who: 'anyone',
    body: z.object({ token: InvitationToken, newPassword: NewPassword }),
    reply: Message,
  },
} as const satisfies Calls;
