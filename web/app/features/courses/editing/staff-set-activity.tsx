import { ConfirmAction } from '../../../ui/dialogs/confirm-action.tsx';
import { setCourseActive } from '../staff-api.ts';
import type { Course } from '../wire.ts';

/** Deactivates or activates a course; the course's title on the screen has the id `course-<id>`. */
export const SetActivity = ({ course }: { course: Course }) =>
  course.isActive ? <Deactivate course={course} /> : <Activate course={course} />;

function Deactivate({ course: { id, title } }: { course: Course }) {
  return (
    <ConfirmAction
      label="Deactivate"
      tone="danger"
      size="small"
      describedBy={`course-${id}`}
      title="Deactivate Course"
      text={
        <>
          <p>Are you sure you want to deactivate this course?</p>
          <p className="text-soft">
            <strong className="text-ink">{title}</strong> is removed from the catalogue. Approved learners keep their
            access.
          </p>
        </>
      }
      confirm="Yes, Deactivate"
      act={() => setCourseActive(id, false)}
      failure="Failed to deactivate course"
    />
  );
}

function Activate({ course: { id, title } }: { course: Course }) {
  return (
    <ConfirmAction
      label="Activate"
      size="small"
      describedBy={`course-${id}`}
      title="Activate Course"
      text={
        <>
          <p>Are you sure you want to activate this course?</p>
          <p className="text-soft">
            <strong className="text-ink">{title}</strong> is shown in the catalogue, and learners can request it.
          </p>
        </>
      }
      confirm="Yes, Activate"
      act={() => setCourseActive(id, true)}
      failure="Failed to activate course"
    />
  );
}
