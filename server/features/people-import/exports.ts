import { type PeopleImportRow, peopleImport } from '@fairlead/contract/people-import/calls';
import { type Column, tableOf } from '../../platform/tables/export.ts';

const columns: Column<PeopleImportRow>[] = [
  ['Row', ({ row }) => row],
  ['Name', ({ name }) => name],
  ['Email', ({ email }) => email],
  ['Mobile', ({ mobile }) => mobile],
  ['Date of birth', ({ particulars }) => particulars.DateofBirth],
  ['Rank or grade', ({ particulars }) => particulars.gradenumber],
  ['Passport number', ({ particulars }) => particulars.passportNumber],
  ['Passport expiry', ({ particulars }) => particulars.passportExpiryDate],
  ['CDC number', ({ particulars }) => particulars.CDCnumber],
  ['CDC expiry', ({ particulars }) => particulars.CDCexpiryDate],
  ['INDOS number', ({ particulars }) => particulars.indosNo],
  ['Course', ({ course }) => course],
  ['Batch', ({ batch }) => batch],
  ['Outcome', ({ outcome }) => outcome],
  ['Reason', ({ reason }) => reason],
  ['To check in the documents', ({ toCheck }) => toCheck.join('; ')],
];

/** The report of an import as a table; with other columns removed it can be corrected and uploaded again. */
export const importTables = [tableOf(peopleImport.listRows, ({ data }) => data, columns)];
