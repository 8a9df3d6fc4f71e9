import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type FieldErrors, textOf } from '../../lib/calls/field-errors.ts';
import { queryClient } from '../../lib/calls/query-client.ts';
import { useMay } from '../../shell/use-permissions.ts';
import { FormAction } from '../../ui/dialogs/form-action.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { BulkAction } from '../../ui/lists/bulk-action.tsx';
import { ListFailure } from '../../ui/lists/list-failure.tsx';
import type { Person } from '../accounts/people/wire.ts';
import { batchChoiceQuery, refetchBatches } from '../batches/staff-api.ts';
import { BatchField } from '../batches/staff-batch-parts.tsx';
import type { Batch } from '../batches/staff-wire.ts';
import { activeCourseChoiceQuery } from '../courses/staff-api.ts';
import { CourseField } from '../courses/staff-course-field.tsx';
import { enrolPeople, enrolPerson, refetchRequests, withdrawEnrolment } from './staff-api.ts';
import { checkDecline, DeclineFields, declineOf } from './staff-decline-fields.tsx';
import { answeredIn, Lacks } from './staff-lacks.tsx';

/** Reads the lists of requests and the person's page again. */
async function refetch() {
  await Promise.all([queryClient.invalidateQueries({ queryKey: ['people'] }), refetchRequests()]);
}

/** The active courses to choose one from, read when the field is shown. */
function ActiveCourse() {
  const { data: courses, isError, refetch: again } = useQuery(activeCourseChoiceQuery);
  if (isError) return <ListFailure sentence="Failed to load courses." retry={() => void again()} />;
  if (!courses) return <Spinner label="Loading courses" />;
  return (
    <CourseField
      courses={courses}
      hint={courses.length === 0 ? 'No course is published. Publish one first.' : undefined}
      required
    />
  );
}

const courseIn = (form: FormData): string => textOf(form, 'courseId');
const checkCourse = (form: FormData): FieldErrors => (courseIn(form) ? {} : { courseId: 'Choose a course' });

type EnrolFieldsProps = {
  people: readonly { id: string; name: string }[];
  onCourse?: (courseId: string) => void;
};

/** The course, where it has classes one of its batches, and what the people lack for it. */
export function EnrolFields({ people, onCourse }: EnrolFieldsProps) {
  const [courseId, setCourseId] = useState('');
  const { data: courses } = useQuery(activeCourseChoiceQuery);
  const hasClasses = courses?.some(({ id, format }) => id === courseId && format !== 'online');
  return (
    <div
      className="contents"
      onChange={(event) => {
        const chosen = chosenCourse(event) ?? courseId;
        setCourseId(chosen);
        onCourse?.(chosen);
      }}
    >
      <ActiveCourse />
      {hasClasses && <BatchOf key={courseId} courseId={courseId} />}
      {courseId !== '' && people.length > 0 && <Lacks key={`lacks-${courseId}`} courseId={courseId} people={people} />}
    </div>
  );
}

const chosenCourse = ({ target }: FormEvent): string | undefined =>
  target instanceof HTMLSelectElement && target.name === 'courseId' ? target.value : undefined;

/** The batches of a course, if it has any. */
function BatchOf({ courseId }: { courseId: string }) {
  const { data: batches, isError, refetch: again } = useQuery(batchChoiceQuery(courseId));
  if (isError) return <ListFailure sentence="Failed to load batches." retry={() => void again()} />;
  if (!batches) return <Spinner label="Loading batches" />;
  if (batches.length === 0) return null;
  return <BatchField batches={batches} hint="Optional. Each takes a free seat." />;
}

export const placeIn = (form: FormData) => ({
  courseId: courseIn(form),
  batchId: textOf(form, 'batchId') || undefined,
});

const what = `A pending request for the course is accepted. Where a certificate can be renewed, the training begins again.
  This does not record that you have checked their identity.`;

/** Enrols the chosen people of a list, for those who decide on enrolments. */
export function EnrolMany({ people }: { people: Person[] }) {
  return (
    <BulkAction
      label="Enroll"
      tone="signal"
      items={people}
      nameOf={({ name, email }) => `${name}, ${email}`}
      title="Enroll in a Course"
      text={({ length }) => (
        <p className="text-soft">
          <strong className="text-ink">{length === 1 ? '1 person' : `${length} people`}</strong> get an email and can
          begin at once. {what}
        </p>
      )}
      fields={(chosen) => <EnrolFields people={chosen} />}
      check={checkCourse}
      confirm="Yes, Enroll"
      done="enrolled"
      act={(chosen, form) => enrolPeople(answeredIn(form, courseIn(form), chosen), placeIn(form))}
      after={refetch}
      failure="Failed to enroll these people."
    />
  );
}

/** Enrols the chosen people of a list in one batch, for those who decide on enrolments. */
export function EnrolInBatch({ people, batch }: { people: Person[]; batch: Batch }) {
  const { id: batchId, courseId, courseTitle, code } = batch;
  return (
    <BulkAction
      label={`Enroll in ${code}`}
      tone="signal"
      items={people}
      nameOf={({ name, email }) => `${name}, ${email}`}
      title="Enroll in a Batch"
      text={({ length }) => (
        <p className="text-soft">
          <strong className="text-ink">{length === 1 ? '1 person' : `${length} people`}</strong> get an email, and a
          seat of {code} in {courseTitle}. {what}
        </p>
      )}
      fields={(chosen) => chosen.length > 0 && <Lacks courseId={courseId} people={chosen} />}
      confirm="Yes, Enroll"
      done="enrolled"
      act={(chosen, form) => enrolPeople(answeredIn(form, courseId, chosen), { courseId, batchId })}
      after={async () => {
        await Promise.all([refetch(), refetchBatches()]);
      }}
      failure="Failed to enroll these people."
    />
  );
}

/** Enrols a person who has not requested a course themselves, for those who decide on enrolments. */
export function EnrolInCourse({ id, name }: { id: string; name: string }) {
  if (!useMay('enrolments:decide')) return null;
  return (
    <FormAction
      label="Enroll in a course"
      describedBy={`person-${id}`}
      title="Enroll in a Course"
      text={
        <p className="text-soft">
          <strong className="text-ink">{name}</strong> gets an email and can begin at once. {what}
        </p>
      }
      check={checkCourse}
      confirm="Yes, Enroll"
      act={(form) => {
        const [person = { id }] = answeredIn(form, courseIn(form), [{ id, name }]);
        return enrolPerson(person, placeIn(form));
      }}
      after={refetch}
      failure="Failed to enroll this person."
    >
      <EnrolFields people={[{ id, name }]} />
    </FormAction>
  );
}

/** Withdraws an approved enrolment, with a reason for the learner. `describedBy` is the id of its title. */
export function Withdraw({ id, courseTitle, describedBy }: { id: string; courseTitle: string; describedBy: string }) {
  if (!useMay('enrolments:decide')) return null;
  return (
    <FormAction
      label="Withdraw"
      size="small"
      describedBy={describedBy}
      title="Withdraw Enrollment"
      text={
        <>
          <p>
            This closes <strong>{courseTitle}</strong> to the learner. Their progress is kept.
          </p>
          <p className="text-soft">They get the reason by email, and can ask again.</p>
        </>
      }
      check={checkDecline}
      confirm="Yes, Withdraw"
      act={(form) => withdrawEnrolment(id, declineOf(form))}
      after={refetch}
      failure="Failed to withdraw the enrollment."
    >
      <DeclineFields />
    </FormAction>
  );
}
