import { ConfirmAction } from '../../../ui/dialogs/confirm-action.tsx';
import { setCourseActive } from '../staff-api.ts';
import type { Course } from '../wire.ts';

/**
 * Deactivates or activates a course, in the list of the specification; a draft is published. The course's title on the
 * screen has the id `course-<id>`.
 */
export function SetActivity({ course }: { course: Course }) {
  if (course.isDraft) return <Publish course={course} />;
  return course.isActive ? (
    <Withdraw course={course} word="Deactivate" />
  ) : (
    <Offer course={course} word="Activate" failure="Failed to activate course" />
  );
}

/** The same on the page of one course, where it is published and unpublished as its tests are. */
export const SetPublished = ({ course }: { course: Course }) =>
  course.isActive ? <Withdraw course={course} word="Unpublish" /> : <Publish course={course} />;

const Publish = ({ course }: { course: Course }) => (
  <Offer course={course} word="Publish" failure="Failed to publish course" />
);

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

type OfferProps = { course: Course; word: 'Activate' | 'Publish'; failure: string };

function Offer({ course: { id, title }, word, failure }: OfferProps) {
  return (
    <ConfirmAction
      label={word}
      tone={word === 'Publish' ? 'signal' : 'plain'}
      size="small"
      describedBy={`course-${id}`}
      title={`${word} Course`}
      text={
        <>
          <p>Are you sure you want to {word.toLowerCase()} this course?</p>
          <p className="text-soft">
            <strong className="text-ink">{title}</strong> is shown in the catalogue, and learners can request it.
          </p>
        </>
      }
      confirm={`Yes, ${word}`}
      act={async () => {
        const said = await setCourseActive(id, true);
        return word === 'Publish' ? 'Course published.' : said;
      }}
      failure={failure}
    />
  );
}
