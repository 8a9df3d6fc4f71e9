import { ConfirmAction } from '../../../ui/dialogs/confirm-action.tsx';
import { FormAction } from '../../../ui/dialogs/form-action.tsx';
import { CheckboxField } from '../../../ui/forms/choice-fields.tsx';
import { refetchCourses, setCourseActive } from '../staff-api.ts';
import type { Course } from '../wire.ts';

/**
 * Deactivates or activates a course, in the list of the specification; a draft is published. The course's title on the
 * screen has the id `course-<id>`.
 */
export function SetActivity({ course }: { course: Course }) {
  if (course.isDraft) return <Publish course={course} />;
  return course.isActive ? <Withdraw course={course} word="Deactivate" /> : <Activate course={course} />;
}

type PublishProps = {
  course: Course;
  /** Whether it has all that its learners need. */
  isReady?: boolean;
  /** Publishes its test, if that is a draft too. */
  publishTest?: (() => Promise<unknown>) | undefined;
};

/** The same on the page of one course, where it is published and unpublished as its tests are. */
export const SetPublished = ({ course, ...publish }: PublishProps) =>
  course.isActive ? <Withdraw course={course} word="Unpublish" /> : <Publish course={course} {...publish} />;

/** It is one dialog with and without a test: its test is published while the dialog is open, which must stay. */
function Publish({ course, isReady = true, publishTest }: PublishProps) {
  return (
    <FormAction
      label="Publish"
      tone={isReady ? 'signal' : 'plain'}
      size="small"
      describedBy={`course-${course.id}`}
      title="Publish Course"
      text={<OfferText title={course.title} word="Publish" />}
      check={() => ({})}
      confirm="Yes, Publish"
      act={async (form) => {
        const withTest = form.has('test');
        if (withTest) await publishTest?.();
        await setCourseActive(course.id, true);
        return withTest ? 'Course and test published.' : 'Course published.';
      }}
      after={refetchCourses}
      failure="Failed to publish course"
    >
      {publishTest && <CheckboxField label="Publish its test too" name="test" defaultChecked />}
    </FormAction>
  );
}

function Withdraw({ course: { id, title }, word }: { course: Course; word: 'Deactivate' | 'Unpublish' }) {
  return (
    <ConfirmAction
      label={word}
      tone="danger"
      size="small"
      describedBy={`course-${id}`}
      title={`${word} Course`}
      text={
        <>
          <p>Are you sure you want to {word.toLowerCase()} this course?</p>
          <p className="text-soft">
            <strong className="text-ink">{title}</strong> is removed from the catalogue. Approved learners keep their
            access.
          </p>
        </>
      }
      confirm={`Yes, ${word}`}
      act={async () => {
        const said = await setCourseActive(id, false);
        return word === 'Unpublish' ? 'Course unpublished.' : said;
      }}
      failure={`Failed to ${word.toLowerCase()} course`}
    />
  );
}

const OfferText = ({ title, word }: { title: string; word: 'Activate' | 'Publish' }) => (
  <>
    <p>Are you sure you want to {word.toLowerCase()} this course?</p>
    <p className="text-soft">
      <strong className="text-ink">{title}</strong> is shown in the catalogue, and learners can request it.
    </p>
  </>
);

function Activate({ course: { id, title } }: { course: Course }) {
  return (
    <ConfirmAction
      label="Activate"
      size="small"
      describedBy={`course-${id}`}
      title="Activate Course"
      text={<OfferText title={title} word="Activate" />}
      confirm="Yes, Activate"
      act={() => setCourseActive(id, true)}
      failure="Failed to activate course"
    />
  );
}
