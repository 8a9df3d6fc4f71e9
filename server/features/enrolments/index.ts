// What other features, and commands, may use of this one.

export { decline, reinstate } from './decide-enrolment.ts';
export { findEligibility } from './eligibility.ts';
export { type Answers, type Eligibility, lackInWords } from './eligibility-rules.ts';
export { invitationToCourseEmail } from './email-templates.ts';
export { enrolNewcomers } from './enrol-newcomers.ts';
export { enrolWithin } from './enrol-person.ts';
export { enrolmentData, withoutCertificate } from './personal-tables.ts';
export {
  type EnrolmentKey,
  findApprovedEnrolment,
  findOpenEnrolment,
  listOpenEnrolments,
  requireApprovedEnrolment,
} from './policy.ts';
export { presentOwnEnrolments } from './present-enrolments.ts';
export {
  type FoundOwners,
  findOwners,
  hasBegun,
  listOpenFacts,
  listProgress,
  listRequests,
  notCorrected,
  ofOwners,
  ownEnrolments,
  waitsForAcademy,
  withEarned,
} from './queries.ts';
export { judgeEnrolling, type Status } from './rules.ts';
export { tellEnrolled } from './tell-enrolled.ts';
export { toProgress, toState } from './wire.ts';
