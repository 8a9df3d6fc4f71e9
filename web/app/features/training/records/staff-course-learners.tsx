import { training } from '@fairlead/contract/training/calls';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { usePaginatedList } from '../../../lib/calls/paginated-list.ts';
import { Moment } from '../../../lib/site.tsx';
import { staffPaths } from '../../../lib/staff-paths.ts';
import { useMay } from '../../../shell/use-permissions.ts';
import { Badge } from '../../../ui/badge.tsx';
import { ConfirmAction } from '../../../ui/dialogs/confirm-action.tsx';
import { EmailText } from '../../../ui/email-text.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { DataTable } from '../../../ui/lists/data-table.tsx';
import { byAge, type ListFilter } from '../../../ui/lists/list-filters.tsx';
import type { Column } from '../../../ui/lists/table-row.tsx';
import { EnrolmentBadge } from '../../courses/enrolling/enrolment-parts.tsx';
import type { Course } from '../../courses/wire.ts';
import { enrolledName, MoveMany, WithdrawMany } from '../../enrolments/staff-enrolled-actions.tsx';
import { ChargeFees } from '../../fees/staff-charge-actions.tsx';
import { markAttendance } from '../staff-api.ts';
import { type CourseLearner, courseLearnerOf } from '../wire.ts';

/** Whether staff mark the attendance of a learner here: nothing else completes the training of those in no batch. */
const lacksAttendance = ({ completion, batch, progress }: CourseLearner, isClassroom: boolean) =>
  !completion && !batch && (isClassroom || progress.filmsTotal === 0);

const columnsOf = (format: Course['format']): Column<CourseLearner>[] => [
  {
    title: 'Learner',
    cell: ({ enrolmentId, person }) => <span id={`learner-${enrolmentId}`}>{person.name}</span>,
  },
  { title: 'Email', cell: ({ person }) => <EmailText email={person.email} />, wide: true, roomy: true },
  {
    title: 'Approved',
    cell: ({ approvedAt }) => (approvedAt ? <Moment at={approvedAt} /> : '–'),
    width: 'lg:w-50',
    hidden: true,
  },
  { title: 'Training', cell: (learner) => trainingOf(learner, format === 'classroom'), width: 'lg:w-44' },
  {
    title: 'Completed',
    cell: ({ completion }) => (completion ? <Moment at={completion.completedAt} /> : '–'),
    width: 'lg:w-50',
    hidden: true,
  },
  ...(format === 'online' ? [] : [batchColumn]),
  {
    title: 'State',
    cell: ({ state, isChargeable }) => (
      <span className="flex gap-1">
        <EnrolmentBadge state={state} />
        {isChargeable && <Badge>No fee</Badge>}
      </span>
    ),
    width: 'lg:w-52',
  },
  {
    title: 'Proof',
    cell: ({ enrolmentId }) => (
      <Link
        to={staffPaths.watchRecord(enrolmentId)}
        className="font-semibold text-link hover:underline"
        aria-describedby={`learner-${enrolmentId}`}
      >
        Proof
      </Link>
    ),
    width: 'lg:w-18',
  },
];

const batchColumn: Column<CourseLearner> = {
  title: 'Batch',
  cell: ({ batch }) =>
    batch ? (
      <Link to={staffPaths.batch(batch.id)} className="font-semibold text-link hover:underline">
        {batch.code}
      </Link>
    ) : (
      '–'
    ),
  width: 'lg:w-28',
};

/** How far the training is. */
function trainingOf(learner: CourseLearner, isClassroom: boolean): ReactNode {
  const { progress, completion, batch } = learner;
  if (completion) return <Badge tone="good">{completion.kind === 'attendance' ? 'Attended' : 'Submitted'}</Badge>;
  if (lacksAttendance(learner, isClassroom)) return <Badge>Not marked</Badge>;
  if (batch && (isClassroom || progress.filmsTotal === 0)) return 'In a batch';
  return `${progress.filmsCompleted} of ${progress.filmsTotal} ${progress.packagesTotal > 0 ? 'complete' : 'videos'}, ${progress.percent}%`;
}

const trainings: ListFilter = {
  name: 'training',
  label: 'Training',
  any: 'All',
  options: [
    ['completed', 'Completed'],
    ['open', 'Not completed'],
  ],
};

const results: ListFilter = {
  name: 'result',
  label: 'Result',
  any: 'All',
  options: [
    ['passed', 'Passed'],
    ['failed', 'Failed'],
    ['none', 'Test not taken'],
  ],
};

/**
 * The learners of a course with their progress; in a course of the classroom, or without films, staff mark here the
 * attendance of those who are in no batch. Those without a fee can be charged.
 */
export function CourseLearners({ courseId, format }: { courseId: string; format: Course['format'] }) {
  const list = usePaginatedList(
    ['training', 'learners', courseId],
    training.listLearners,
    ({ data }) => data.map(courseLearnerOf),
    { id: courseId },
  );
  const mayReadResults = useMay('results:read');
  const mayDecide = useMay('enrolments:decide');
  const mayOpen = useMay('people:read');
  const isMarkedHere = (learner: CourseLearner) => mayDecide && lacksAttendance(learner, format === 'classroom');
  return (
    <DataTable
      list={list}
      label="Learners"
      searchLabel="Search by name or email"
      filters={[byAge('newest'), trainings, ...(mayReadResults ? [results] : []), { days: 'Approved' }]}
      itemKey={({ enrolmentId }) => enrolmentId}
      columns={columnsOf(format)}
      nameOf={({ person }) => person.name}
      to={({ person }) => (mayOpen ? staffPaths.person(person.id) : undefined)}
      decide={
        list.items.some(isMarkedHere)
          ? (learner) => isMarkedHere(learner) && <MarkAttendance learner={learner} />
          : undefined
      }
      decideWidth="lg:w-40"
      choose={
        mayDecide || list.items.some(({ isChargeable }) => isChargeable)
          ? {
              nameOf: enrolledName,
              actions: (chosen) => <Chosen chosen={chosen} of={{ courseId, format, mayDecide }} />,
            }
          : undefined
      }
      failure="Failed to load the learners."
      empty={<EmptyState title="No learners yet.">Accepted learners will appear here, with their progress.</EmptyState>}
      noMatch={<EmptyState title="No learners found.">Nobody matches “{list.searched}”.</EmptyState>}
    />
  );
}

type ChosenProps = {
  chosen: CourseLearner[];
  of: { courseId: string; format: Course['format']; mayDecide: boolean };
};

/** What is done with the chosen learners at once. */
function Chosen({ chosen, of: { courseId, format, mayDecide } }: ChosenProps) {
  const chargeable = chosen.filter(({ isChargeable }) => isChargeable);
  const enrolled = chosen.map(({ enrolmentId, person }) => ({ id: enrolmentId, status: 'approved' as const, person }));
  return (
    <>
      {mayDecide && format !== 'online' && <MoveMany enrolled={enrolled} courseId={courseId} />}
      {chargeable.length > 0 && <ChargeFees learners={chargeable} />}
      {mayDecide && <WithdrawMany enrolled={enrolled} />}
    </>
  );
}

function MarkAttendance({ learner: { enrolmentId, person } }: { learner: CourseLearner }) {
  const { name, email } = person;
  return (
    <ConfirmAction
      label="Mark attendance"
      size="small"
      describedBy={`learner-${enrolmentId}`}
      title="Mark Attendance"
      text={
        <>
          <p>Are you sure that this learner attended the course?</p>
          <p className="text-soft">
            <strong className="text-ink">{name}</strong>, {email}
          </p>
          <p className="text-soft">
            This opens the test for them, and they are notified by email. It cannot be undone.
          </p>
        </>
      }
      confirm="Yes, Attended"
      act={() => markAttendance(enrolmentId)}
      failure="Failed to mark the attendance."
    />
  );
}
