import { useEffect, useRef, useState } from 'react';
import { Outlet } from 'react-router';
import { askBy } from '../../../lib/session/confirm-identity.ts';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { CurrentPasswordForm } from './current-password-form.tsx';
import { confirmIdentity } from './own-account-api.ts';

/** Wraps every guarded page: asks for the password again when a call requires it, and lets the call be repeated. */
export default function ConfirmIdentityLayout() {
  const [open, setOpen] = useState(false);
  const answer = useRef<(isConfirmed: boolean) => void>(undefined);

  function close(isConfirmed: boolean) {
    setOpen(false);
    answer.current?.(isConfirmed);
    answer.current = undefined;
  }

  useEffect(() => {
    const stop = askBy(() => {
      setOpen(true);
      return new Promise((resolve) => {
        answer.current = resolve;
      });
    });
    return () => {
      stop();
      answer.current?.(false);
    };
  }, []);

  return (
    <>
      <Outlet />
      <Dialog open={open} title="Confirm that it is you" onClose={() => close(false)}>
        <CurrentPasswordForm
          submit="Confirm"
          onSubmit={async (proof) => {
            await confirmIdentity(proof);
            close(true);
          }}
          onClose={() => close(false)}
          failure="Failed to check your password."
        >
          <p className="text-soft">You logged in some time ago. Enter your password to continue.</p>
        </CurrentPasswordForm>
      </Dialog>
    </>
  );
}
