import { useNavigate } from 'react-router';
import { type FieldErrors, textOf } from '../../../lib/calls/field-errors.ts';
import { presented } from '../../../lib/pages/page-meta.ts';
import { paths } from '../../../lib/paths.ts';
import { carryEmail } from '../../../lib/session/carried-email.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { Form, SubmitButton } from '../../../ui/forms/form.tsx';
import { TextField } from '../../../ui/forms/text-fields.tsx';
import type { Route } from './+types/forgot-password-page.ts';
import { AccountPanel, BackToLogin } from './account-panel.tsx';
import { askForReset } from './api.ts';

export const meta: Route.MetaFunction = (page) =>
  presented(page, {
    title: 'Forgot Password',
    description: 'Get an OTP by email, and choose a new password.',
    path: paths.forgotPassword,
  });

export default function ForgotPasswordPage() {
  const navigate = useNavigate();

  async function submit(form: FormData) {
    const email = textOf(form, 'email').trim().toLowerCase();
    const { message } = await askForReset(email);
    toast(message, { seconds: 6 });
    await navigate(paths.resetPassword, { state: carryEmail('resetPassword', { email }) });
  }

  return (
    <AccountPanel title="Forgot Password" below={<BackToLogin />}>
      <p className="mb-5 text-soft">
        Enter the email address of your account. We will send you an OTP to set a new password.
      </p>
      <Form onSubmit={submit} check={check} failure="Failed to send OTP.">
        <TextField label="Email" name="email" type="email" autoComplete="email" required />
        <SubmitButton wide>Send OTP</SubmitButton>
      </Form>
    </AccountPanel>
  );
}

function check(form: FormData): FieldErrors {
  const email = textOf(form, 'email').trim();
  if (!email) return { email: 'Email is required' };
  return /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/.test(email) ? {} : { email: 'Enter a valid email address' };
}
