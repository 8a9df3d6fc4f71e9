import { PersonMessage, PersonNote } from '@fairlead/contract/accounts/staff-accounts';
import { fieldErrors, textOf } from '../../../lib/calls/field-errors.ts';
import { Moment } from '../../../lib/site.tsx';
import { useMay } from '../../../shell/use-permissions.ts';
import { ConfirmAction } from '../../../ui/dialogs/confirm-action.tsx';
import { FormAction } from '../../../ui/dialogs/form-action.tsx';
import { ReasonAction } from '../../../ui/dialogs/reason-action.tsx';
import { TextArea, TextField } from '../../../ui/forms/text-fields.tsx';
import { addNote, refetchPeople, removeNote, sendMessage } from './staff-api.ts';

/** `personId` is the account's id; the element with the person's name has the id 'person-' and this. */
type AboutPerson = { personId: string };
type Note = { id: string; at: string; by: string | null; own: boolean; removable: boolean; text: string };

/** Notes of staff on a person, the latest first. */
export function Notes({ personId, notes }: AboutPerson & { notes: Note[] }) {
  const mayWrite = useMay('people:approve');
  return (
    <ol className="flex flex-col gap-4">
      {notes.map(({ id, at, by, own, removable, text }) => (
        <li key={id} className="rounded-md bg-sunken px-4 py-3">
          <p id={`note-${id}`} className="whitespace-pre-line wrap-anywhere">
            {text}
          </p>
          <div className="mt-1 flex flex-wrap items-center justify-between gap-2">
            <p className="text-sm text-soft">
              {own ? 'You' : by}, <Moment at={at} />
            </p>
            {removable && mayWrite && (
              <ConfirmAction
                label="Remove"
                size="small"
                describedBy={`note-${id}`}
                title="Remove Note"
                text={<p>This note is deleted for everybody.</p>}
                confirm="Yes, Remove"
                act={() => removeNote(personId, id)}
                after={refetchPeople}
                failure="Failed to remove the note."
              />
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}

export function AddNote({ personId }: AboutPerson) {
  if (!useMay('people:approve')) return null;
  return (
    <ReasonAction
      label="Add note"
      size="small"
      describedBy={`person-${personId}`}
      title="Add Note"
      body={PersonNote}
      reason={{
        label: 'Note',
        name: 'text',
        hint: 'Colleagues see it on this page. The person finds it in the copy of their data.',
      }}
      confirm="Save note"
      act={(text) => addNote(personId, text)}
      after={refetchPeople}
      failure="Failed to save the note."
    />
  );
}

/** Writes an email to a person. */
export function SendMessage({ personId, email }: AboutPerson & { email: string }) {
  const messageOf = (form: FormData) => ({ subject: textOf(form, 'subject'), text: textOf(form, 'text') });
  if (!useMay('people:approve')) return null;
  return (
    <FormAction
      label="Send message"
      describedBy={`person-${personId}`}
      title="Send Message"
      text={
        <p className="text-soft">
          To <span className="wrap-anywhere">{email}</span>. An answer goes to the academy’s email address.
        </p>
      }
      check={(form) => fieldErrors(PersonMessage, messageOf(form))}
      confirm="Send"
      act={(form) => sendMessage(personId, messageOf(form))}
      after={refetchPeople}
      failure="Failed to send the message."
    >
      <TextField label="Subject" name="subject" autoComplete="off" required />
      <TextArea label="Message" name="text" rows={6} required hint="It begins with ‘Dear’ and the name." />
    </FormAction>
  );
}
