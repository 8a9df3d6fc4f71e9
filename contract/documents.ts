import { z } from 'zod/mini';
import { documentKinds, documentReasons } from './document-words.ts';
import { CalendarDate, Id, Instant, text } from './shapes.ts';

/** A document that staff have asked for. It is open until the person has uploaded it (`answeredAt`). */
export const DocumentRequest = z.object({
  _id: Id,
  document: z.enum(documentKinds),
  reason: z.enum(documentReasons),
  note: z.nullable(z.string()),
  at: Instant,
  answeredAt: z.nullable(Instant),
});
export type DocumentRequest = z.infer<typeof DocumentRequest>;

/** What staff ask for. */
export const NewDocumentRequest = z
  .object({
    document: z.enum(documentKinds, 'Choose a document'),
    reason: z.enum(documentReasons, 'Choose a reason'),
    /** What the person should know besides; it is emailed to them. */
    note: z.optional(text('Note', 1000)),
  })
  .check(
    z.refine(({ reason, note }) => reason !== 'other' || note !== undefined, {
      error: 'Please write the reason',
      path: ['note'],
    }),
  );
export type NewDocumentRequest = z.infer<typeof NewDocumentRequest>;

/**
 * What is unusual about a profile and its documents. The server computes it (`warningsOf` in `seafarers`), for staff
 * only. A warning decides nothing.
 */
export const ProfileWarning = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('expired'), paper: z.enum(['passport', 'cdc']), on: CalendarDate }),
  /** It expires before the last day of the batch, which is `endsOn`. */
  z.object({
    kind: z.literal('expires-before-end'),
    paper: z.enum(['passport', 'cdc']),
    on: CalendarDate,
    endsOn: CalendarDate,
  }),
  /** Its number does not have the usual form; `text` says why. */
  z.object({
    kind: z.literal('unusual-number'),
    paper: z.enum(['passport', 'cdc', 'indos', 'grade']),
    text: z.string(),
  }),
  /** Another account has the same number; `other` is null for a reader who may not read people. */
  z.object({
    kind: z.literal('same-number'),
    paper: z.enum(['passport', 'indos']),
    other: z.nullable(z.object({ id: Id, name: z.string() })),
  }),
  z.object({ kind: z.literal('tiny-picture'), document: z.enum(documentKinds) }),
  z.object({ kind: z.literal('blurred-picture'), document: z.enum(documentKinds) }),
]);
export type ProfileWarning = z.infer<typeof ProfileWarning>;
