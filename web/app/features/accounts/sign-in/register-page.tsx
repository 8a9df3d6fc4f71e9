import { prefixes, Registration } from '@fairlead/contract/accounts/calls';
import { registrationNames } from '@fairlead/contract/accounts/names';
import { useState } from 'react';
import { Link } from 'react-router';
import { useBrand } from '../../../lib/brand.ts';
import { NetworkError } from '../../../lib/calls/api-client.ts';
import { type FieldErrors, fieldErrors, inFormNames, textOf } from '../../../lib/calls/field-errors.ts';
import { presented } from '../../../lib/pages/page-meta.ts';
import { paths } from '../../../lib/paths.ts';
import { carryEmail } from '../../../lib/session/carried-email.ts';
import { claimKeptRequest } from '../../../lib/session/kept-request.ts';
import { useGoLater } from '../../../lib/use-go-later.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Form, SubmitButton } from '../../../ui/forms/form.tsx';
import { SelectField } from '../../../ui/forms/select-field.tsx';
import { PasswordField, TextField } from '../../../ui/forms/text-fields.tsx';
import { MobileField } from '../mobile-field.tsx';
import { NameFields, namesIn } from '../name-fields.tsx';
import type { Route } from './+types/register-page.ts';
import { AccountPanel } from './account-panel.tsx';
import { register } from './api.ts';
import { WaitingRequest } from './waiting-request.tsx';
import { type NewAccount, registrationOf } from './wire.ts';

export const meta: Route.MetaFunction = (page) =>
  presented(page, {
    title: 'Create Account',
    description:
      'Register to enroll in maritime courses, watch training videos at your own pace and earn certificates.',
    path: paths.register,
  });

const entered = (form: FormData): NewAccount => ({
  ...namesIn(form),
  prefix: textOf(form, 'prefix'),
  mobile: textOf(form, 'mobile'),
  email: textOf(form, 'email'),
  password: textOf(form, 'password'),
});

const lowerCase = (typed: string) => typed.toLowerCase();

export default function RegisterPage() {
  const [done, setDone] = useState(false);
  const goLater = useGoLater();
  const { sendsEmail } = useBrand();

  async function submit(form: FormData) {
    const account = entered(form);
    let registration: string;
    try {
      registration = await register(account);
    } catch (error) {
      // this screen has its own message for a network failure
      throw error instanceof NetworkError ? new NetworkError('Network error. Please try again later.') : error;
    }
    claimKeptRequest(account.email);
    setDone(true);
    goLater({ to: paths.otp, seconds: 1, state: carryEmail('otp', { email: account.email, registration }) });
  }

  return (
    <AccountPanel
      title="Create Account"
      below={
        <Link to={paths.login} className="font-semibold text-link hover:underline">
          Already have an account? Login
        </Link>
      }
    >
      {!sendsEmail && (
        <Alert tone="warn" className="mb-6">
          <p className="font-semibold">Email is saved as files: nobody gets a code.</p>
          <p>This site cannot send email yet. Please ask the academy before you register.</p>
        </Alert>
      )}
      <WaitingRequest>
        {(title) => <>Register first. We keep your request for {title} and send it when you log in.</>}
      </WaitingRequest>
      <Form onSubmit={submit} check={check} failure="An error occurred during registration.">
        <NameFields
          isOwn
          before={
            <SelectField label="Prefix" name="prefix" options={prefixes} autoComplete="honorific-prefix" required />
          }
        />
        <MobileField />
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          tidy={lowerCase}
          hint="We will send an OTP to this address"
          required
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="new-password"
          hint="At least 8 characters"
          required
        />
        <PasswordField label="Confirm password" name="confirmPassword" autoComplete="new-password" required />
        {done && <Alert tone="good">User registered successfully!</Alert>}
        <SubmitButton wide disabled={done}>
          Register
        </SubmitButton>
        <p className="text-sm text-soft">
          By registering you agree to our{' '}
          <Link to={paths.terms} className="text-link underline">
            terms
          </Link>{' '}
          and confirm that you have read our{' '}
          <Link to={paths.privacy} className="text-link underline">
            privacy notice
          </Link>
          .
        </p>
      </Form>
    </AccountPanel>
  );
}

function check(form: FormData): FieldErrors {
  const account = entered(form);
  const found = fieldErrors(Registration, registrationOf(account));
  const errors: Record<string, string> = { ...inFormNames(registrationNames, found) };
  if (!account.prefix) errors.prefix = 'Prefix is required';
  const confirmed = textOf(form, 'confirmPassword');
  if (!confirmed) errors.confirmPassword = 'Please repeat the password';
  else if (confirmed !== account.password) errors.confirmPassword = 'Passwords do not match.';
  const blank = !confirmed || Object.values(account).some((text) => text?.trim() === '');
  return blank ? { '': 'Please fill in all fields.', ...errors } : errors;
}
