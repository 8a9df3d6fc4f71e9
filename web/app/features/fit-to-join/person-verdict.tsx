import type { ClosingCourse, JudgedPerson, OwnBasis, VerdictCell } from '@fairlead/contract/fit-to-join/calls';
import { closes, notCheckedInWords, uncheckedIn } from '@fairlead/contract/fit-to-join/verdicts';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatDays } from '../../lib/format/dates.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Fold } from '../../ui/fold.tsx';
import { Card } from '../../ui/layout.tsx';
import { CellBadge, detailsInWords, gapsInWords } from './verdict-marks.tsx';

type OwnRow = OwnBasis['rows'][number];
type GapProps = {
  row: OwnRow;
  cell: VerdictCell;
  /** The courses that close it for this person. */
  courses: readonly ClosingCourse[];
};

/** What the reader can do about a gap, as buttons below it; `describedBy` is the id of its title. */
export type GapActions = (gap: GapProps & { describedBy: string }) => ReactNode;

type PersonVerdictProps = OwnBasis & {
  person: JudgedPerson;
  /** What to say of somebody who can join, and who cannot. */
  fit: ReactNode;
  unfit: ReactNode;
  /** Where a course leads. */
  courseUrl: (course: ClosingCourse) => string;
  gapActions?: GapActions;
  /** What is said of the checklist besides its name and edition. */
  more?: ReactNode;
};

/** The verdict on a person: what is missing or runs out, with the way to close each gap, and then what is held. */
export function PersonVerdict({ checklist, rows, person, fit, unfit, more, ...ofGaps }: PersonVerdictProps) {
  const all = rows.flatMap((row, n) => (person.cells[n] ? [{ row, cell: person.cells[n] }] : []));
  const gaps = all
    .filter(({ cell }) => cell.state !== 'held')
    .map(({ row, cell }) => ({ row, cell, courses: row.closedBy.filter((course) => closes(course, cell)) }));
  const held = all.filter(({ cell }) => cell.state === 'held');
  const unchecked = uncheckedIn(person.cells);
  return (
    <div className="flex flex-col gap-8">
      {gaps.length === 0 ? (
        <Alert tone="good">
          {fit}
          {unchecked > 0 && (
            <>
              {' '}
              <strong>
                {unchecked === 1
                  ? 'Nobody has checked 1 document yet.'
                  : `Nobody has checked ${unchecked} documents yet.`}
              </strong>
            </>
          )}
        </Alert>
      ) : (
        <Alert tone="warn">
          <strong>
            {gapsInWords(person.cells)}
            {notCheckedInWords(person.cells)}.
          </strong>{' '}
          {unfit}
        </Alert>
      )}
      {gaps.length > 0 && (
        <section aria-labelledby="gaps">
          <h2 id="gaps" className="text-xl">
            What to do before joining
          </h2>
          <ul className="mt-3 flex flex-col gap-3">
            {gaps.map(({ row, cell, courses }) => (
              <li key={row.id}>
                <Gap row={row} cell={cell} courses={courses} {...ofGaps} />
              </li>
            ))}
          </ul>
          {gaps.some(({ courses }) => courses.length === 0) && (
            <p className="mt-3 text-sm text-soft">
              If no course is named, this academy has no course for that document.
            </p>
          )}
        </section>
      )}
      {held.length > 0 && (
        <Fold summary={`${held.length === 1 ? '1 document' : `${held.length} documents`} held for the whole voyage`}>
          <ul className="grid gap-x-8 sm:grid-cols-2">
            {held.map(({ row, cell }) => (
              <li key={row.id} className="flex flex-col border-b border-line py-2">
                <span className="font-medium">{row.title}</span>
                <span className="text-sm text-soft">{detailsInWords(cell)}</span>
              </li>
            ))}
          </ul>
        </Fold>
      )}
      <p className="text-sm text-soft">
        By the checklist ‘{checklist.name}’, edition {checklist.edition}. {more}
      </p>
    </div>
  );
}

function Gap({ courseUrl, gapActions, ...gap }: GapProps & Pick<PersonVerdictProps, 'courseUrl' | 'gapActions'>) {
  const { row, cell, courses } = gap;
  const details = detailsInWords(cell);
  const describedBy = `gap-${row.id}`;
  return (
    <Card className="flex flex-col gap-2 p-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h3 id={describedBy} className="text-base">
          {row.title}
        </h3>
        <CellBadge cell={cell} />
      </div>
      {details && <p className="text-soft">{details}</p>}
      {courses.length > 0 && (
        <ul className="flex flex-col gap-1">
          {courses.map((course) => (
            <li key={course.courseId}>
              <Link
                id={`${describedBy}-${course.courseId}`}
                to={courseUrl(course)}
                className="font-semibold text-link hover:underline"
              >
                {course.title}
              </Link>
              : <Way {...course} />
            </li>
          ))}
        </ul>
      )}
      {gapActions && <div className="flex flex-wrap gap-2 print:hidden">{gapActions({ ...gap, describedBy })}</div>}
    </Card>
  );
}

/** When a course can be taken, and whether that is in time. */
function Way({ batch, inTime, isOnline }: ClosingCourse) {
  if (batch && inTime) return <>class on {formatDays(batch.firstDay, batch.lastDay)}, in time</>;
  if (isOnline) return <>online, at any time</>;
  if (batch) return <>next class on {formatDays(batch.firstDay, batch.lastDay)}, too late for this joining</>;
  return <>no date with a free seat yet</>;
}
