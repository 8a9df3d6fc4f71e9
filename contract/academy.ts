import { z } from 'zod/mini';
import { Email } from './accounts.ts';
import type { Calls } from './call.ts';
import { Message, personName, text } from './shapes.ts';

/** Who the academy is, as its settings say; never written into a screen. */
export const Brand = z.object({
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  city: z.string(),
  facebook: z.string(),
  instagram: z.string(),
  linkedin: z.string(),
  /** The claim of recognition as the academy may make it; empty when it makes none. */
  recognition: z.string(),
  /** The academy's own mark; null when it has none, and ours stands in its place. */
  logo: z.nullable(z.string()),
  /** The address that the site is known by, without a slash at its end. */
  publicUrl: z.string(),
  timeZone: z.string(),
});
export type Brand = z.infer<typeof Brand>;

export const ContactMessage = z.object({
  name: personName('Name', 120),
  email: Email,
  message: text('Message', 5000),
});

export const academy = {
  getBrand: { method: 'GET', path: '/brand', who: 'anyone', reply: Brand },
  contact: { method: 'POST', path: '/contact', who: 'anyone', body: ContactMessage, reply: Message },
} as const satisfies Calls;
