import { z } from 'zod/mini';
import type { Calls } from '../platform/call.ts';
import { ById } from '../values/shapes.ts';

/** The forms of a badge as a file: by itself, or baked into a picture. */
const badgeForms = ['json', 'png', 'svg'] as const;
export type BadgeForm = (typeof badgeForms)[number];

/** The path of a list that says which badges were withdrawn, below the public URL; it is part of every badge. */
export const statusListPath = (list: number): string => `/api/badges/status/${list}`;

export const badges = {
  /** A certificate as an Open Badge 3.0, for its holder and for staff. */
  download: {
    method: 'GET',
    path: '/certificates/:id/badge',
    who: ['learner', 'certificates:read'],
    params: ById,
    query: z.object({ form: z.optional(z.enum(badgeForms, 'A badge is json, png or svg')) }),
    reply: z.unknown(),
  },
} as const satisfies Calls;
