import { type EnrolmentRequest, enrolments } from '@fairlead/contract/enrolments/calls';
import { warningSentence } from '@fairlead/contract/seafarers/profile-warnings';
import { dayInWords } from '@fairlead/contract/values/dates';
import { declineSummary, stateNames } from '@fairlead/contract/values/enrolment-state';
import { type Column, tableOf } from '../../platform/tables/export.ts';

const columns: Column<EnrolmentRequest>[] = [
  ['Name', ({ userName }) => userName],
  ['Email', ({ userId }) => userId.email],
  ['Course', ({ courseTitle }) => courseTitle],
  ['Category', ({ courseCategory }) => courseCategory],
  ['Price in rupees', ({ coursePrice }) => coursePrice],
  ['Batch', ({ batch }) => batch?.code ?? null],
  ['Place on the waiting list', ({ batch }) => batch?.waiting ?? null],
  ['Requested', ({ requestedAt }) => new Date(requestedAt)],
  ['State', ({ state }) => stateNames[state]],
  ['Times declined', ({ declined }) => declined?.times ?? 0],
  ['Declined because', ({ declined }) => declined && declineSummary(declined)],
  ['Profile filled in', ({ profile }) => profile !== null],
  ['Warnings', ({ warnings }) => warnings.map((warning) => warningSentence(warning, dayInWords)).join(' ')],
  ['Identity to be checked', ({ profile }) => profile?.identityChanged ?? null],
  ['Missing for the course', ({ eligibility }) => eligibility.missing.join('; ')],
  ['To check in the documents', ({ eligibility }) => eligibility.toCheck.join('; ')],
];

/** The requests as a table. */
export const enrolmentTables = [tableOf(enrolments.listPending, (requests) => requests, columns)];
