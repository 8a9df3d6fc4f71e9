import type { ListedUser } from '@fairlead/contract/accounts/calls';
import type { PeopleImport, PeopleImportRow } from '@fairlead/contract/people-import/calls';
import { idOf, moment } from './records.ts';

/** A table of people that was read and is not confirmed. */
export const importOf = ({ counts, ...part }: Partial<PeopleImport> = {}): PeopleImport => ({
  _id: idOf('13000000'),
  filename: 'crew.csv',
  createdAt: moment,
  confirmedAt: null,
  undoUntil: null,
  undoneAt: null,
  counts: { new: 0, matched: 0, unchanged: 0, refused: 0, undone: 0, kept: 0, ...counts },
  enrolments: 0,
  toCheck: 0,
  layout: null,
  remarks: 0,
  mailsLeft: 0,
  ...part,
});

const unknown = {
  DateofBirth: null,
  passportNumber: null,
  passportExpiryDate: null,
  CDCnumber: null,
  CDCexpiryDate: null,
  gradenumber: null,
  indosNo: null,
};

/** A row of it that makes an account. */
export const importRowOf = ({ particulars, ...part }: Partial<PeopleImportRow> = {}): PeopleImportRow => ({
  _id: idOf('14000000', part.row ?? 2),
  row: 2,
  name: 'José Müller',
  email: 'jose@example.org',
  mobile: '9820011111',
  personId: null,
  course: '',
  batch: '',
  particulars: { ...unknown, ...particulars },
  outcome: 'new',
  reason: null,
  toCheck: [],
  remarks: [],
  cells: [],
  isLeftOut: false,
  ...part,
});

/** A person in a list of staff, who can log in. */
export const listedUserOf = (n: number, part: Partial<ListedUser> = {}): ListedUser => ({
  _id: idOf('10000000', n),
  name: 'Asha Nair',
  email: `person.${n}@example.org`,
  mobile: '9820012345',
  createdAt: moment,
  state: 'approved',
  invitation: null,
  ...part,
});
