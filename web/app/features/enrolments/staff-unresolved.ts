import { unresolvedPoints } from '@fairlead/contract/enrolments/unresolved';
import type { EnrolmentRequest } from './staff-wire.ts';

/** The unresolved points of a request: see `unresolvedPoints`. */
export const unresolvedOf = ({ state, ...request }: EnrolmentRequest): string[] =>
  unresolvedPoints({ ...request, lacksDocument: state === 'document-needed' });

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
