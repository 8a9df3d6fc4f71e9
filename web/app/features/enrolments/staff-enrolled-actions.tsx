import { useQuery } from '@tanstack/react-query';
import { type FieldErrors, textOf } from '../../lib/calls/field-errors.ts';
import { queryClient } from '../../lib/calls/query-client.ts';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { CheckboxField } from '../../ui/forms/choice-fields.tsx';
import { BulkAction } from '../../ui/lists/bulk-action.tsx';
import { ListFailure } from '../../ui/lists/list-failure.tsx';
import { batchChoiceQuery, placePeople, refetchBatches } from '../batches/staff-api.ts';
import { BatchField } from '../batches/staff-batch-parts.tsx';
import { refetchRequests, withdrawEnrolments } from './staff-api.ts';
import { checkDecline, DeclineFields, declineOf } from './staff-decline-fields.tsx';

/** Somebody who is enrolled in a course, or has asked for it; the id is that of the enrolment. */
type Enrolled = {
  id: string;
  status: 'pending' | 'approved' | 'rejected';
  person: { name: string; email: string };
};

export const enrolledName = ({ person: { name, email } }: Pick<Enrolled, 'person'>) => `${name}, ${email}`;

/** For each of the chosen people: all or none is moved or withdrawn, so there is no report of some. */
const allOf = (some: readonly Enrolled[], message: string) => some.map(({ id }) => ({ id, ok: true, message }));

/** Reads every list again that shows enrolments, their batches or the seats of these. */
async function refetch() {
  const learners = queryClient.invalidateQueries({ queryKey: ['training', 'learners'] });
  await Promise.all([learners, refetchBatches(), refetchRequests()]);
}

/** Moves the chosen people of a course to one of its batches: each gets a place there, or nobody does. */
export function MoveMany({ enrolled, courseId }: { enrolled: readonly Enrolled[]; courseId: string }) {
  return (
    <BulkAction
      label="Move"
      items={enrolled}
      nameOf={enrolledName}
      title="Move to a Batch"
      text={({ length }) => (
        <p className="text-soft">
          {length === 1 ? '1 person gets' : `${length} people get`} an email with the dates. If there is no place for
          all of them, nobody is moved.
        </p>
      )}
      fields={<BatchFields courseId={courseId} />}
      check={checkBatch}
      confirm="Yes, Move"
      done="moved"
      act={async (some, form) => allOf(some, await placePeople(some, batchIn(form), isWaitingIn(form)))}
      after={refetch}
      failure="Failed to move these people."
    />
  );
}

/** Withdraws the chosen people from the course, with one reason for all of them. */
export function WithdrawMany({ enrolled }: { enrolled: readonly Enrolled[] }) {
  return (
    <BulkAction
      label="Withdraw"
      tone="danger"
      items={enrolled}
      nameOf={enrolledName}
      title="Withdraw Enrollments"
      text={({ length }) => (
        <>
          <p>This closes the course to {length === 1 ? '1 person' : `${length} people`}. Their progress is kept.</p>
          <p className="text-soft">Their seats become free. They get the reason by email, and can ask again.</p>
        </>
      )}
      fields={<DeclineFields />}
      check={checkDecline}
      confirm="Yes, Withdraw"
      done="withdrawn"
      act={async (some, form) => allOf(some, await withdrawEnrolments(some, declineOf(form)))}
      after={refetch}
      failure="Failed to withdraw these people."
    />
  );
}

export const batchIn = (form: FormData) => textOf(form, 'batchId');
export const isWaitingIn = (form: FormData) => form.get('waiting') === 'on';
export const checkBatch = (form: FormData): FieldErrors => (batchIn(form) ? {} : { batchId: 'Choose a batch' });

/** A batch of a course, and whether to its waiting list. */
export function BatchFields({ courseId }: { courseId: string }) {
  return (
    <>
      <BatchToCome courseId={courseId} />
      <CheckboxField label="Put on its waiting list" name="waiting" />
    </>
  );
}

/** The batches of a course to choose one from, read when the field is shown. */
function BatchToCome({ courseId }: { courseId: string }) {
  const { data, isError, refetch: again } = useQuery(batchChoiceQuery(courseId));
  if (isError) return <ListFailure sentence="Failed to load batches." retry={() => void again()} />;
  if (!data) return <Spinner label="Loading batches" />;
  return (
    <BatchField
      batches={data}
      hint={data.length === 0 ? 'The course has no batch to come. Create one first.' : undefined}
      required
    />
  );
}
