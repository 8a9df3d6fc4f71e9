import { z } from 'zod/mini';
import { Confirmation, CurrentPassword } from '../accounts/own-account.ts';
import type { Call, Calls } from '../platform/call.ts';
import { ById, Message, text } from '../values/shapes.ts';

export const Erasure = z.object({
  currentPassword: CurrentPassword,
  understood: z.literal(true, 'Please confirm that this cannot be undone'),
});
/** Recorded in the audit, for colleagues. */
export const ErasureReason = z.object({ reason: text('Reason', 1000) });

/** The erasure of persons. Staff are not erased, because they acted in the academy's name. */
export const personalData = {
  eraseOwn: { method: 'POST', path: '/user/account/erase', who: 'learner', body: Erasure, reply: Message },
  erase: {
    method: 'POST',
    path: '/user/erase-user/:id',
    who: 'people:erase',
    params: ById,
    body: ErasureReason,
    reply: Message,
  },
} as const satisfies Calls;

/**
 * A ZIP of all personal data of the caller, who must confirm their identity. The response is a file, not JSON, so it is
 * not one of the calls above.
 */
export const ownCopy = {
  method: 'POST',
  path: '/user/account/copy',
  who: 'signed-in',
  body: Confirmation,
  reply: z.unknown(),
} as const satisfies Call;

/** The same for another person, for staff who answer their request; `id` is the account's. */
export const copyOfPerson = {
  method: 'GET',
  path: '/user/copy-of-user/:id',
  who: 'people:export',
  params: ById,
  reply: z.unknown(),
} as const satisfies Call;
