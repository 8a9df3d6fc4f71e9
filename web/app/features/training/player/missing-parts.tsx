import type { RefObject } from 'react';
import { formatRunningTime } from '../../../lib/format/running-time.ts';
import { Button } from '../../../ui/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import type { Stretch } from './watched-stretches.ts';

/** A part begins this many seconds earlier when it is watched again, since a player needs a moment after a jump. */
const leadSeconds = 0.3;
/** The parts that are named; of more, how many there are. */
const mostNamed = 3;

/** Why a film that has ended does not count: the parts that were not watched, with a button that plays the first. */
export function MissingParts({ video, gaps }: { video: RefObject<HTMLVideoElement | null>; gaps: readonly Stretch[] }) {
  const [first] = gaps;
  if (!first) {
    return (
      <Alert tone="info">
        You have played all of this video. It counts when the academy has confirmed it, in a few seconds.
      </Alert>
    );
  }
  function watch([from]: Stretch) {
    const element = video.current;
    if (!element) return;
    element.currentTime = Math.max(0, from - leadSeconds);
    element.focus({ preventScroll: true });
    void element.play();
  }
  return (
    <Alert
      tone="warn"
      action={
        <Button tone="plain" size="small" onClick={() => watch(first)}>
          Watch the missing parts
        </Button>
      }
    >
      Some parts of this video were skipped. It counts when you have watched them too: {inWords(gaps)}.
    </Alert>
  );
}

function inWords(gaps: readonly Stretch[]): string {
  const named = gaps
    .slice(0, mostNamed)
    .map(([from, to]) => `${formatRunningTime(Math.floor(from))} to ${formatRunningTime(Math.ceil(to))}`);
  const more = gaps.length - named.length;
  return more > 0 ? `${named.join(', ')} and ${more} more` : named.join(', ');
}
