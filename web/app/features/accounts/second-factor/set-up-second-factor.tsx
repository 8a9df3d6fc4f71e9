import { SecondFactorConfirmation } from '@fairlead/contract/accounts/second-factor';
import { useEffect, useState } from 'react';
import { fieldErrors, textOf } from '../../../lib/calls/field-errors.ts';
import { saveFile } from '../../../lib/device/save-file.ts';
import { Button } from '../../../ui/button.tsx';
import { CodeField } from '../../../ui/forms/code-field.tsx';
import { FocusFirst } from '../../../ui/forms/focus-first.tsx';
import { Form, SubmitButton } from '../../../ui/forms/form.tsx';
import { QrPicture } from '../../../ui/qr-picture.tsx';
import { CurrentPasswordForm } from '../own-account/current-password-form.tsx';
import {
  beginSecondFactor,
  confirmSecondFactor,
  refetchSecondFactor,
  type SecondFactorEnrolment,
} from './second-factor-api.ts';

/** Setup in three steps: the password, the app with its first code, the recovery codes. */
export function SetUpSecondFactor({ onClose, mayCancel = true }: { onClose: () => void; mayCancel?: boolean }) {
  const onCancel = mayCancel ? onClose : undefined;
  const [enrolment, setEnrolment] = useState<SecondFactorEnrolment>();
  const [codes, setCodes] = useState<string[]>();
  if (codes) {
    return (
      <FocusFirst key="codes">
        <RecoveryCodes codes={codes} onClose={onClose} />
      </FocusFirst>
    );
  }
  if (enrolment) {
    return (
      <FocusFirst key="app">
        <AppForm enrolment={enrolment} onConfirmed={setCodes} onCancel={onCancel} />
      </FocusFirst>
    );
  }
  return (
    <CurrentPasswordForm
      submit="Continue"
      onSubmit={async ({ currentPassword }) => setEnrolment(await beginSecondFactor(currentPassword))}
      onClose={onCancel}
      failure="Failed to start."
    >
      <p className="text-soft">
        After your password, login will ask for a code that an authenticator app on your phone shows, such as Aegis,
        Google Authenticator or Microsoft Authenticator. Nobody can then log in with a stolen password alone.
      </p>
    </CurrentPasswordForm>
  );
}

type AppFormProps = {
  enrolment: SecondFactorEnrolment;
  onConfirmed: (recoveryCodes: string[]) => void;
  onCancel: (() => void) | undefined;
};

function AppForm({ enrolment: { secret, qr }, onConfirmed, onCancel }: AppFormProps) {
  return (
    <Form
      onSubmit={async (form) => onConfirmed(await confirmSecondFactor(textOf(form, 'otp')))}
      check={(form) => fieldErrors(SecondFactorConfirmation, { otp: textOf(form, 'otp') })}
      failure="Failed to set up the second factor."
    >
      <p className="text-soft">Scan this with the app, then enter the six digits that it shows.</p>
      <QrPicture qr={qr} label="QR code for the authenticator app" className="self-center" />
      <p className="text-sm text-soft">
        No camera? Type this key into the app:{' '}
        <code className="font-semibold tracking-wide text-ink wrap-anywhere">
          {secret.replace(/.{4}(?=.)/g, '$& ')}
        </code>
      </p>
      <CodeField label="Code" name="otp" required />
      <div className="flex flex-wrap gap-3">
        <SubmitButton>Turn on</SubmitButton>
        {onCancel && (
          <Button tone="plain" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </Form>
  );
}

function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const save = () => saveFile({ file: new Blob([`${codes.join('\r\n')}\r\n`]), name: 'recovery-codes.txt' });
  // Only on unmount: fresh second-factor data would remove the recovery codes while the person reads them.
  useEffect(() => () => void refetchSecondFactor(), []);
  return (
    <div className="flex flex-col gap-5">
      <p>
        <strong>Login now asks for a code.</strong> Store these recovery codes in a safe place: each lets you log in
        once if you lose the phone. They are not shown again.
      </p>
      <ul aria-label="Recovery codes" className="grid grid-cols-2 gap-x-6 gap-y-2 rounded-md bg-sunken p-4">
        {codes.map((code) => (
          <li key={code}>
            <code className="tracking-wide">{code}</code>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button tone="signal" onClick={save}>
          Save as file
        </Button>
        <Button tone="plain" onClick={onClose}>
          I have saved them
        </Button>
      </div>
    </div>
  );
}
