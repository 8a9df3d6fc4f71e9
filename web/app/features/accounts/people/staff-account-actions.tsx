import { Disabling, Refusal } from '@fairlead/contract/accounts/staff-accounts';
import { fieldErrors, textOf } from '../../../lib/calls/field-errors.ts';
import { ConfirmAction } from '../../../ui/dialogs/confirm-action.tsx';
import { FormAction } from '../../../ui/dialogs/form-action.tsx';
import { TextArea } from '../../../ui/forms/text-fields.tsx';
import { resetSecondFactor } from '../second-factor/second-factor-api.ts';
import { approveUser, disableUser, enableUser, refetchPeople, refuseUser } from './staff-api.ts';

/** The person that an action is about; the `id` of the element with their name is 'person-' and their id. */
type ActionProps = { person: { id: string; name: string; email: string } };

function Whom({ person: { name, email } }: Pick<ActionProps, 'person'>) {
  return (
    <p className="text-soft">
      <strong className="text-ink">{name}</strong>, <span className="wrap-anywhere">{email}</span>
    </p>
  );
}

export function Approve({ person }: ActionProps) {
  return (
    <ConfirmAction
      label="Approve"
      tone="signal"
      shortcut="a"
      describedBy={`person-${person.id}`}
      title="Confirm Approval"
      text={
        <>
          <p>Are you sure you want to approve this user?</p>
          <Whom person={person} />
        </>
      }
      confirm="Yes, Approve"
      act={() => approveUser(person.id)}
      after={refetchPeople}
      failure="Failed to approve user."
    />
  );
}

export function Refuse({ person }: ActionProps) {
  const reasonOf = (form: FormData) => ({ reason: textOf(form, 'reason') });
  return (
    <FormAction
      label="Reject"
      tone="danger"
      shortcut="r"
      describedBy={`person-${person.id}`}
      title="Reject Registration"
      text={
        <>
          <Whom person={person} />
          <p>They get your reason by email, and can register again.</p>
        </>
      }
      check={(form) => fieldErrors(Refusal, reasonOf(form))}
      confirm="Yes, Reject"
      act={(form) => refuseUser(person.id, reasonOf(form).reason)}
      after={refetchPeople}
      failure="Failed to reject the registration."
    >
      <TextArea label="Reason" name="reason" rows={4} required hint="Sent to the person by email in these words." />
    </FormAction>
  );
}

export function Disable({ person }: ActionProps) {
  const noteOf = (form: FormData) => ({ note: textOf(form, 'note') });
  return (
    <FormAction
      label="Disable account"
      tone="danger"
      describedBy={`person-${person.id}`}
      title="Disable Account"
      text={
        <>
          <Whom person={person} />
          <p>
            They are logged out everywhere at once and cannot log in. Progress and certificates are kept, and you can
            enable the account again.
          </p>
        </>
      }
      check={(form) => fieldErrors(Disabling, noteOf(form))}
      confirm="Yes, Disable"
      act={(form) => disableUser(person.id, noteOf(form).note)}
      after={refetchPeople}
      failure="Failed to disable the account."
    >
      <TextArea label="Reason" name="note" rows={3} required hint="For staff only. It is not in the email." />
    </FormAction>
  );
}

export function Enable({ person }: ActionProps) {
  return (
    <ConfirmAction
      label="Enable account"
      tone="signal"
      describedBy={`person-${person.id}`}
      title="Enable Account"
      text={
        <>
          <p>Allow this person to log in again? They are notified by email.</p>
          <Whom person={person} />
        </>
      }
      confirm="Yes, Enable"
      act={() => enableUser(person.id)}
      after={refetchPeople}
      failure="Failed to enable the account."
    />
  );
}

export function ResetSecondFactor({ person }: ActionProps) {
  return (
    <ConfirmAction
      label="Reset second factor"
      tone="danger"
      describedBy={`person-${person.id}`}
      title="Reset Second Factor"
      text={
        <>
          <Whom person={person} />
          <p>
            For a colleague who has lost both phone and recovery codes. First make sure that the request really comes
            from them. They are logged out everywhere, can log in with the password alone, and are notified by email.
          </p>
        </>
      }
      confirm="Yes, Reset"
      act={() => resetSecondFactor(person.id)}
      after={refetchPeople}
      failure="Failed to reset the second factor."
    />
  );
}
