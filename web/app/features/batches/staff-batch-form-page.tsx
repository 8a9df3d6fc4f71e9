import { type BatchInput, BatchInput as BatchSchema, longestBatch } from '@fairlead/contract/batches/calls';
import { formatDate } from '@fairlead/contract/values/dates';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { type FieldErrors, fieldErrors, textOf } from '../../lib/calls/field-errors.ts';
import { titled } from '../../lib/pages/page-title.ts';
import { staffPaths } from '../../lib/staff-paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { CheckboxField } from '../../ui/forms/choice-fields.tsx';
import { DateField } from '../../ui/forms/date-field.tsx';
import { Form, SubmitButton } from '../../ui/forms/form.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { TextField } from '../../ui/forms/text-fields.tsx';
import { Card, PageHeader } from '../../ui/layout.tsx';
import { ListFailure } from '../../ui/lists/list-failure.tsx';
import { instructorsQuery } from '../courses/editing/instructors-api.ts';
import { courseChoiceQuery } from '../courses/staff-api.ts';
import { CourseField } from '../courses/staff-course-field.tsx';
import type { Route } from './+types/staff-batch-form-page.ts';
import { classDaysIn, type DayPlan, daysBetween, isSunday, lastClassDay, planOf, restsOn } from './batch-days.ts';
import { readBatchNow, saveBatch } from './staff-api.ts';
import type { Batch } from './staff-wire.ts';

/**
 * The batch to edit is in the URL, `?batch=<id>`, and is loaded in its current state; without one, a new one is made,
 * like that in `?like=<id>` but for its number and days.
 */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const asked = new URL(request.url).searchParams;
  const [id, likeId] = [asked.get('batch'), asked.get('like')];
  return {
    batch: id ? await readBatchNow(id) : undefined,
    like: !id && likeId ? await readBatchNow(likeId) : undefined,
  };
}

const titleFor = (batch: unknown) => (batch ? 'Edit Batch' : 'Create Batch');

export const meta: Route.MetaFunction = (page) => titled(titleFor(page.loaderData?.batch), page);

export default function StaffBatchFormPage({ loaderData: { batch, like } }: Route.ComponentProps) {
  return (
    <>
      <PageHeader title={titleFor(batch)}>
        {batch && 'Everyone in the batch gets an email when days, times or venue change.'}
        {like && `Like ${like.code}, on new dates and without its people.`}
      </PageHeader>
      <BatchForm key={batch?.id ?? like?.id ?? 'new'} batch={batch} like={like} />
    </>
  );
}

/** The option for a batch without an instructor. */
const noInstructor = 'none';

/** What was entered, as the contract has it; a number that is none is left for its check to refuse. */
const inputOf = (form: FormData): BatchInput => ({
  code: textOf(form, 'code'),
  firstDay: textOf(form, 'firstDay'),
  lastDay: textOf(form, 'lastDay'),
  restDays: form.getAll('restDays').filter((day) => typeof day === 'string'),
  startsAt: textOf(form, 'startsAt'),
  endsAt: textOf(form, 'endsAt'),
  venue: textOf(form, 'venue'),
  seats: Number(textOf(form, 'seats') || Number.NaN),
  instructorId: textOf(form, 'instructorId') === noInstructor ? null : textOf(form, 'instructorId'),
  isOpen: form.get('isOpen') === 'on',
});

/** The days that a batch of a course usually has: those of the batch that is copied, else of its duration. */
function useDayPlan(courseId: string, like: Batch | undefined): DayPlan | undefined {
  const { data = [] } = useQuery(courseChoiceQuery);
  if (like?.courseId === courseId) return planOf(like);
  const classDays = classDaysIn(data.find(({ id }) => id === courseId)?.duration ?? '');
  return classDays ? { classDays } : undefined;
}

type BatchFormProps = { batch: Batch | undefined; like: Batch | undefined };

function BatchForm({ batch, like }: BatchFormProps) {
  const navigate = useNavigate();
  const given = batch ?? like;
  const [courseId, setCourseId] = useState(given?.courseId ?? '');
  const plan = useDayPlan(courseId, like);

  async function save(form: FormData) {
    const saved = await saveBatch(batch, courseId, inputOf(form));
    toast(batch ? 'Batch saved.' : 'Batch created.');
    await navigate(staffPaths.batch(saved.id));
  }

  function check(form: FormData): FieldErrors {
    const errors = fieldErrors(BatchSchema, inputOf(form));
    return courseId ? errors : { ...errors, courseId: 'Choose a course' };
  }

  return (
    <Form
      onSubmit={save}
      check={check}
      failure={batch ? 'Failed to save the batch' : 'Failed to create the batch'}
      className="max-w-3xl gap-6"
    >
      <Card className="grid gap-5 p-6 sm:grid-cols-2">
        {batch ? (
          <p className="text-lg font-semibold sm:col-span-2">{batch.courseTitle}</p>
        ) : (
          <ClassroomCourse initial={courseId} onChoose={setCourseId} />
        )}
        <TextField
          label="Batch number"
          name="code"
          hint="As in your batch register, such as PST 12/2026"
          defaultValue={batch?.code}
          required
        />
        <TextField
          label="Seats"
          name="seats"
          inputMode="numeric"
          hint="Nobody can be booked beyond them"
          defaultValue={given?.seats}
          required
        />
        <Days batch={batch} plan={plan} />
        <TextField label="Starts" name="startsAt" type="time" defaultValue={given?.startsAt ?? '09:00'} required />
        <TextField label="Ends" name="endsAt" type="time" defaultValue={given?.endsAt ?? '17:00'} required />
        <TextField label="Venue" name="venue" defaultValue={given?.venue} required className="sm:col-span-2" />
        <InstructorField courseId={courseId} batch={given?.courseId === courseId ? given : undefined} />
        <CheckboxField
          label="Seafarers can ask for this batch"
          name="isOpen"
          defaultChecked={given?.state !== 'closed'}
          className="sm:col-span-2"
        />
      </Card>
      <div className="flex flex-wrap gap-3">
        <SubmitButton size="large">{batch ? 'Save Batch' : 'Create Batch'}</SubmitButton>
        <LinkButton to={batch ? staffPaths.batch(batch.id) : staffPaths.batches} tone="plain" size="large">
          Cancel
        </LinkButton>
      </div>
    </Form>
  );
}

/** The courses that are held in the classroom. */
function ClassroomCourse({ initial, onChoose }: { initial: string; onChoose: (id: string) => void }) {
  const { data, isError, refetch } = useQuery(courseChoiceQuery);
  if (isError) return <ListFailure sentence="Failed to load courses." retry={() => void refetch()} />;
  if (!data) return <Spinner label="Loading courses" />;
  const courses = data.filter(({ format }) => format !== 'online');
  if (courses.length === 0) {
    return (
      <Alert tone="info" className="sm:col-span-2">
        No course is held in the classroom. Edit a course and set its format first.
      </Alert>
    );
  }
  return (
    <CourseField
      courses={courses}
      defaultValue={initial}
      onChange={(event) => onChoose(event.currentTarget.value)}
      required
      className="sm:col-span-2"
    />
  );
}

const daysOfClass = ({ classDays }: DayPlan) => (classDays === 1 ? '1 day of class' : `${classDays} days of class`);

/** The first and the last day, and a checkbox for each day between them on which there may be no class. */
function Days({ batch, plan }: { batch: Batch | undefined; plan: DayPlan | undefined }) {
  const [first, setFirst] = useState(batch?.firstDay ?? '');
  const [chosen, setChosen] = useState(batch?.lastDay);
  const proposed = plan && !batch ? lastClassDay(first, plan) : '';
  const last = chosen ?? proposed;
  const between = daysBetween(first, last, longestBatch);
  const rests = (day: string) =>
    batch ? batch.restDays.includes(day) : plan ? restsOn(day, first, plan) : isSunday(day);
  const isProposed = proposed !== '' && last === proposed;
  return (
    <>
      <DateField
        label="First day"
        name="firstDay"
        defaultValue={first}
        onChange={(event) => setFirst(event.currentTarget.value)}
        required
      />
      <DateField
        // another proposal fills the field again
        key={proposed}
        label="Last day"
        name="lastDay"
        hint={`The test opens on this day.${plan && isProposed ? ` Proposed for ${daysOfClass(plan)}.` : ''}`}
        defaultValue={last}
        min={first}
        onChange={(event) => setChosen(event.currentTarget.value)}
        required
      />
      {between.length > 0 && (
        <fieldset className="sm:col-span-2">
          <legend className="mb-2 font-semibold">Days without class</legend>
          <div className="flex max-h-60 flex-wrap gap-2 overflow-y-auto">
            {between.map((day) => (
              <CheckboxField
                // what is proposed for another first day fills the checkbox again
                key={`${day} ${rests(day)}`}
                label={formatDate(day)}
                name="restDays"
                value={day}
                defaultChecked={rests(day)}
              />
            ))}
          </div>
        </fieldset>
      )}
    </>
  );
}

/** The instructors of the course. */
function InstructorField({ courseId, batch }: { courseId: string; batch: Batch | undefined }) {
  const { data = [] } = useQuery({ ...instructorsQuery(courseId), enabled: courseId !== '' });
  const assigned = data.filter((one) => one.assigned).map(({ id, name }) => ({ value: id, label: name }));
  const stored = batch?.instructor;
  const isMissing = stored && !assigned.some(({ value }) => value === stored.id);
  return (
    <SelectField
      key={`${courseId} ${assigned.length}`}
      label="Instructor"
      name="instructorId"
      options={[
        { value: noInstructor, label: 'No instructor' },
        ...(isMissing ? [{ value: stored.id, label: stored.name }] : []),
        ...assigned,
      ]}
      defaultValue={stored?.id ?? noInstructor}
      hint={courseId && assigned.length === 0 ? 'Nobody is assigned to the course yet' : undefined}
      className="sm:col-span-2"
    />
  );
}
