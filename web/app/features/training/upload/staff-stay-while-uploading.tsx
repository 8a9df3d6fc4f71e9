import { useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from '../../../ui/dialogs/dialog.tsx';

/**
 * Asks for confirmation before the page is left during an upload, by a link or by closing the tab; leaving stops the
 * upload.
 */
export function StayWhileUploading({ isUploading, stop }: { isUploading: () => boolean; stop: () => void }) {
  const blocker = useBlocker(isUploading);
  const latest = useRef({ isUploading, stop });
  latest.current = { isUploading, stop };

  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (latest.current.isUploading()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => {
      window.removeEventListener('beforeunload', ask);
      latest.current.stop();
    };
  }, []);

  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      title="Stop the upload?"
      text="The upload is not finished. If you leave this page now, it stops. To continue, choose the same videos within one day."
      confirm="Stop and leave"
      cancel="Stay here"
      tone="danger"
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    />
  );
}
