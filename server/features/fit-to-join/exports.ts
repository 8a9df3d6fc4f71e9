import { buffer } from 'node:stream/consumers';
import { fitToJoin, type JudgedPerson, type VerdictCell, type Verdicts } from '@fairlead/contract/fit-to-join/calls';
import { cellStateNames, daysAfterJoining, uncheckedIn, verdictNames } from '@fairlead/contract/fit-to-join/verdicts';
import { type Column, tableOf } from '../../platform/tables/export.ts';
import { xlsxOf } from '../../platform/tables/xlsx.ts';

/**
 * A verdict in a cell: 'Held to 2028-02-29', 'Held, not checked', 'Runs out on 2027-06-13, after 180 days', 'Missing'.
 */
const cellInWords = (cell: VerdictCell): string => `${verdictInWords(cell)}${cell.isChecked ? '' : ', not checked'}`;

function verdictInWords({ state, lastDay, inDays }: VerdictCell): string {
  if (state === 'runs-out') return `Runs out on ${lastDay}, ${daysAfterJoining(inDays ?? 0)}`;
  if (lastDay === null) return cellStateNames[state];
  return state === 'held' ? `Held to ${lastDay}` : `Missing; ended on ${lastDay}`;
}

/**
 * The columns of a table of verdicts: the person, how many gaps and unchecked documents, and each row of the checklist
 * for the job.
 */
const columnsOf = ({ rows }: Verdicts): Column<JudgedPerson>[] => [
  ['Name', ({ name }) => name],
  ['Email', ({ email }) => email],
  ['Verdict', ({ standing }) => verdictNames[standing]],
  ['Missing', ({ cells }) => cells.filter(({ state }) => state === 'missing').length],
  ['Runs out', ({ cells }) => cells.filter(({ state }) => state === 'runs-out').length],
  ['Not checked', ({ cells }) => uncheckedIn(cells)],
  ...rows.map(({ title }, n): Column<JudgedPerson> => {
    return [title, ({ cells }) => (cells[n] ? cellInWords(cells[n]) : null)];
  }),
];

/** The verdicts on people as a table, with a column for each document. */
const verdictTable = tableOf(
  fitToJoin.people,
  ({ data }) => data.people,
  ({ data }) => columnsOf(data),
);
export const fitToJoinTables = [verdictTable];

/** The verdicts on a list of people as a workbook; a list is short enough to be in memory. */
export function workbookOf(verdicts: Verdicts, timeZone: string): Promise<Buffer> {
  const columns = columnsOf(verdicts);
  const rows = verdicts.people.map((person) => columns.map(([, cell]) => cell(person)));
  const titles = columns.map(([title]) => title);
  return buffer(
    xlsxOf(
      titles,
      (async function* () {
        yield rows;
      })(),
      timeZone,
    ),
  );
}
