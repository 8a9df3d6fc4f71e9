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
  ['INDoS number', ({ particulars }) => particulars.indosNo],
  ['Course', ({ course }) => course],
  ['Batch', ({ batch }) => batch],
  ['Outcome', ({ outcome }) => outcome],
  ['Reason', ({ reason }) => reason],
  ['To check in the documents', ({ toCheck }) => toCheck.join('; ')],
];

const remarked: Column<PeopleImportRow>[] = [
  ['Row', ({ row }) => row],
  ['Outcome', ({ outcome }) => outcome],
  ['Reason', ({ reason }) => reason],
  ['Remarks', ({ remarks }) => remarks.join(' ')],
  ['To check in the documents', ({ toCheck }) => toCheck.join('; ')],
];

/** The columns of the list as it was read or corrected, and what became of each row. */
const listed = (headings: readonly string[]): Column<PeopleImportRow>[] => [
  ...headings.map((title, n): Column<PeopleImportRow> => [title, ({ cells }) => cells[n] ?? '']),
  ...remarked,
];

/** An import as a table: the list with columns of remarks, which can be corrected and uploaded again. */
export const importTables = [
  tableOf(
    peopleImport.listRows,
    ({ data }) => data,
    ({ headings }) => (headings.length > 0 ? listed(headings) : columns),
  ),
];
