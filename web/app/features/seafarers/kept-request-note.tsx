import { useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { dropKeptRequest, type KeptRequest, keepRequest } from '../../lib/session/kept-request.ts';
import { Button } from '../../ui/button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';

type KeptRequestNoteProps = {
  kept: KeptRequest;
  hasProfile: boolean;
  /** Whether the profile was saved just now. */
  isUpdated: boolean;
};

/**
 * Says which request for a course waits for the profile. A first request goes on by itself when the profile is created,
 * or without one; a declined one is asked again when the learner has updated the profile.
 */
export function KeptRequestNote({ kept, hasProfile, isUpdated }: KeptRequestNoteProps) {
  const [isDropped, setDropped] = useState(false);
  const navigate = useNavigate();
  if (isDropped) return null;

  function send() {
    if (!hasProfile) keepRequest({ ...kept, withoutProfile: true });
    void navigate(paths.keptRequest(kept.courseId));
  }

  return (
    <Alert
      tone="info"
      className="mb-6"
      action={
        <div className="flex flex-wrap gap-3">
          <Button tone={isUpdated ? 'signal' : 'plain'} size="small" onClick={send}>
            {hasProfile ? 'Ask again' : 'Send request without profile'}
          </Button>
          <Button
            tone="quiet"
            size="small"
            onClick={() => {
              dropKeptRequest();
              setDropped(true);
            }}
          >
            {hasProfile ? 'Not now' : 'Cancel request'}
          </Button>
        </div>
      }
    >
      {isUpdated ? (
        <>
          Your profile is updated. You can now ask again for <strong>{kept.title}</strong>.
        </>
      ) : hasProfile ? (
        <>
          Update your profile first. Then ask again for <strong>{kept.title}</strong>.
        </>
      ) : (
        <>
          Your request for <strong>{kept.title}</strong> will be sent when your profile is saved.
        </>
      )}
    </Alert>
  );
}
