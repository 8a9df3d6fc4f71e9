import { textOf } from '../../../lib/calls/field-errors.ts';
import { unlisted } from '../../../lib/pages/page-meta.ts';
import { titled } from '../../../lib/pages/page-title.ts';
import { useHydrated } from '../../../lib/use-hydrated.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { NewPasswordFields, newPasswordErrors } from '../new-password-fields.tsx';
import type { Route } from './+types/set-password-page.ts';
import { AccountPanel, BackToLogin } from './account-panel.tsx';
import { acceptInvitation } from './invitation-api.ts';
import { LastStepForm } from './last-step-form.tsx';

export const meta: Route.MetaFunction = (page) => [...titled('Choose a Password', page), unlisted];

/** The page that an invitation links to. Its token is in the URL fragment, which browsers do not send to any server. */
export default function SetPasswordPage() {
  const token = useHydrated() ? location.hash.slice(1) : undefined;
  return (
    <AccountPanel title="Choose a Password" below={<BackToLogin />}>
      {token === '' ? (
        <Alert>This link is not complete. Please open it from our email again.</Alert>
      ) : (
        <FirstPasswordForm token={token ?? ''} />
      )}
    </AccountPanel>
  );
}

function FirstPasswordForm({ token }: { token: string }) {
  return (
    <LastStepForm
      onSubmit={(form) => acceptInvitation(token, textOf(form, 'newPassword'))}
      check={newPasswordErrors}
      failure="Failed to set the password."
      button="Set Password"
    >
      <p className="text-soft">The academy has created an account for you. Choose a password to log in.</p>
      <NewPasswordFields />
    </LastStepForm>
  );
}
