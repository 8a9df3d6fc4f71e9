import { Code, codeMinutes } from '@fairlead/contract/accounts/calls';
import { useState } from 'react';
import { Link } from 'react-router';
import { z } from 'zod/mini';
import { useBrand } from '../../../lib/brand.ts';
import { messageOf } from '../../../lib/calls/api-client.ts';
import { fieldErrors, textOf } from '../../../lib/calls/field-errors.ts';
import { unlisted } from '../../../lib/pages/page-meta.ts';
import { titled } from '../../../lib/pages/page-title.ts';
import { paths } from '../../../lib/paths.ts';
import { useCarried } from '../../../lib/session/carried-email.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { CodeField } from '../../../ui/forms/code-field.tsx';
import { FocusFirst } from '../../../ui/forms/focus-first.tsx';
import type { Route } from './+types/otp-page.ts';
import { AccountPanel } from './account-panel.tsx';
import { resendCode, verifyEmail } from './api.ts';
import { LastStepForm } from './last-step-form.tsx';

export const meta: Route.MetaFunction = (page) => [...titled('Verify OTP', page), unlisted];

const Entered = z.object({ otp: Code });

export default function OtpPage() {
  const carried = useCarried('otp');
  return (
    <AccountPanel
      title="Verify OTP"
      below={
        carried && (
          <Link to={paths.register} className="font-semibold text-link hover:underline">
            Wrong email? Register again
          </Link>
        )
      }
    >
      {carried === null ? (
        <>
          <Alert>Email not provided. Please register again.</Alert>
          <LinkButton to={paths.register} wide className="mt-5">
            Go to registration
          </LinkButton>
        </>
      ) : (
        <Verification email={carried?.email ?? ''} registration={carried?.registration} />
      )}
    </AccountPanel>
  );
}

type Registered = { email: string; registration: string | undefined };

function Verification({ email, registration }: Registered) {
  const { sendsEmail } = useBrand();
  return (
    <>
      {!sendsEmail && (
        <Alert tone="warn" className="mb-5">
          This site cannot send email yet. Ask the academy for your code.
        </Alert>
      )}
      <p className="mb-5 text-soft">
        {sendsEmail && (
          <>
            We sent a 6-digit OTP to <strong className="break-words text-ink">{email || 'your email address'}</strong>.{' '}
          </>
        )}
        {sendsEmail ? 'It' : 'The code'} is valid for {codeMinutes} minutes.
      </p>
      <LastStepForm
        email={email}
        onSubmit={async (form) => (await verifyEmail({ email, registration, otp: textOf(form, 'otp') })).message}
        check={(form) => fieldErrors(Entered, { otp: textOf(form, 'otp') })}
        failure="Invalid OTP"
        button="Verify OTP"
      >
        <FocusFirst>
          <CodeField label="OTP" name="otp" required />
        </FocusFirst>
      </LastStepForm>
      <Resend email={email} registration={registration} />
    </>
  );
}

function Resend({ email, registration }: Registered) {
  const [busy, setBusy] = useState(false);

  async function resend() {
    setBusy(true);
    try {
      toast((await resendCode({ email, registration })).message, { seconds: 4 });
    } catch (error) {
      toast(messageOf(error, 'Failed to resend OTP'), { tone: 'bad', seconds: 4 });
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="mt-5 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-5">
      <p className="text-sm text-soft">No email? Check your spam folder first.</p>
      <Button tone="plain" size="small" busy={busy} disabled={!email} onClick={() => void resend()}>
        Resend OTP
      </Button>
    </div>
  );
}
