import { logOut } from '../../../shell/log-out.ts';
import { ConfirmAction } from '../../../ui/dialogs/confirm-action.tsx';
import { endAllSessions } from '../sign-in/api.ts';

/** Ends every session of the signed-in person, including this one; `next` is the login page to navigate to. */
export function SignOutEverywhere({ next }: { next: string }) {
  return (
    <ConfirmAction
      label="Log out everywhere"
      tone="plain"
      size="small"
      title="Log out everywhere"
      text={<p>You will be logged out on every phone and computer, this one too.</p>}
      confirm="Yes, Log out"
      act={async () => {
        const message = await endAllSessions();
        await logOut(next);
        return message;
      }}
      failure="You could not be logged out everywhere."
    />
  );
}
