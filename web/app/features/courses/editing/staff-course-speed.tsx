import { Alert } from '../../../ui/feedback/alert.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { Form, SubmitButton } from '../../../ui/forms/form.tsx';
import { chooseSpeed } from '../staff-api.ts';
import type { Course } from '../wire.ts';

/**
 * Asks once whether the videos of a course from before courses began at 1 × may still be played faster. The reader may
 * edit courses.
 */
export function CourseSpeed({ course: { id, highestSpeed, asksSpeed } }: { course: Course }) {
  if (!asksSpeed) return null;
  const choose = (speed: number) => async () =>
    toast(await chooseSpeed(id, String(speed) as Parameters<typeof chooseSpeed>[1]));
  return (
    <Alert tone="warn" className="mb-6">
      <p className="font-semibold">May the videos of this course be played at up to {highestSpeed} ×?</p>
      <p>
        It names regulations, and an hour of video at 2 × is half a contact hour. New courses begin at 1 ×. What
        learners have already opened keeps its speed.
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Form onSubmit={choose(1)} failure="Failed to save the playback speed.">
          <SubmitButton tone="plain" size="small">
            Play at 1 ×
          </SubmitButton>
        </Form>
        <Form onSubmit={choose(highestSpeed)} failure="Failed to save the playback speed.">
          <SubmitButton tone="plain" size="small">
            Keep {highestSpeed} ×
          </SubmitButton>
        </Form>
      </div>
    </Alert>
  );
}
