/** The clock of a ship's computer. */
export type ShipClock = {
  now: () => Date;
  /** The academy's time, at a contact. */
  correct: (academy: Date) => void;
  /** A moment that the clock had reached before the program started. */
  startFrom: (reached: Date) => void;
  /** Changes whenever the clock does not run on by itself: with the program's start, and with each correction. */
  session: () => string;
};

/**
 * A clock that never goes back and is not moved by somebody who sets the computer's: it takes the computer's time once,
 * runs on by the monotonic clock, and is corrected by the academy alone. After an empty battery it goes on from where
 * it stood.
 *
 * @param wall the computer's clock, and `monotonic` one that is never set, in milliseconds.
 */
export function shipClock(wall = Date.now, monotonic = () => performance.now()): ShipClock {
  let offset = wall() - monotonic();
  let corrections = 0;
  const process = crypto.randomUUID();
  const setTo = (time: number) => {
    offset = time - monotonic();
    corrections += 1;
  };
  return {
    now: () => new Date(offset + monotonic()),
    correct: (academy) => {
      // a pack that took weeks to arrive says nothing about now
      if (Math.abs(academy.getTime() - offset - monotonic()) > 60_000) setTo(academy.getTime());
    },
    startFrom: (reached) => {
      if (reached.getTime() > offset + monotonic()) setTo(reached.getTime());
    },
    session: () => `${process} ${corrections}`,
  };
}
