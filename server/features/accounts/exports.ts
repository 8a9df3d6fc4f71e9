import { accounts, type ListedUser } from '@fairlead/contract/accounts/calls';
import { type Column, tableOf } from '../../platform/tables/export.ts';

const columns: Column<ListedUser>[] = [
  ['Name', ({ name }) => name],
  ['Email', ({ email }) => email],
  ['Mobile', ({ mobile }) => mobile],
  ['Registered', ({ createdAt }) => new Date(createdAt)],
];

/** The lists of people as tables. */
export const accountTables = [
  tableOf(accounts.listUnapproved, (users) => users, columns),
  tableOf(accounts.listApproved, (users) => users, [
    ...columns,
    ['State', ({ state }) => state],
    ['Invited', ({ invitation }) => (invitation ? new Date(invitation.againAt ?? invitation.at) : null)],
  ]),
];
