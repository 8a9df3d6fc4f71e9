import type { ContactState } from '@fairlead/contract/contact/calls';

/** The actions of staff on a message. */
export type ContactAction = 'answer' | 'close' | 'reopen';

/**
 * The state of a message after an action; undefined where the action changes nothing.
 *
 * @param isAnswered whether it was answered before.
 */
export function stateAfter(action: ContactAction, state: ContactState, isAnswered: boolean): ContactState | undefined {
  if (action === 'answer') return 'answered';
  if (action === 'close') return state === 'closed' ? undefined : 'closed';
  if (state !== 'closed') return undefined;
  return isAnswered ? 'answered' : 'new';
}
