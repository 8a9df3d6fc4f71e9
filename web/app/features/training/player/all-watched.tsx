import { useLayoutEffect } from 'react';
import { paths } from '../../../lib/paths.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { type Submission, submittedWords } from '../training-end.tsx';
import type { TrainingSet } from '../wire.ts';
import { useFocusFromPlayer } from './use-focus-from-player.ts';

type AllWatchedProps = {
  set: TrainingSet;
  submission: Submission;
  /** The person wants to stay with this film. */
  onStay: () => void;
  /** The card has come, or has gone: the film plays again, say. Its identity must not change. */
  onShown: (shown: boolean) => void;
};

/** The step after the last film, over its picture; it stands here in place of the one beside the films. */
export function AllWatched({ set, submission: { busy, failure, submit }, onStay, onShown }: AllWatchedProps) {
  const card = useFocusFromPlayer();
  // before it is painted: the page has one button of a name
  useLayoutEffect(() => {
    onShown(true);
    return () => onShown(false);
  }, [onShown]);
  return (
    <div ref={card} className="player-next">
      <p role="status">
        <strong>All videos watched</strong>
        {set.submitted ? submittedWords : 'Submit the training to open the test.'}
      </p>
      {failure && (
        <p role="alert" className="player-refusal">
          {failure}
        </p>
      )}
      <div>
        {set.submitted ? (
          <LinkButton size="small" to={paths.test(set.courseId)}>
            Give Test
          </LinkButton>
        ) : (
          <Button size="small" busy={busy} onClick={() => void submit()}>
            Submit Training
          </Button>
        )}
        <Button tone="on-navy" size="small" onClick={onStay}>
          Stay here
        </Button>
      </div>
    </div>
  );
}
