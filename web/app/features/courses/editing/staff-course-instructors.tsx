import { useSuspenseQuery } from '@tanstack/react-query';
import { textOf } from '../../../lib/calls/field-errors.ts';
import { useMay } from '../../../shell/use-permissions.ts';
import { ConfirmAction } from '../../../ui/dialogs/confirm-action.tsx';
import { FormAction } from '../../../ui/dialogs/form-action.tsx';
import { EmailText } from '../../../ui/email-text.tsx';
import { SelectField } from '../../../ui/forms/select-field.tsx';
import { Card } from '../../../ui/layout.tsx';
import {
  assignInstructor,
  type Instructor,
  instructorsQuery,
  refetchInstructors,
  unassignInstructor,
} from './instructors-api.ts';

/** The instructors of a course, assigned here by those who manage staff. */
export function CourseInstructors({ courseId }: { courseId: string }) {
  const { data: instructors } = useSuspenseQuery(instructorsQuery(courseId));
  const assigned = instructors.filter((one) => one.assigned);
  const others = instructors.filter((one) => !one.assigned);
  return (
    <Card className="flex flex-col gap-4">
      {assigned.length === 0 && (
        <div>
          <p className="font-semibold">No instructor is assigned to this course.</p>
          <p className="text-soft">Staff who work on all courses manage it.</p>
        </div>
      )}
      {assigned.length > 0 && (
        <ul className="flex flex-col divide-y divide-line">
          {assigned.map((instructor) => (
            <li key={instructor.id} className="flex flex-wrap items-center gap-x-6 gap-y-2 py-3 first:pt-0 last:pb-0">
              <div className="min-w-0 flex-1 basis-56">
                <p id={`instructor-${instructor.id}`} className="font-semibold wrap-anywhere">
                  {instructor.name}
                </p>
                <p className="text-sm text-soft">
                  <EmailText email={instructor.email} />
                </p>
              </div>
              <Remove courseId={courseId} instructor={instructor} />
            </li>
          ))}
        </ul>
      )}
      <Assign courseId={courseId} others={others} />
    </Card>
  );
}

function Assign({ courseId, others }: { courseId: string; others: Instructor[] }) {
  if (!useMay('staff:manage') || others.length === 0) return null;
  const options = others.map(({ id, name, email }) => ({ value: id, label: `${name}, ${email}` }));
  return (
    <div>
      <FormAction
        label="Assign instructor"
        size="small"
        title="Assign Instructor"
        text={<p>They can see and change this course: its videos, tests, learners and results.</p>}
        check={() => ({})}
        confirm="Assign"
        act={(form) => assignInstructor(courseId, textOf(form, 'instructor'))}
        after={() => refetchInstructors(courseId)}
        failure="Failed to assign the instructor."
      >
        <SelectField label="Instructor" name="instructor" options={options} />
      </FormAction>
    </div>
  );
}

function Remove({ courseId, instructor: { id, name } }: { courseId: string; instructor: Instructor }) {
  if (!useMay('staff:manage')) return null;
  return (
    <ConfirmAction
      label="Remove"
      size="small"
      describedBy={`instructor-${id}`}
      title="Remove Instructor"
      text={
        <p>
          <strong>{name}</strong> can no longer see this course, from now on. Their past work is kept.
        </p>
      }
      confirm="Yes, Remove"
      act={() => unassignInstructor(courseId, id)}
      after={() => refetchInstructors(courseId)}
      failure="Failed to remove the instructor."
    />
  );
}
