import { z } from 'zod/mini';
import type { Call } from '../platform/call.ts';
import { Message } from '../values/shapes.ts';

/** What a new academy does first, in this order. */
export const firstSteps = [
  'contact',
  'signatory',
  'recognition',
  'email',
  'second-factor',
  'sample',
  'course',
  'films',
  'test',
  'colleague',
  'learner',
] as const;
export type FirstStep = (typeof firstSteps)[number];

const Step = z.enum(firstSteps);

/**
 * The first steps of an academy for an administrator; null when none is left, and for everybody else. A step is done
 * when what it asks for is there, also if nobody came by this list; `later` is one that an administrator has put off.
 */
export const FirstSteps = z.nullable(z.array(z.object({ step: Step, state: z.enum(['open', 'later', 'done']) })));
export type FirstSteps = z.infer<typeof FirstSteps>;

/** Leaves a first step for later, for all administrators, or takes it up again. Idempotent. */
export const setStepLater = {
  method: 'POST',
  path: '/overview/first-steps/:step',
  who: 'settings:edit',
  params: z.object({ step: Step }),
  body: z.object({ later: z.boolean('Say true or false') }),
  reply: Message,
} as const satisfies Call;
