import { type EndingDocument, type WaitingDocument, wallet } from '@fairlead/contract/wallet/calls';
import { type Column, tableOf } from '../../platform/tables/export.ts';

const ending: Column<EndingDocument>[] = [
  ['Last day', ({ lastDay }) => lastDay],
  ['Name', ({ person }) => person.name],
  ['Email', ({ person }) => person.email],
  ['Document', ({ title }) => title],
  ['Code', ({ kind }) => kind],
  ['Number', ({ number }) => number],
  ['Refresher due', ({ isRefresherDue }) => isRefresherDue],
  ['Checked', ({ isChecked }) => isChecked],
];

const waiting: Column<WaitingDocument>[] = [
  ['Name', ({ person }) => person.name],
  ['Email', ({ person }) => person.email],
  ['Document', ({ title }) => title],
  ['Code', ({ kind }) => kind],
  ['Number', ({ number }) => number],
  ['Issued by', ({ issuer }) => issuer],
  ['Issued', ({ issuedOn }) => issuedOn ?? ''],
  ['Last day', ({ lastDay }) => lastDay ?? ''],
  ['Added', ({ addedAt }) => new Date(addedAt)],
];

/** The documents that end, and those that wait for a check, as tables. */
export const walletTables = [
  tableOf(wallet.listEnding, ({ data }) => data, ending),
  tableOf(wallet.listWaiting, ({ data }) => data, waiting),
];
