import { type ComponentProps, type ComponentType, useEffect, useRef, useState } from 'react';
import { Outlet } from 'react-router';
import { askBy } from '../../../lib/session/confirm-identity.ts';
import type { ConfirmIdentityDialog } from './confirm-identity-dialog.tsx';

type Asking = ComponentType<ComponentProps<typeof ConfirmIdentityDialog>>;

/**
 * Wraps every guarded page: asks for the password again when a call requires it, and lets the call be repeated. The
 * dialog is loaded when it is needed, which for most people is never.
 */
export default function ConfirmIdentityLayout() {
  const [open, setOpen] = useState(false);
  const [loaded, setLoaded] = useState<{ Dialog: Asking }>();
  const answer = useRef<(isConfirmed: boolean) => void>(undefined);

  function close(isConfirmed: boolean) {
    setOpen(false);
    answer.current?.(isConfirmed);
    answer.current = undefined;
  }

  useEffect(() => {
    let isLeft = false;
    const stop = askBy(async () => {
      try {
        const { ConfirmIdentityDialog: Dialog } = await import('./confirm-identity-dialog.tsx');
        setLoaded({ Dialog });
      } catch {
        return false; // the link is lost: the call fails with what the server said
      }
      if (isLeft) return false;
      setOpen(true);
      return new Promise((resolve) => {
        answer.current = resolve;
      });
    });
    return () => {
      isLeft = true;
      stop();
      answer.current?.(false);
    };
  }, []);

  return (
    <>
      <Outlet />
      {loaded && <loaded.Dialog open={open} onClose={close} />}
    </>
  );
}
