import { useEffect, useState } from 'react';
import { holdSession } from '../../lib/session/held-session.ts';
import { clearSession } from '../../lib/session/session.ts';
import { useHeldEnded } from '../../lib/session/use-held-ended.ts';
import { Button } from '../../ui/button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { useFocusFromPlayer } from './player/use-focus-from-player.ts';

/**
 * Keeps a training open whose session the server has ended, as after weeks at sea, while what is played is recorded on
 * this device. `isAsked`: the login is asked for at the end of a film, unless the person chose `later`.
 */
export function useHeldSession(isRecorded: boolean): { isEnded: boolean; isAsked: boolean; later: () => void } {
  const isEnded = useHeldEnded();
  const [isLater, setLater] = useState(false);
  useEffect(() => (isRecorded ? holdSession() : undefined), [isRecorded]);
  return { isEnded, isAsked: isEnded && !isLater, later: () => setLater(true) };
}

/** Leaves for the login, which leads back here; what is not sent stays on the device, and goes first then. */
const LogIn = ({ children }: { children: string }) => (
  <Button size="small" onClick={clearSession}>
    {children}
  </Button>
);

/** Says beside a running film that the login has ended. */
export const LoginEnded = () => (
  <Alert tone="info" action={<LogIn>Log in now</LogIn>}>
    Your login has ended. The video goes on, and what you watch is kept on this device until you log in again.
  </Alert>
);

/** Asks for the login over the picture of a film that has ended. */
export function LogInAgain({ onLater }: { onLater: () => void }) {
  const card = useFocusFromPlayer();
  return (
    <div ref={card} className="player-next">
      <p role="status">
        Your login has ended
        <strong>Log in, and what you watched on this device is sent first.</strong>
      </p>
      <div>
        <LogIn>Log in</LogIn>
        <Button tone="on-navy" size="small" onClick={onLater}>
          Later
        </Button>
      </div>
    </div>
  );
}
