import { useEffect, useState } from 'react';
import { dropKeptRequest, type KeptRequest, unclaimedRequest } from '../../../lib/session/kept-request.ts';
import { Button } from '../../../ui/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';

/**
 * Says which request for a course the next login sends, and cancels it: on a shared device it may be that of somebody
 * else. The page is cached for everybody, so the device is asked after hydration.
 */
export function WaitingRequest() {
  const [kept, setKept] = useState<KeptRequest | null>(null);
  useEffect(() => setKept(unclaimedRequest()), []);
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
      Your request for <strong>{kept.title}</strong> will be sent when you log in.
    </Alert>
  );
}
