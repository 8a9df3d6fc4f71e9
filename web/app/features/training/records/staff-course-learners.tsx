import { training } from '@fairlead/contract/training';
import { Link } from 'react-router';
import { usePaginatedList } from '../../../lib/calls/paginated-list.ts';
import { Moment } from '../../../lib/site.tsx';
import { staffPaths } from '../../../lib/staff-paths.ts';
import { useMay } from '../../../shell/use-permissions.ts';
import { Badge } from '../../../ui/badge.tsx';
import { LinkButton } from '../../../ui/button.tsx';
import { ConfirmAction } from '../../../ui/dialogs/confirm-action.tsx';
import { EmailText } from '../../../ui/email-text.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
import { DataTable } from '../../../ui/lists/data-table.tsx';
import { byAge, type ListFilter } from '../../../ui/lists/list-filters.tsx';
import type { Column } from '../../../ui/lists/table-row.tsx';
import { PersonLink } from '../../accounts/people/person-link.tsx';
import { EnrolmentBadge } from '../../courses/enrolling/enrolment-parts.tsx';
import type { Course } from '../../courses/wire.ts';
import { ChargeFees } from '../../fees/staff-charge-actions.tsx';
import { markAttendance } from '../staff-api.ts';
import { type CourseLearner, courseLearnerOf } from '../wire.ts';

const columnsOf = (isClassroom: boolean): Column<CourseLearner>[] => [
  {
    title: 'Learner',
    cell: ({ enrolmentId, person }) => (
      <>
        <span id={`learner-${enrolmentId}`} className="block font-semibold">
          <PersonLink {...person} />
        </span>
        <span className="block text-sm text-soft">
          <EmailText email={person.email} />
        </span>
      </>
    ),
  },
  { title: 'Approved', cell: ({ approvedAt }) => (approvedAt ? <Moment at={approvedAt} /> : '–') },
  { title: 'Training', cell: (learner) => <TrainingState learner={learner} isClassroom={isClassroom} /> },
  {
    title: 'State',
    cell: ({ state, isChargeable }) => (
      <span className="flex flex-wrap gap-1">
        <EnrolmentBadge state={state} />
        {isChargeable && <Badge>No fee</Badge>}
      </span>
    ),
  },
  {
    title: 'Proof',
    cell: ({ enrolmentId }) => (
      <LinkButton
        to={staffPaths.watchRecord(enrolmentId)}
        tone="plain"
        size="small"
        aria-describedby={`learner-${enrolmentId}`}
      >
        Proof
      </LinkButton>
    ),
  },
];

const choose = {
  nameOf: ({ person }: CourseLearner) => person.name,
  actions: (chosen: CourseLearner[]) => <ChargeFees learners={chosen} />,
};

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
  return (
    <DataTable
      list={list}
      label="Learners"
      searchLabel="Search by name or email"
      filters={[byAge('newest'), trainings, ...(mayReadResults ? [results] : []), { days: 'Approved' }]}
      itemKey={({ enrolmentId }) => enrolmentId}
      columns={columnsOf(format === 'classroom')}
      choose={list.items.some(({ isChargeable }) => isChargeable) ? choose : undefined}
      failure="Failed to load the learners."
      empty={<EmptyState title="No learners yet.">Accepted learners will appear here, with their progress.</EmptyState>}
      noMatch={<EmptyState title="No learners found.">Nobody matches “{list.searched}”.</EmptyState>}
    />
  );
}

function TrainingState({ learner, isClassroom }: { learner: CourseLearner; isClassroom: boolean }) {
  const { enrolmentId, person, progress, completion, batch } = learner;
  if (completion) {
    return (
      <>
        <Badge tone="good">{completion.kind === 'attendance' ? 'Attended' : 'Submitted'}</Badge>
        <span className="mt-1 block text-sm text-soft">
          <Moment at={completion.completedAt} />
        </span>
      </>
    );
  }
  const inBatch = batch && (
    <Link to={staffPaths.batch(batch.id)} className="font-semibold text-link hover:underline">
      {batch.code}
    </Link>
  );
  if (isClassroom || progress.filmsTotal === 0)
    return inBatch || <Attendance enrolmentId={enrolmentId} person={person} />;
  return (
    <>
      <ProgressBar
        percent={progress.percent}
        label={`${progress.filmsCompleted} of ${progress.filmsTotal} videos`}
        className="max-w-64"
      />
      {inBatch}
    </>
  );
}

function Attendance({ enrolmentId, person: { name, email } }: Pick<CourseLearner, 'enrolmentId' | 'person'>) {
  if (!useMay('enrolments:decide')) return <Badge>Not marked</Badge>;
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
