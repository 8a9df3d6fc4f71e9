import { emailTemplateStaffColumns } from '../features/academy/personal-tables.ts';
import { accountData, accountStaffColumns, loginData } from '../features/accounts/personal-tables.ts';
import { assessmentStaffColumns, attemptData } from '../features/assessments/personal-tables.ts';
import { batchStaffColumns } from '../features/batches/personal-tables.ts';
import { openingTraces, ownCertificateData } from '../features/certificates/own/personal-tables.ts';
import {
  certificateData,
  certificateEventData,
  certificateStaffColumns,
} from '../features/certificates/personal-tables.ts';
import { contactData, contactStaffColumns } from '../features/contact/personal-tables.ts';
import { courseStaffColumns } from '../features/courses/personal-tables.ts';
import { enrolmentData, enrolmentStaffColumns } from '../features/enrolments/personal-tables.ts';
import { feeData, feeStaffColumns } from '../features/fees/personal-tables.ts';
import { checklistStaffColumns } from '../features/fit-to-join/personal-tables.ts';
import { packData, packStaffColumns } from '../features/inspection-packs/personal-tables.ts';
import { offlineRecordData, offlineRecordStaffColumns } from '../features/offline-records/personal-tables.ts';
import { digestData } from '../features/overview/personal-tables.ts';
import { packageData } from '../features/packages/personal-tables.ts';
import { importData, importStaffColumns } from '../features/people-import/personal-tables.ts';
import { disuseData } from '../features/personal-data/personal-tables.ts';
import { profileData, profileStaffColumns } from '../features/seafarers/personal-tables.ts';
import { signOnData } from '../features/single-sign-on/personal-tables.ts';
import { trainingData, trainingStaffColumns } from '../features/training/personal-tables.ts';
import { walletData, walletStaffColumns } from '../features/wallet/personal-tables.ts';
import { auditData, auditTraces } from '../platform/audit/personal-tables.ts';
import { fileData, uploadData } from '../platform/files/personal-tables.ts';
import { outboxData } from '../platform/mail/personal-tables.ts';
import type { PersonalTable, StaffColumns, Traces } from '../platform/personal-data/personal-table.ts';
import { triesData } from '../platform/personal-data/rate-limit-table.ts';

/** Every column that names the staff member who acted. */
export const staffColumns: StaffColumns = {
  ...emailTemplateStaffColumns,
  ...accountStaffColumns,
  ...contactStaffColumns,
  ...profileStaffColumns,
  ...courseStaffColumns,
  ...batchStaffColumns,
  ...feeStaffColumns,
  ...enrolmentStaffColumns,
  ...trainingStaffColumns,
  ...walletStaffColumns,
  ...offlineRecordStaffColumns,
  ...certificateStaffColumns,
  ...assessmentStaffColumns,
  ...checklistStaffColumns,
  ...importStaffColumns,
  ...packStaffColumns,
};

/** Every table with personal data, in the order in which rows can be deleted: a row's dependants come before it. */
const declared: readonly PersonalTable[] = [
  ...auditData,
  outboxData,
  triesData,
  ...digestData,
  disuseData,
  ...ownCertificateData,
  certificateEventData,
  certificateData,
  ...attemptData,
  ...offlineRecordData,
  ...packageData,
  packData,
  ...trainingData,
  ...feeData,
  enrolmentData,
  ...walletData,
  ...profileData,
  fileData,
  uploadData,
  ...contactData,
  ...signOnData,
  importData,
  ...loginData,
  accountData,
];

/**
 * The tables for a person's copy and erasure. Columns that name the acting staff member are withheld, because they are
 * not the person's data.
 */
export const personalData: readonly PersonalTable[] = declared.map((one) => ({
  ...one,
  withheld: [...(one.withheld ?? []), ...(staffColumns[one.table] ?? [])],
}));

/** Every table that records where something was done from for longer than the session lasts. */
export const traces: readonly Traces[] = [auditTraces, openingTraces];
