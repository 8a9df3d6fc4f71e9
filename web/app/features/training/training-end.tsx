import { useState } from 'react';
import { useNavigate } from 'react-router';
import { messageOf } from '../../lib/calls/api-client.ts';
import { NetworkError } from '../../lib/calls/transport.ts';
import { paths } from '../../lib/paths.ts';
import { useGoLater } from '../../lib/use-go-later.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { submitTraining } from './api.ts';
import type { TrainingSet } from './wire.ts';

/** Seconds for which the success message is shown before the courses open, as specified. */
const toCoursesAfter = 2;

export const submittedWords = 'The training is submitted. The test is open.';

/** How far the training is submitted: what was refused of the last try, and whether one is under way. */
export type Submission = { busy: boolean; failure: string | undefined; submit: () => Promise<void> };

/**
 * Submits a training, reports that it is submitted, and leads to its test, or to the courses where there is none to
 * take.
 */
export function useSubmission(set: TrainingSet): Submission {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const navigate = useNavigate();
  const goLater = useGoLater();

  async function submit() {
    setBusy(true);
    setFailure(undefined);
    try {
      const { message, opensTest } = await submitTraining(set);
      toast(message);
      if (opensTest) void navigate(paths.test(set.courseId));
      else goLater({ to: paths.userCourses, seconds: toCoursesAfter });
    } catch (error) {
      const isOffline = error instanceof NetworkError;
      setFailure(isOffline ? 'API Error during submission' : messageOf(error, 'Submission failed!'));
      setBusy(false);
    }
  }
  return { busy, failure, submit };
}

type TrainingEndProps = { set: TrainingSet; submission: Submission };

/** The step after the films: submitting the training once all are watched, then the assessment. */
export function TrainingEnd({ set, submission: { busy, failure, submit } }: TrainingEndProps) {
  const allWatched = set.films.every(({ completed }) => completed);
  if (set.submitted) {
    return (
      <div className="flex flex-col gap-3">
        <Alert tone="good">{submittedWords}</Alert>
        <LinkButton to={paths.test(set.courseId)} wide>
          Give Test
        </LinkButton>
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-3">
      {failure && <Alert>{failure}</Alert>}
      {allWatched ? (
        <Button wide busy={busy} onClick={() => void submit()}>
          Submit Training
        </Button>
      ) : (
        <Button wide disabled aria-describedby="test-opens">
          Give Test
        </Button>
      )}
      {!allWatched && (
        <p id="test-opens" className="text-sm text-soft">
          The test opens when{' '}
          {set.films.some(({ kind }) => kind === 'package') ? 'everything is complete' : 'every video is watched'} and
          the training is submitted.
        </p>
      )}
    </div>
  );
}
