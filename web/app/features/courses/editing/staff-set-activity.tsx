import type { Tone } from '../../../ui/button.tsx';
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
  return course.isActive ? (
    <Withdraw course={course} word="Deactivate" />
  ) : (
    <Offer course={course} word="Activate" failure="Failed to activate course" />
  );
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

function Publish({ course, isReady = true, publishTest }: PublishProps) {
  const failure = 'Failed to publish course';
  const tone = isReady ? 'signal' : 'plain';
  if (!publishTest) return <Offer course={course} word="Publish" tone={tone} failure={failure} />;
  return (
    <FormAction
      label="Publish"
      tone={tone}
      size="small"
      describedBy={`course-${course.id}`}
      title="Publish Course"
      text={<OfferText title={course.title} word="Publish" />}
      check={() => ({})}
      confirm="Yes, Publish"
      act={async (form) => {
        if (form.has('test')) await publishTest();
        await setCourseActive(course.id, true);
        return form.has('test') ? 'Course and test published.' : 'Course published.';
      }}
      after={refetchCourses}
      failure={failure}
    >
      <CheckboxField label="Publish its test too" name="test" defaultChecked />
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

type Offering = 'Activate' | 'Publish';

const OfferText = ({ title, word }: { title: string; word: Offering }) => (
  <>
    <p>Are you sure you want to {word.toLowerCase()} this course?</p>
    <p className="text-soft">
      <strong className="text-ink">{title}</strong> is shown in the catalogue, and learners can request it.
    </p>
  </>
);

type OfferProps = { course: Course; word: Offering; tone?: Tone; failure: string };

function Offer({ course: { id, title }, word, tone = 'plain', failure }: OfferProps) {
  return (
    <ConfirmAction
      label={word}
      tone={tone}
      size="small"
      describedBy={`course-${id}`}
      title={`${word} Course`}
      text={<OfferText title={title} word={word} />}
      confirm={`Yes, ${word}`}
      act={async () => {
        const said = await setCourseActive(id, true);
        return word === 'Publish' ? 'Course published.' : said;
      }}
      failure={failure}
    />
  );
}
