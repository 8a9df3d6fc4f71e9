import { identityChangeWords } from '../seafarers/identity-change.ts';
import { type ProfileWarning, warningSentence } from '../seafarers/profile-warnings.ts';
import { formatDate } from '../values/dates.ts';

/** What the unresolved points of a request rest on. */
export type UnresolvedFacts = {
  profile: {
    scan: 'infected' | 'not-scanned' | 'clean';
    identityChanged: boolean;
    changedSinceCheck: readonly { field: string }[];
  } | null;
  lacksDocument: boolean;
  warnings: readonly ProfileWarning[];
  eligibility: { toCheck: readonly string[] };
};

/**
 * The unresolved points of a request, a sentence each: who accepts it ticks every one of them, and the server refuses
 * an acceptance that has not seen one. What is missing for the course is not among them, since that takes a reason.
 */
export const unresolvedPoints = ({ profile, lacksDocument, warnings, eligibility }: UnresolvedFacts): string[] => [
  ...(profile?.scan === 'infected' ? ['Malware was found in a document.'] : []),
  ...(profile?.identityChanged ? [identityChangeWords(profile)] : []),
  ...warnings.map((warning) => warningSentence(warning, formatDate)),
  ...eligibility.toCheck.map((one) => `To check in the documents: ${one}`),
  ...(lacksDocument ? ['A document was asked for, and has not arrived.'] : []),
];
