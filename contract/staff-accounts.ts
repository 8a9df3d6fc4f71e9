import { z } from 'zod/mini';
import type { Calls } from './call.ts';
import { Decisions, many } from './decisions.ts';
import { ById, data, Message, text } from './shapes.ts';

/**
 * What an account is good for; `waiting` is one with a verified address that staff have not decided on, `erased` one
 * whose person is not known any more.
 */
export const accountStates = ['unverified', 'waiting', 'refused', 'approved', 'disabled', 'erased'] as const;

/** Mailed to the person. */
export const Refusal = z.object({ reason: text('Reason', 1000) });
/** Kept in the history, for colleagues. */
export const Disabling = z.object({ note: text('Reason', 1000) });

/** What staff decide about accounts beside the approval of one. */
export const staffAccounts = {
  approveMany: {
    method: 'POST',
    path: '/user/approve-users',
    who: 'people:approve',
    body: z.object({ users: many(ById) }),
    reply: data(Decisions),
  },
  refuse: {
    method: 'POST',
    path: '/user/refuse-user/:id',
    who: 'people:approve',
    params: ById,
    body: Refusal,
    reply: Message,
  },
  /** Effective at once: every session ends. Nobody disables themselves, who may do more, or the last administrator. */
  disable: {
    method: 'POST',
    path: '/user/disable-user/:id',
    who: 'people:approve',
    params: ById,
    body: Disabling,
    reply: Message,
  },
  enable: { method: 'POST', path: '/user/enable-user/:id', who: 'people:approve', params: ById, reply: Message },
} as const satisfies Calls;
