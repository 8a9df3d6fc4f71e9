import { useSession } from '../../../lib/session/use-session.ts';
import { Button, type Size } from '../../../ui/button.tsx';

type EnrolNowProps = {
  /** Whether it is still unknown if the learner has asked for the course before; see `Own`. */
  isAwaited: boolean;
  /** Whether a request is being sent, for this course (`busy`) or for any. */
  busy: boolean;
  disabled: boolean;
  onEnrol: () => void;
  size?: Size;
  'aria-describedby'?: string;
};

/**
 * The button that requests a course. For somebody who is signed in it is blank and disabled until their state is known:
 * before hydration by its style alone, since the page is the same for everyone.
 */
export function EnrolNow({ isAwaited, disabled, onEnrol, ...look }: EnrolNowProps) {
  const isSignedIn = useSession() !== null;
  return (
    <Button
      {...look}
      wide
      data-awaited={isAwaited || undefined}
      disabled={disabled || (isAwaited && isSignedIn)}
      onClick={onEnrol}
    >
      Enroll Now
    </Button>
  );
}
