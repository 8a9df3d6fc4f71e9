import { ids, many, testRequests } from '../platform/testing/requests.ts';
import { fitToJoin } from './calls.ts';
import { ChecklistRow, EditionInput, NewChecklist, TestCase } from './checklists.ts';

const voyage = { rank: 'master', flag: 'PA', shipType: 'tug', joinsOn: '2026-01-01', signsOffOn: '2026-01-01' };
const row = {
  ...{ id: 'pst', title: 'PST', anyOf: ['PST'], ranks: [], flags: [], shipTypes: [], daysBeyond: 0 },
  ...{ source: 'STCW', sourceDate: '2026-01-01' },
};
const testCase = { name: 'A', ...voyage, held: [], gaps: [] };
const edition = {
  source: 'STCW',
  sourceDate: '2026-01-01',
  note: '',
  rows: [row],
  cases: [],
  appliesFrom: '2026-01-01',
};
const held = { code: 'PST', firstDay: '2026-01-01', lastDay: null };
const gap = { row: 'pst', state: 'missing' };
const days = 'Enter a number of days up to 400';

testRequests([
  [
    'people to judge',
    fitToJoin.judgeList.body,
    { ...voyage, people: ['a'] },
    [{ people: many(1000, 'a') }, { joinsOn: '2000-01-01', signsOffOn: '2099-12-31' }, { edition: 1 }],
    [
      [{ people: [] }, 'people: Name somebody'],
      [{ people: many(1001, 'a') }, 'people: At most 1000 people at once'],
      [{ joinsOn: '1999-12-31' }, 'joinsOn: Joining is not a valid date'],
      [{ signsOffOn: '2100-01-01' }, 'signsOffOn: Sign-off is not a valid date'],
      [{ edition: 0 }, 'edition: An edition is a number'],
      [{ flag: 'P1' }, 'flag: A flag is a code of two letters, such as PA'],
    ],
  ],
  [
    'a row of a checklist',
    ChecklistRow,
    row,
    [{ anyOf: many(10, 'PST'), flags: many(60, 'PA'), daysBeyond: 400 }],
    [
      [{ id: '-a' }, 'id: Not a valid id of a row'],
      [{ anyOf: [] }, 'anyOf: A document is a short code, such as PST or PASSPORT'],
      [{ anyOf: many(11, 'PST') }, 'anyOf: A row has at most 10 codes'],
      [{ ranks: many(22, 'master') }, /^ranks: /],
      [{ flags: many(61, 'PA') }, /^flags: /],
      [{ shipTypes: many(12, 'tug') }, /^shipTypes: /],
      ...[-1, 401].map((daysBeyond) => [{ daysBeyond }, `daysBeyond: ${days}`] as const),
    ],
  ],
  [
    'a test case of a checklist',
    TestCase,
    testCase,
    [{ held: many(100, held), gaps: many(100, gap) }],
    [
      [{ held: many(101, held) }, 'held: A test case has at most 100 documents'],
      [{ gaps: many(101, gap) }, 'gaps: A test case has at most 100 gaps'],
      [{ signsOffOn: '2025-12-31' }, 'signsOffOn: The sign-off is before the joining'],
    ],
  ],
  [
    'a new checklist',
    NewChecklist,
    { name: 'A', ...edition },
    [{ cases: many(50, testCase) }, { rows: ids(100).map((one) => ({ ...row, id: one })) }],
    [
      [{ rows: [] }, 'rows: Add a row'],
      [{ rows: ids(101).map((one) => ({ ...row, id: one })) }, 'rows: A checklist has at most 100 rows'],
      [{ cases: many(51, testCase) }, 'cases: A checklist has at most 50 test cases'],
      [{ rows: [row, row] }, 'rows: Two rows have the same id'],
    ],
  ],
  [
    'an edition of a checklist',
    EditionInput,
    { ...edition, seen: 0 },
    [],
    [
      [{ rows: [row, row] }, 'rows: Two rows have the same id'],
      [{ seen: -1 }, /^seen: /],
    ],
  ],
]);
