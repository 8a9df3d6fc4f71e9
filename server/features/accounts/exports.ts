import { accounts, type ListedUser } from '@fairlead/contract/accounts';
import { type PeopleImportRow, peopleImport } from '@fairlead/contract/people-import';
import { type Column, tableOf } from '../../platform/tables/export.ts';

const columns: Column<ListedUser>[] = [
  ['Name', ({ name }) => name],
  ['Email', ({ email }) => email],
  ['Mobile', ({ mobile }) => mobile],
  ['Registered', ({ createdAt }) => new Date(createdAt)],
];

const reportColumns: Column<PeopleImportRow>[] = [
  ['Row', ({ row }) => row],
  ['Name', ({ name }) => name],
  ['Email', ({ email }) => email],
  ['Mobile', ({ mobile }) => mobile],
  ['Outcome', ({ outcome }) => outcome],
  ['Reason', ({ reason }) => reason],
];

/** The lists of people as tables. */
export const accountTables = [
  tableOf(accounts.listUnapproved, (users) => users, columns),
  tableOf(accounts.listApproved, (users) => users, columns),
  tableOf(peopleImport.listRows, ({ data }) => data, reportColumns),
];
