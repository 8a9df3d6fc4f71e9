import type { Actor } from '../../platform/http/access.ts';

/**
 * The people whom a reader of verdicts may see: everybody, or these accounts. Staff with `fitness:read` see everybody,
 * and learners themselves. A reader who sees only some, such as a company with its own crew, is a further case here;
 * nothing else of this feature knows who reads.
 */
export type PeopleScope = 'everybody' | { accountIds: readonly string[] };

export const peopleScopeOf = (actor: Actor): PeopleScope =>
  actor.may('fitness:read') ? 'everybody' : { accountIds: [actor.accountId] };
