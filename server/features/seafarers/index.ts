// What other features, and commands, may use of this one.

export { requireNoOpenRequest } from './ask-for-document.ts';
export {
  checkBefore,
  type EarlierCheck,
  recordIdentityCheck,
  releaseHeldCertificatesJob,
  requireSeenProfile,
  takeBackCheck,
} from './confirm-identity.ts';
export {
  enterParticulars,
  findParticulars,
  hasAny,
  listNumbersOf,
  listOwnersOfNumbers,
  type Particulars,
  particularsIn,
} from './entered-particulars.ts';
export { findWarnings } from './find-warnings.ts';
export { profileData } from './personal-tables.ts';
export {
  documentRequests,
  findOwners,
  findProfile,
  hasProfile,
  lacksDocument,
  listOwnersByProfile,
  listProfilesOf,
  lockPerson,
  openRequestsOf,
  type ProfileRow,
} from './queries.ts';
export { requirePastBirthDate } from './rules.ts';
export { checkOf, toDocumentRequests, toEntered, toProfile, toSeenAt } from './wire.ts';
