import { letterWordsStaffColumns } from './features/academy/personal-data.ts';
import { accountData, accountStaffColumns, loginData } from './features/accounts/personal-data.ts';
import { assessmentStaffColumns, attemptData } from './features/assessments/personal-data.ts';
import {
  certificateData,
  certificateEventData,
  certificateStaffColumns,
} from './features/certificates/personal-data.ts';
import { courseStaffColumns } from './features/courses/personal-data.ts';
import { enrolmentData, enrolmentStaffColumns } from './features/enrolments/personal-data.ts';
import { digestData } from './features/overview/personal-data.ts';
import { openingTraces, ownCertificateData } from './features/own-certificates/personal-data.ts';
import { disuseData } from './features/personal-data/personal-data.ts';
import { profileData, profileStaffColumns } from './features/seafarers/personal-data.ts';
import { signOnData } from './features/single-sign-on/personal-data.ts';
import { trainingData, trainingStaffColumns } from './features/training/personal-data.ts';
import { auditData, auditTraces } from './platform/audit/personal-data.ts';
import { fileData } from './platform/files/personal-data.ts';
import { triesData } from './platform/http/personal-data.ts';
import { letterData } from './platform/mail/personal-data.ts';
import type { PersonalTable, StaffColumns, Traces } from './platform/personal-data/personal-table.ts';

/** Every column that names whoever of the staff did something. */
export const staffColumns: StaffColumns = {
  ...letterWordsStaffColumns,
  ...accountStaffColumns,
  ...profileStaffColumns,
  ...courseStaffColumns,
  ...enrolmentStaffColumns,
  ...trainingStaffColumns,
  ...certificateStaffColumns,
  ...assessmentStaffColumns,
};

/**
 * Every table that holds something about persons, in
 * the order in which rows can go: whatever refers to a row stands before it.
 */
const declared: readonly PersonalTable[] = [
  ...auditData,
  letterData,
  triesData,
  ...digestData,
  disuseData,
  ...ownCertificateData,
  certificateEventData,
  certificateData,
  ...attemptData,
  ...trainingData,
  enrolmentData,
  ...profileData,
  fileData,
  ...signOnData,
  ...loginData,
  accountData,
];

/** What a person's copy is made of, and what their erasure takes away. Who of the staff did something is not theirs. */
export const personalData: readonly PersonalTable[] = declared.map((one) => ({
  ...one,
  withheld: [...(one.withheld ?? []), ...(staffColumns[one.table] ?? [])],
}));

/** Every table that keeps from where something was done beyond the session in which it was. */
export const traces: readonly Traces[] = [auditTraces, openingTraces];
