import type { JudgedPerson, JudgedRow, VerdictCell } from '@fairlead/contract/fit-to-join/calls';
import { cellStateNames, notCheckedInWords } from '@fairlead/contract/fit-to-join/verdicts';
import { Link } from 'react-router';
import { cx } from '../../ui/cx.ts';
import { CheckIcon, CloseIcon } from '../../ui/icons.tsx';
import { Card } from '../../ui/layout.tsx';
import { detailsInWords, gapsInWords, VerdictBadge } from './verdict-marks.tsx';

type MatrixProps = {
  rows: readonly JudgedRow[];
  people: readonly JudgedPerson[];
  /** Where a person leads: their verdict in full. */
  personUrl: (person: JudgedPerson) => string;
};

/** Verdicts on people: a table of people and documents, and on small screens a list of people with their gaps. */
export function VerdictMatrix(props: MatrixProps) {
  return (
    <>
      <div className="max-lg:hidden">
        <Legend />
        <Table {...props} />
      </div>
      <ul aria-label="People" className="flex flex-col gap-3 lg:hidden">
        {props.people.map((person) => (
          <li key={person._id}>
            <PersonCard {...props} person={person} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Legend() {
  return (
    <ul aria-label="Signs" className="mb-3 flex flex-wrap items-center gap-x-5 gap-y-2 text-sm text-soft">
      <li className="flex items-center gap-2">
        <Sign cell={{ state: 'held', lastDay: null, inDays: null, isChecked: true }} /> Held
      </li>
      <li className="flex items-center gap-2">
        <Sign cell={{ state: 'held', lastDay: null, inDays: null, isChecked: false }} /> Held, not checked yet
      </li>
      <li className="flex items-center gap-2">
        <Sign cell={{ state: 'runs-out', lastDay: '', inDays: 90, isChecked: true }} /> Runs out, so many days after
        joining
      </li>
      <li className="flex items-center gap-2">
        <Sign cell={{ state: 'runs-out', lastDay: '', inDays: 90, isChecked: false }} /> Runs out, not checked yet
      </li>
      <li className="flex items-center gap-2">
        <Sign cell={{ state: 'missing', lastDay: null, inDays: null, isChecked: true }} /> Missing
      </li>
    </ul>
  );
}

/**
 * A verdict as a sign, by shape and not by colour alone: a tick, a number, a cross; with a question mark, not checked.
 */
function Sign({ cell: { state, inDays, isChecked } }: { cell: VerdictCell }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'flex h-6 min-w-7 items-center justify-center rounded-sm px-0.5 text-xs font-semibold',
        state === 'held' && 'text-good',
        state === 'runs-out' && 'bg-warn-soft text-warn',
        state === 'missing' && 'bg-bad-soft text-bad',
      )}
    >
      {state === 'held' && <CheckIcon className="size-4" />}
      {state === 'runs-out' && inDays}
      {!isChecked && '?'}
      {state === 'missing' && <CloseIcon className="size-4" />}
    </span>
  );
}

const inWords = (cell: VerdictCell) => [cellStateNames[cell.state], detailsInWords(cell)].filter(Boolean).join('. ');

function Table({ rows, people, personUrl }: MatrixProps) {
  const gapsOf = (n: number) => people.filter(({ cells }) => cells[n] && cells[n].state !== 'held').length;
  return (
    <div className="overflow-x-auto rounded-lg border border-line bg-surface">
      <table className="w-full border-collapse text-sm">
        <caption className="sr-only">Verdicts on people, by document</caption>
        <thead>
          <tr>
            <th scope="col" className="sticky left-0 z-10 min-w-52 bg-surface p-3 text-left align-bottom font-semibold">
              Person
            </th>
            {rows.map(({ id, title }) => (
              <th
                key={id}
                scope="col"
                className="h-56 px-0.5 pt-3 pb-1 last:pr-3 align-bottom font-normal"
                title={title}
              >
                <span className="mx-auto block max-h-52 rotate-180 [text-orientation:sideways] [writing-mode:vertical-rl] truncate text-left">
                  {title}
                </span>
              </th>
            ))}
          </tr>
          <tr className="border-b border-edge text-soft">
            <th scope="row" className="sticky left-0 z-10 bg-surface px-3 pb-2 text-left font-normal">
              Gaps
            </th>
            {rows.map(({ id }, n) => (
              <td key={id} className="pb-2 text-center last:pr-3">
                {gapsOf(n) || '–'}
              </td>
            ))}
          </tr>
        </thead>
        <tbody>
          {people.map((person) => (
            <tr key={person._id} className="border-b border-line last:border-0 hover:bg-sunken">
              <th scope="row" className="sticky left-0 z-10 max-w-64 bg-surface px-3 py-1.5 text-left font-normal">
                <Link to={personUrl(person)} className="block truncate font-semibold text-link hover:underline">
                  {person.name}
                </Link>
                <span className="block truncate text-xs text-soft">
                  {person.standing === 'fit' ? 'Fit to join' : gapsInWords(person.cells)}
                  {notCheckedInWords(person.cells)}
                </span>
              </th>
              {rows.map(({ id }, n) => {
                const cell = person.cells[n];
                return (
                  <td key={id} className="px-0.5 text-center last:pr-3" title={cell && inWords(cell)}>
                    {cell && (
                      <>
                        <Sign cell={cell} />
                        <span className="sr-only">{inWords(cell)}</span>
                      </>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function PersonCard({ rows, person, personUrl }: Omit<MatrixProps, 'people'> & { person: JudgedPerson }) {
  const gaps = rows.flatMap((row, n) => {
    const cell = person.cells[n];
    return cell && cell.state !== 'held' ? [{ row, cell }] : [];
  });
  return (
    <Card className="flex flex-col gap-2 p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Link to={personUrl(person)} className="min-w-0 font-semibold wrap-anywhere text-link hover:underline">
          {person.name}
        </Link>
        <VerdictBadge person={person} />
      </div>
      {gaps.length > 0 && (
        <details>
          <summary className="w-fit rounded-sm py-1 text-soft">{gapsInWords(person.cells)}</summary>
          <ul className="mt-1 flex flex-col">
            {gaps.map(({ row, cell }) => (
              <li key={row.id} className="flex items-start gap-2 border-t border-line py-2">
                <Sign cell={cell} />
                <span className="min-w-0">
                  {row.title}
                  <span className="block text-sm text-soft">{detailsInWords(cell) || cellStateNames[cell.state]}</span>
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Card>
  );
}
