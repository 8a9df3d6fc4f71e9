import { Code } from '@fairlead/contract/accounts/calls';
import { z } from 'zod/mini';
import { type FieldErrors, fieldErrors, textOf } from '../../../lib/calls/field-errors.ts';
import { unlisted } from '../../../lib/pages/page-meta.ts';
import { titled } from '../../../lib/pages/page-title.ts';
import { paths } from '../../../lib/paths.ts';
import { useCarriedEmail } from '../../../lib/session/carried-email.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { CodeField } from '../../../ui/forms/code-field.tsx';
import { TextField } from '../../../ui/forms/text-fields.tsx';
import { NewPasswordFields, newPasswordErrors } from '../new-password-fields.tsx';
import type { Route } from './+types/reset-password-page.ts';
import { AccountPanel, BackToLogin } from './account-panel.tsx';
import { resetPassword } from './api.ts';
import { LastStepForm } from './last-step-form.tsx';

export const meta: Route.MetaFunction = (page) => [...titled('Reset Password', page), unlisted];

const Entered = z.object({ otp: Code });
const entered = (form: FormData) => ({ otp: textOf(form, 'otp'), newPassword: textOf(form, 'newPassword') });

export default function ResetPasswordPage() {
  const email = useCarriedEmail('resetPassword');
  return (
    <AccountPanel title="Reset Password" below={<BackToLogin />}>
      {email === null ? (
        <>
          <Alert>Email not provided. Please request an OTP first.</Alert>
          <LinkButton to={paths.forgotPassword} wide className="mt-5">
            Send OTP
          </LinkButton>
        </>
      ) : (
        <NewPasswordForm email={email ?? ''} />
      )}
    </AccountPanel>
  );
}

function NewPasswordForm({ email }: { email: string }) {
  return (
    <LastStepForm
      email={email}
      onSubmit={(form) => resetPassword({ email, ...entered(form) })}
      check={check}
      failure="Failed to reset password."
      button="Reset Password"
    >
      <TextField label="Email" name="email" type="email" autoComplete="username" value={email} readOnly />
      <CodeField label="OTP" name="otp" hint="The 6-digit OTP from our email" required />
      <NewPasswordFields />
    </LastStepForm>
  );
}

const check = (form: FormData): FieldErrors => ({
  ...fieldErrors(Entered, { otp: textOf(form, 'otp') }),
  ...newPasswordErrors(form),
});
