import { z } from 'zod/mini';
import { Id } from './shapes.ts';

/** The maximum number of items in one call; also the maximum on a page of a list. */
export const mostAtOnce = 200;

const few = `Choose 1 to ${mostAtOnce} at once`;

/** A list of items for the same decision, each at most once. */
export const many = <T extends z.ZodMiniType<{ id: string }>>(item: T) =>
  z.array(item).check(
    z.minLength(1, few),
    z.maxLength(mostAtOnce, few),
    z.refine((items) => new Set(items.map(({ id }) => id)).size === items.length, 'Name each of them once'),
  );

/** The outcome for each item: done, or refused with the reason. A refusal does not affect the other items. */
export const Decisions = z.array(z.object({ id: Id, ok: z.boolean(), message: z.string() }));
export type Decisions = z.infer<typeof Decisions>;
