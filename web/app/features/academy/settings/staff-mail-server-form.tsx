import { MailServerInput, type MailSettings, mailEncryptions } from '@fairlead/contract/academy/mail-server';
import { fieldErrors, textOf } from '../../../lib/calls/field-errors.ts';
import { ConfirmAction } from '../../../ui/dialogs/confirm-action.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { Form, SubmitButton } from '../../../ui/forms/form.tsx';
import { SelectField } from '../../../ui/forms/select-field.tsx';
import { PasswordField, TextField } from '../../../ui/forms/text-fields.tsx';
import { removeMailServer, saveMailServer } from './staff-settings-api.ts';

const encryptionNames: Record<MailServerInput['encryption'], string> = {
  starttls: 'STARTTLS, usually port 587',
  tls: 'TLS, usually port 465',
};

const inputOf = (form: FormData) => ({
  host: textOf(form, 'host'),
  port: Number(textOf(form, 'port')),
  encryption: textOf(form, 'encryption') as MailServerInput['encryption'],
  user: textOf(form, 'user'),
  password: textOf(form, 'password'),
});

/** The form for the mail server; where the operator has set one, it says so, since that one wins. */
export function MailServerForm({ mail: { operator, server } }: { mail: MailSettings }) {
  if (operator !== null) {
    return (
      <p className="mb-5">
        The operator of the program has set the mail server <strong>{operator}</strong> as SMTP_URL. It can be changed
        only there.
      </p>
    );
  }
  return (
    <>
      <Form
        // a password that was saved is not shown again
        key={JSON.stringify(server)}
        onSubmit={async (form) => toast(await saveMailServer(inputOf(form)))}
        check={(form) => fieldErrors(MailServerInput, inputOf(form))}
        failure="Failed to save the mail server."
        className="mb-5"
      >
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label="Host"
            name="host"
            hint="Such as smtp.academy.example"
            defaultValue={server?.host ?? ''}
            autoComplete="off"
            required
          />
          <TextField
            label="Port"
            name="port"
            inputMode="numeric"
            defaultValue={server?.port ?? 587}
            autoComplete="off"
            required
          />
          <SelectField
            label="Encryption"
            name="encryption"
            options={mailEncryptions.map((value) => ({ value, label: encryptionNames[value] }))}
            defaultValue={server?.encryption ?? 'starttls'}
            className="sm:col-span-2"
          />
          <TextField
            label="User"
            name="user"
            hint="Leave blank for a server without a login"
            defaultValue={server?.user ?? ''}
            autoComplete="off"
          />
          <PasswordField
            label="Password of the mail server"
            name="password"
            hint={server?.hasPassword ? 'It is set. Leave blank to keep it' : undefined}
            autoComplete="new-password"
          />
        </div>
        <SubmitButton className="self-start">Save mail server</SubmitButton>
      </Form>
      {server && (
        <div className="mb-5">
          <ConfirmAction
            label="Remove mail server"
            tone="danger"
            size="small"
            title="Remove the mail server"
            text={<p>Nobody gets an email or a code until there is another mail server. Remove it?</p>}
            confirm="Yes, Remove"
            act={removeMailServer}
            failure="Failed to remove the mail server."
          />
        </div>
      )}
    </>
  );
}
