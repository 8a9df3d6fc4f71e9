import { useMay } from '../../../shell/use-permissions.ts';
import { ConfirmAction } from '../../../ui/dialogs/confirm-action.tsx';
import { BulkAction } from '../../../ui/lists/bulk-action.tsx';
import { invitePeopleAgain, invitePersonAgain, refetchPeople } from './staff-api.ts';
import type { Person } from './wire.ts';

const link = 'The email has a new link to choose a password, valid for 30 days. The earlier link ends.';

/** Sends the invitation again to those of the chosen people who have one; the others are refused by name. */
export function InviteManyAgain({ people }: { people: Person[] }) {
  if (!useMay('people:approve') || !people.some(({ state }) => state === 'invited')) return null;
  return (
    <BulkAction
      label="Invite again"
      items={people}
      nameOf={({ name, email }) => `${name}, ${email}`}
      title="Invite Again"
      text={({ length }) => (
        <>
          <p>{length === 1 ? 'Send the invitation again?' : `Send the invitation to these ${length} people again?`}</p>
          <p className="text-soft">{link}</p>
        </>
      )}
      confirm="Yes, Invite"
      done="invited again"
      act={invitePeopleAgain}
      after={refetchPeople}
      failure="Failed to send the invitations."
    />
  );
}

/** The same for one person. */
export function InviteAgain({ person }: { person: { id: string; name: string; email: string } }) {
  return (
    <ConfirmAction
      label="Invite again"
      describedBy={`person-${person.id}`}
      title="Invite Again"
      text={
        <>
          <p>
            Send the invitation to <strong>{person.name}</strong> again?
          </p>
          <p className="text-soft">{link}</p>
        </>
      }
      confirm="Yes, Invite"
      act={() => invitePersonAgain(person.id)}
      after={refetchPeople}
      failure="Failed to send the invitation."
    />
  );
}
