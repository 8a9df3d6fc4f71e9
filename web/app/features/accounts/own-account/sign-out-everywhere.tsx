import { logOut } from '../../../shell/log-out.ts';
import { ConfirmAction } from '../../../ui/dialogs/confirm-action.tsx';
import { endAllSessions } from '../sign-in/api.ts';

/** Ends every session of the signed-in person, including this one; `next` is the login page to navigate to. */
export function SignOutEverywhere({ next }: { next: string }) {
  return (
    <ConfirmAction
      label="Sign out everywhere"
      tone="plain"
      size="small"
      title="Sign out everywhere"
      text={<p>This ends your session on every phone and computer, this one too.</p>}
      confirm="Yes, Sign out"
      act={async () => {
        const message = await endAllSessions();
        await logOut(next);
        return message;
      }}
      failure="The sessions could not be ended."
    />
  );
}
