import { type ReactNode, useState } from 'react';
import type { FieldErrors } from '../../../lib/calls/field-errors.ts';
import { paths } from '../../../lib/paths.ts';
import { carryEmail } from '../../../lib/session/carried-email.ts';
import { useGoLater } from '../../../lib/use-go-later.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Form, SubmitButton } from '../../../ui/forms/form.tsx';

/** Seconds for which the success message is shown before the login page opens, as specified. */
const toLoginAfter = 2;

type LastStepFormProps = {
  /** Prefilled in the login that follows. */
  email?: string;
  /** Resolves to the success message. */
  onSubmit: (form: FormData) => Promise<string>;
  check: (form: FormData) => FieldErrors;
  failure: string;
  button: string;
  children: ReactNode;
};

/** The last form before login: it shows the success message, then navigates to the login, which repeats it. */
export function LastStepForm({ email, onSubmit, check, failure, button, children }: LastStepFormProps) {
  const [confirmation, setConfirmation] = useState('');
  const goLater = useGoLater();

  async function submit(form: FormData) {
    const done = await onSubmit(form);
    setConfirmation(done);
    const state = { ...(email && carryEmail('login', { email })), done };
    goLater({ to: paths.login, seconds: toLoginAfter, state });
  }

  return (
    <Form onSubmit={submit} check={check} failure={failure}>
      {children}
      {confirmation && <Alert tone="good">{confirmation}</Alert>}
      <SubmitButton wide disabled={confirmation !== ''}>
        {button}
      </SubmitButton>
    </Form>
  );
}
