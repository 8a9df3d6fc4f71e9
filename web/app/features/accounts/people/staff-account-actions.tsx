import { Disabling, Refusal } from '@fairlead/contract/accounts/staff-accounts';
import { ConfirmAction } from '../../../ui/dialogs/confirm-action.tsx';
import { ReasonAction } from '../../../ui/dialogs/reason-action.tsx';
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
  return (
    <ReasonAction
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
      body={Refusal}
      reason={{ hint: 'Sent to the person by email in these words.' }}
      confirm="Yes, Reject"
      act={(reason) => refuseUser(person.id, reason)}
      after={refetchPeople}
      failure="Failed to reject the registration."
    />
  );
}

export function Disable({ person }: ActionProps) {
  return (
    <ReasonAction
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
      body={Disabling}
      reason={{ name: 'note', rows: 3, hint: 'For staff only. It is not in the email.' }}
      confirm="Yes, Disable"
      act={(note) => disableUser(person.id, note)}
      after={refetchPeople}
      failure="Failed to disable the account."
    />
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
