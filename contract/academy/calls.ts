import { z } from 'zod/mini';
import type { Calls } from '../platform/call.ts';

/** The academy's name and contact details from its settings; never hard-coded in a screen. */
export const Brand = z.object({
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  city: z.string(),
  facebook: z.string(),
  instagram: z.string(),
  linkedin: z.string(),
  /** The academy's claim of recognition; empty if it makes none. */
  recognition: z.string(),
  /** The academy's own logo; null if it has none, and Fairlead's logo is shown. */
  logo: z.nullable(z.string()),
  /** The public URL of the site, without a trailing slash. */
  publicUrl: z.string(),
  timeZone: z.string(),
  /** Whether there is a mail server: without one, emails become files, and no code reaches anybody. */
  sendsEmail: z.boolean(),
  /** Whether this is the computer of a ship, where `/ship` and the training work, and no other page. */
  isAboard: z.boolean(),
});
export type Brand = z.infer<typeof Brand>;

export const academy = {
  getBrand: { method: 'GET', path: '/brand', who: 'anyone', reply: Brand },
} as const satisfies Calls;
