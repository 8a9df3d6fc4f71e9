import { warningSentence } from '@fairlead/contract/seafarers/profile-warnings';
import { formatDate } from '@fairlead/contract/values/dates';
import { identityChangeWords } from '../seafarers/changed-facts.tsx';
import type { EnrolmentRequest } from './staff-wire.ts';

/**
 * What is unresolved about a request, a sentence each: who accepts it ticks every one of them. What is missing for the
 * course is not among them, since that takes a reason.
 */
export const unresolvedOf = ({ profile, state, warnings, eligibility }: EnrolmentRequest): string[] => [
  ...(profile?.scan === 'infected' ? ['Malware was found in a document.'] : []),
  ...(profile?.identityChanged ? [identityChangeWords(profile)] : []),
  ...warnings.map((warning) => warningSentence(warning, formatDate)),
  ...eligibility.toCheck.map((one) => `To check in the documents: ${one}`),
  ...(state === 'document-needed' ? ['A document was asked for, and has not arrived.'] : []),
];

/**
 * Whether a request is accepted at once, and can be undone: nothing about it takes an answer, and the server lets it be
 * undone (`findUndoable`).
 */
export const isClean = (request: EnrolmentRequest): boolean =>
  request.profile !== null &&
  request.declined === null &&
  request.state === 'requested' &&
  request.eligibility.missing.length === 0 &&
  !request.fee?.proof &&
  unresolvedOf(request).length === 0;
