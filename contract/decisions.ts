import { z } from 'zod/mini';
import { Id } from './shapes.ts';

/** As many as one call decides; a list shows no more on a page. */
export const mostAtOnce = 200;

const few = `Decide on 1 to ${mostAtOnce} at once`;

/** Many things to decide alike, each at most once. */
export const many = <T extends z.ZodMiniType<{ id: string }>>(item: T) =>
  z.array(item).check(
    z.minLength(1, few),
    z.maxLength(mostAtOnce, few),
    z.refine((items) => new Set(items.map(({ id }) => id)).size === items.length, 'Name each of them once'),
  );

/** What became of each: done, or refused with the reason; one that is refused holds up no other. */
export const Decisions = z.array(z.object({ id: Id, ok: z.boolean(), message: z.string() }));
export type Decisions = z.infer<typeof Decisions>;
