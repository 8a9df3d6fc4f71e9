import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { useCarriedEmail } from '../../../lib/session/carried-email.ts';
import {
  dropKeptRequest,
  type KeptRequest,
  keptRequestOf,
  unclaimedRequest,
} from '../../../lib/session/kept-request.ts';
import { Button } from '../../../ui/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';

type WaitingRequestProps = {
  /** The words of the registration, with the title of the course; the login has its own. */
  children?: (title: ReactNode) => ReactNode;
};

/**
 * Says which request for a course the next login sends, and cancels it: on a shared device it may be that of somebody
 * else. Somebody who comes from the registration or its OTP sees their own. The page is cached for everybody, so the
 * device is asked after hydration.
 */
export function WaitingRequest({ children }: WaitingRequestProps) {
  const [kept, setKept] = useState<KeptRequest | null>(null);
  const email = useCarriedEmail('login');
  useEffect(() => setKept(unclaimedRequest() ?? keptRequestOf(email)), [email]);
  if (!kept) return null;
  return (
    <Alert
      tone="info"
      className="mb-6"
      action={
        <Button
          tone="plain"
          size="small"
          onClick={() => {
            dropKeptRequest();
            setKept(null);
          }}
        >
          Cancel request
        </Button>
      }
    >
      {children?.(<strong>{kept.title}</strong>) ?? (
        <>
          Your request for <strong>{kept.title}</strong> will be sent when you log in.
          {kept.email === null && (
            <Link to={paths.register} className="block font-semibold underline">
              No account yet? Sign up first
            </Link>
          )}
        </>
      )}
    </Alert>
  );
}
