import type { Basis, JudgedPerson, JudgedRow, VerdictCell } from '@fairlead/contract/fit-to-join/calls';
import type { ChecklistSummary } from '@fairlead/contract/fit-to-join/checklists';
import { verdictOf } from '@fairlead/contract/fit-to-join/verdicts';

const id = (n: number) => `7a1f7c1e-3d5b-4f6e-9a55-0c6e1f0a2${String(n).padStart(3, '0')}`;

/** A checklist in the list. */
export const checklistOf = (part: Partial<ChecklistSummary> = {}): ChecklistSummary => ({
  _id: id(900),
  name: 'Ratings on tankers',
  edition: 2,
  appliesFrom: '2026-06-01',
  inForce: true,
  source: 'A manning agency’s checklist',
  sourceDate: '2026-11-26',
  note: 'Age is no document, and is not in it.',
  rows: 37,
  cases: 5,
  failing: 0,
  next: null,
  archivedAt: null,
  jobs: { ranks: ['bosun', 'able-seafarer-deck'], flags: ['LR', 'PA'], shipTypes: ['oil-tanker', 'gas-tanker'] },
  ...part,
});

const held: VerdictCell = { state: 'held', lastDay: '2029-04-01', inDays: null, isChecked: true };
export const cells = {
  held,
  never: { ...held, lastDay: null },
  unchecked: { ...held, isChecked: false },
  runsOut: { state: 'runs-out', lastDay: '2027-06-13', inDays: 180, isChecked: true },
  missing: { state: 'missing', lastDay: null, inDays: null, isChecked: true },
  ended: { state: 'missing', lastDay: '2026-12-14', inDays: null, isChecked: true },
} as const satisfies Record<string, VerdictCell>;

const titles = [
  'Passport',
  'Seaman’s book, own country',
  'Seaman’s book, Panama',
  'Seafarer’s identity document',
  'US visa (C1/D)',
  'Australian crew visa',
  'Medical certificate',
  'Drug and alcohol test',
  'Yellow fever vaccination',
  'Polio vaccination',
  'Rating of a navigational watch',
  'Able seafarer deck',
  'Personal survival techniques',
  'Fire prevention and fire fighting',
  'Elementary first aid',
  'Personal safety (PSSR)',
  'Survival craft and rescue boats',
  'Designated security duties',
  'Basic oil and chemical tankers',
  'Enclosed space entry',
  'Consolidated MARPOL',
  'Anti-piracy awareness',
];

const closedBy = [
  {
    courseId: id(801),
    title: 'Personal Survival Techniques',
    isRefresher: false,
    isOnline: false,
    inTime: true,
    batch: { _id: id(811), code: 'PST 12', firstDay: '2026-12-08', lastDay: '2026-12-10' },
  },
  { courseId: id(802), title: 'PST, refresher', isRefresher: true, isOnline: true, inTime: null, batch: null },
];

/** The 22 rows of a tanker checklist for an able seafarer under the flag of Panama. */
const judgedRows: JudgedRow[] = titles.map((title, n) => ({
  id: `row-${n}`,
  title,
  anyOf: ['X'],
  daysBeyond: 0,
  source: 'STCW',
  closedBy: n === 12 ? closedBy : [],
}));

/** A person with these gaps, by the number of the row; all else is held. */
export function judgedOf(n: number, name: string, gaps: Readonly<Record<number, VerdictCell>> = {}): JudgedPerson {
  const own = judgedRows.map((_, row): VerdictCell => gaps[row] ?? (row === 8 ? cells.never : cells.held));
  const email = `${name.toLowerCase().replace(' ', '.')}@example.org`;
  return { _id: id(n), name, email, standing: verdictOf(own.map(({ state }) => state)), cells: own };
}

/** A crew of an oil tanker, with gaps. */
export const crew: JudgedPerson[] = [
  judgedOf(1, 'Anil Rao'),
  judgedOf(2, 'Bharat Singh', { 6: cells.runsOut }),
  judgedOf(3, 'Dinesh Kumar', { 6: cells.ended, 12: cells.ended }),
  judgedOf(4, 'Hari Menon', { 4: cells.missing, 8: cells.missing, 9: cells.unchecked }),
  judgedOf(5, 'Ivan Cruz', { 17: cells.unchecked }),
  judgedOf(6, 'Samir Patel', Object.fromEntries(judgedRows.map((_, n) => [n, cells.missing]))),
  judgedOf(7, 'Venkatanarasimharajuvaripeta Balasubramaniam', { 18: cells.runsOut, 19: cells.missing }),
];

export const basisOf = (rows: JudgedRow[] = judgedRows): Basis => ({
  checklist: {
    _id: id(900),
    name: 'Ratings on tankers',
    edition: 2,
    appliesFrom: '2026-06-01',
    source: 'A manning agency’s checklist',
    sourceDate: '2026-11-26',
    note: 'Age is no document, and is not in it.',
  },
  rows,
});

export const questionUrl =
  `checklist=${id(900)}&rank=able-seafarer-deck&flag=PA&shipType=oil-tanker` +
  '&joinsOn=2026-12-15&signsOffOn=2027-06-14';
