import { z } from 'zod/mini';
import type { Calls } from '../platform/call.ts';
import { bounded, data, Instant, line, saved, text } from '../values/shapes.ts';

export const EmailText = z.object({ subject: line('Subject', 200), text: text('Text', 5000) });
export type EmailText = z.infer<typeof EmailText>;

/** The groups in which staff see the email templates, in their order, with the features that define them. */
const emailGroups: Readonly<Record<string, readonly string[]>> = {
  Accounts: ['accounts', 'single-sign-on', 'people-import', 'personal-data'],
  Documents: ['seafarers', 'wallet'],
  'Enrollment and batches': ['enrolments', 'batches'],
  'Training and tests': ['training', 'assessments', 'offline-records'],
  Certificates: ['certificates'],
  Fees: ['fees'],
  'The academy': ['academy', 'contact', 'overview'],
};
export const emailGroupNames: readonly string[] = Object.keys(emailGroups);

/** The group of the email templates of a feature; undefined for one that has no place yet. */
export const emailGroupOf = (feature: string): string | undefined =>
  emailGroupNames.find((name) => emailGroups[name]?.includes(feature));

const EmailTemplate = z.object({
  key: z.string(),
  /** One of `emailGroupNames`. */
  group: z.string(),
  /** When the email is sent. */
  when: z.string(),
  subject: z.string(),
  text: z.string(),
  /** When staff last changed its words; null while it has the default words. */
  changedAt: z.nullable(Instant),
  /** The placeholders that its words can use, each with an example. */
  placeholders: z.array(z.object({ name: z.string(), sample: z.string() })),
});
export type EmailTemplate = z.infer<typeof EmailTemplate>;

const noSuchTemplate = 'There is no such email template.';
const byKey = z.object({ key: bounded(60, { tooLong: noSuchTemplate }).check(z.regex(/^[a-z-]+$/, noSuchTemplate)) });

/** The email templates. */
export const emailTemplates = {
  list: { method: 'GET', path: '/letters', who: 'settings:edit', reply: data(z.array(EmailTemplate)) },
  /** Renders the template with examples for its placeholders; stores nothing. */
  preview: {
    method: 'POST',
    path: '/letters/:key/preview',
    who: 'settings:edit',
    params: byKey,
    body: EmailText,
    /** `html` is a whole document, as a mail program shows it. */
    reply: data(z.object({ subject: z.string(), text: z.string(), html: z.string() })),
  },
  save: {
    method: 'PUT',
    path: '/letters/:key',
    who: 'settings:edit',
    params: byKey,
    body: EmailText,
    reply: saved(EmailTemplate),
  },
  reset: { method: 'DELETE', path: '/letters/:key', who: 'settings:edit', params: byKey, reply: saved(EmailTemplate) },
} as const satisfies Calls;
