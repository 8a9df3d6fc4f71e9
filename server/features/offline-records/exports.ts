import { contradictionWords, offlineRecords, type StaffPass } from '@fairlead/contract/offline-records/calls';
import { type Column, tableOf } from '../../platform/tables/export.ts';

const passes: Column<StaffPass>[] = [
  ['Name', ({ userName }) => userName],
  ['Course', ({ courseTitle }) => courseTitle],
  ['Device', ({ device }) => device],
  ['Videos', ({ films }) => films],
  ['Taken aboard', ({ issuedAt }) => new Date(issuedAt)],
  ['Last seen', ({ seenAt }) => new Date(seenAt)],
  ['Last progress', ({ syncedAt }) => syncedAt && new Date(syncedAt)],
  ['Credited seconds', ({ creditedSeconds }) => Math.round(creditedSeconds)],
  ['Withdrawn', ({ withdrawnAt }) => withdrawnAt && new Date(withdrawnAt)],
  ['Videos replaced since', ({ replaced }) => replaced.films],
  [
    'Contradictions',
    ({ contradictions }) => contradictions.map(({ kind }) => contradictionWords[kind].found).join(' '),
  ],
];

/** The list of who has taken what aboard. */
export const offlineRecordTables = [tableOf(offlineRecords.list, ({ data }) => data, passes)];
