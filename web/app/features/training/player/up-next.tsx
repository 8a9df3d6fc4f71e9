import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import type { Film } from '../wire.ts';
import { useFocusFromPlayer } from './use-focus-from-player.ts';

/** Seconds until the next film opens by itself. */
const opensAfter = 5;

type UpNextProps = {
  film: Pick<Film, 'serial' | 'title'>;
  onPlay: () => void;
  /** The person wants to stay with this film. */
  onStay: () => void;
};

/** The film that follows, over the picture of the one that has ended: it opens after a few seconds, or at once. */
export function UpNext({ film: { serial, title }, onPlay, onStay }: UpNextProps) {
  const [left, setLeft] = useState(opensAfter);
  const play = useRef(onPlay);
  play.current = onPlay;
  const card = useFocusFromPlayer();
  useEffect(() => {
    const timer = setInterval(() => setLeft((before) => before - 1), 1000);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => {
    if (left <= 0) play.current();
  }, [left]);
  return (
    <div ref={card} className="player-next">
      <p role="status">
        Up next
        <strong>
          {serial}. {title}
        </strong>
      </p>
      <p aria-hidden="true">in {Math.max(0, left)} s</p>
      <div>
        <Button size="small" onClick={onPlay}>
          Play now
        </Button>
        <Button tone="on-navy" size="small" onClick={onStay}>
          Stay here
        </Button>
      </div>
    </div>
  );
}
