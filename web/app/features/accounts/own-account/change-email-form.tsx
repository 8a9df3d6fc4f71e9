import { codeMinutes } from '@fairlead/contract/accounts/calls';
import { EmailChange, EmailConfirmation } from '@fairlead/contract/accounts/own-account';
import { useState } from 'react';
import { fieldErrors, textOf } from '../../../lib/calls/field-errors.ts';
import { Button } from '../../../ui/button.tsx';
import { EmailText } from '../../../ui/email-text.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { CodeField } from '../../../ui/forms/code-field.tsx';
import { FocusFirst } from '../../../ui/forms/focus-first.tsx';
import { Form, SubmitButton } from '../../../ui/forms/form.tsx';
import { PasswordField, TextField } from '../../../ui/forms/text-fields.tsx';
import { askForNewEmail, confirmNewEmail } from './own-account-api.ts';

type ChangeEmailFormProps = {
  /** A new email address to which a code was already sent. */
  pending: string | null;
  onClose: () => void;
};

/** Changes the email address in two steps: the new address with the password, then the code that was sent to it. */
export function ChangeEmailForm({ pending, onClose }: ChangeEmailFormProps) {
  // own state, so that a code which expires meanwhile does not remove the form while someone types
  const [sentTo, setSentTo] = useState(pending);
  const [email, setEmail] = useState('');
  if (sentTo === null) {
    return (
      <FocusFirst key="email">
        <EmailForm initial={email} onSent={setSentTo} onClose={onClose} />
      </FocusFirst>
    );
  }
  return (
    <FocusFirst key="code">
      <ConfirmationForm
        sentTo={sentTo}
        onAgain={() => {
          setEmail(sentTo);
          setSentTo(null);
        }}
        onClose={onClose}
      />
    </FocusFirst>
  );
}

const entered = (form: FormData) => ({
  email: textOf(form, 'email'),
  currentPassword: textOf(form, 'currentPassword'),
});

type EmailFormProps = { initial: string; onSent: (email: string) => void; onClose: () => void };

function EmailForm({ initial, onSent, onClose }: EmailFormProps) {
  return (
    <Form
      onSubmit={async (form) => onSent(await askForNewEmail(entered(form)))}
      check={(form) => fieldErrors(EmailChange, entered(form))}
      failure="Failed to send OTP."
    >
      <TextField
        label="New email"
        name="email"
        type="email"
        autoComplete="email"
        defaultValue={initial}
        hint="We will send an OTP to this address. Enter the OTP here, then log in with this address."
        required
      />
      <PasswordField label="Current password" name="currentPassword" autoComplete="current-password" required />
      <div className="flex flex-wrap gap-3">
        <SubmitButton>Send OTP</SubmitButton>
        <Button tone="plain" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}

type ConfirmationFormProps = { sentTo: string; onAgain: () => void; onClose: () => void };

function ConfirmationForm({ sentTo, onAgain, onClose }: ConfirmationFormProps) {
  async function submit(form: FormData) {
    toast(await confirmNewEmail(textOf(form, 'otp')), { seconds: 6 });
    onClose();
  }

  return (
    <Form
      onSubmit={submit}
      check={(form) => fieldErrors(EmailConfirmation, { otp: textOf(form, 'otp') })}
      failure="Failed to change the email address."
    >
      <p className="text-soft">
        We sent a 6-digit OTP to{' '}
        <strong className="text-ink">
          <EmailText email={sentTo} />
        </strong>
        . It is valid for {codeMinutes} minutes.
      </p>
      <CodeField label="OTP" name="otp" required />
      <div className="flex flex-wrap gap-3">
        <SubmitButton>Verify OTP</SubmitButton>
        <Button tone="plain" onClick={onClose}>
          Later
        </Button>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <p className="text-sm text-soft">No email? Check your spam folder first.</p>
        <Button tone="quiet" size="small" className="-mx-3" onClick={onAgain}>
          Resend OTP
        </Button>
      </div>
    </Form>
  );
}
