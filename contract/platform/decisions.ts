import { z } from 'zod/mini';
import { groupDigits } from '../values/numbers.ts';
import { Id } from '../values/shapes.ts';

/** The maximum number of items in one call; also the maximum on a page of a list. */
export const mostAtOnce = 200;

/**
 * The largest selection of a list, and so the maximum of a call that changes all or none of it: such a call cannot be
 * sent in portions.
 */
export const mostChosen = 1000;

/** A list of items for the same decision, each at most once. */
export const many = <T extends z.ZodMiniType<{ id: string }>>(item: T, most = mostAtOnce) => {
  const few = `Choose 1 to ${groupDigits(most)} at once`;
  return z.array(item).check(
    z.minLength(1, few),
    z.maxLength(most, few),
    z.refine((items) => new Set(items.map(({ id }) => id)).size === items.length, 'Name each of them once'),
  );
};

/** The outcome for each item: done, or refused with the reason. A refusal does not affect the other items. */
export const Decisions = z.array(z.object({ id: Id, ok: z.boolean(), message: z.string() }));
export type Decisions = z.infer<typeof Decisions>;
