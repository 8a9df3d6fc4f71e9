import { type Batch, batches, type RosterEntry } from '@fairlead/contract/batches/calls';
import { type Column, tableOf } from '../../platform/tables/export.ts';

const columns: Column<Batch>[] = [
  ['Batch', ({ code }) => code],
  ['Course', ({ courseTitle }) => courseTitle],
  ['First day', ({ firstDay }) => firstDay],
  ['Last day', ({ lastDay }) => lastDay],
  ['Starts', ({ startsAt }) => startsAt],
  ['Ends', ({ endsAt }) => endsAt],
  ['Venue', ({ venue }) => venue],
  ['Instructor', ({ instructor }) => instructor?.name ?? null],
  ['Seats', ({ seats }) => seats],
  ['Seats taken', ({ taken }) => taken],
  ['Waiting', ({ waiting }) => waiting],
  ['State', ({ state }) => state],
];

const places = { seat: 'Seat', waiting: 'Waiting list', left: 'Left' };

const roster: Column<RosterEntry>[] = [
  ['Name', ({ userName, particulars }) => particulars?.name ?? userName],
  ['Date of birth', ({ particulars }) => particulars?.dateOfBirth ?? null],
  ['INDoS number', ({ particulars }) => particulars?.indosNumber ?? null],
  ['CDC number', ({ particulars }) => particulars?.cdcNumber ?? null],
  ['Passport number', ({ particulars }) => particulars?.passportNumber ?? null],
  ['Grade and number', ({ particulars }) => particulars?.gradeNumber ?? null],
  ['Phone', ({ particulars }) => particulars?.phone ?? null],
  ['Email', ({ userId }) => userId.email],
  ['Place', ({ place }) => places[place]],
  ['Place on the waiting list', ({ waiting }) => waiting],
  ['Approved', ({ status }) => status === 'approved'],
  ['Asked', ({ askedAt }) => new Date(askedAt)],
];

/** What the photograph of somebody shows is their name. */
const photographOf = ({ particulars }: RosterEntry) =>
  particulars && { filename: particulars.picture.filename, shows: particulars.name };

/** The batches, and the people of one, as tables. */
export const batchTables = [
  tableOf(batches.list, ({ data }) => data, columns),
  tableOf(batches.roster, ({ data }) => data, roster, photographOf),
];
