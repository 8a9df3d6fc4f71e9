import { z } from 'zod/mini';
import { Id, Instant, text } from '../values/shapes.ts';
import { documentKinds, documentReasons } from './document-words.ts';

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

/** A request of staff for a document of a person. */
export const NewDocumentRequest = z
  .object({
    document: z.enum(documentKinds, 'Choose a document'),
    reason: z.enum(documentReasons, 'Choose a reason'),
    /** A remark for the person, which is emailed to them. */
    note: z.optional(text('Note', 1000)),
  })
  .check(
    z.refine(({ reason, note }) => reason !== 'other' || note !== undefined, {
      error: 'Please write the reason',
      path: ['note'],
    }),
  );
export type NewDocumentRequest = z.infer<typeof NewDocumentRequest>;
