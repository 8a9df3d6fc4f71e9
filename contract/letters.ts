import { z } from 'zod/mini';
import type { Calls } from './call.ts';
import { bounded, data, Instant, line, saved, text } from './shapes.ts';

export const LetterWords = z.object({ subject: line('Subject', 200), text: text('Text', 5000) });
export type LetterWords = z.infer<typeof LetterWords>;

const Letter = z.object({
  key: z.string(),
  /** When the email is sent. */
  when: z.string(),
  subject: z.string(),
  text: z.string(),
  /** When staff last changed its words; null while it has the default words. */
  changedAt: z.nullable(Instant),
  /** The placeholders that its words can use, each with an example. */
  placeholders: z.array(z.object({ name: z.string(), sample: z.string() })),
});
export type Letter = z.infer<typeof Letter>;

const noSuchLetter = 'There is no such letter.';
const byKey = z.object({ key: bounded(60, { tooLong: noSuchLetter }).check(z.regex(/^[a-z-]+$/, noSuchLetter)) });

/** The email templates. */
export const letters = {
  list: { method: 'GET', path: '/letters', who: 'settings:edit', reply: data(z.array(Letter)) },
  /** Renders the template with examples for its placeholders; stores nothing. */
  preview: {
    method: 'POST',
    path: '/letters/:key/preview',
    who: 'settings:edit',
    params: byKey,
    body: LetterWords,
    reply: data(z.object({ subject: z.string(), text: z.string() })),
  },
  save: {
    method: 'PUT',
    path: '/letters/:key',
    who: 'settings:edit',
    params: byKey,
    body: LetterWords,
    reply: saved(Letter),
  },
  reset: { method: 'DELETE', path: '/letters/:key', who: 'settings:edit', params: byKey, reply: saved(Letter) },
} as const satisfies Calls;
