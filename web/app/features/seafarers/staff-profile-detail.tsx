import { Moment } from '../../lib/site.tsx';
import { useMay } from '../../shell/use-permissions.ts';
import { ConfirmAction } from '../../ui/dialogs/confirm-action.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { refetchPeople } from '../accounts/people/staff-api.ts';
import { ChangedFacts } from './changed-facts.tsx';
import { ProfileDocuments } from './profile-documents.tsx';
import { ProfileFacts } from './profile-facts.tsx';
import { confirmIdentity } from './staff-api.ts';
import { ScanState } from './staff-scan-state.tsx';
import type { Profile } from './wire.ts';

/** All data of a profile, with its documents. */
export function ProfileDetail({ profile }: { profile: Profile }) {
  const { registeredName, name, createdAt } = profile;
  return (
    <div className="flex flex-col gap-6">
      {profile.identityChanged && <ChangedIdentity profile={profile} />}
      <Facts
        className="text-sm"
        facts={[
          ...(registeredName === name ? [] : [['Registered as', registeredName] as const]),
          ['Created', <Moment key="created" at={createdAt} />],
        ]}
      />
      <ProfileDocuments profile={profile} />
      <ScanState profile={profile} />
      <ProfileFacts profile={profile} />
    </div>
  );
}

/** A note that staff must check an identity again, with the button that confirms the check. */
export function ChangedIdentity({ profile }: { profile: Profile }) {
  const { id, name } = profile;
  const mayConfirm = useMay('people:approve');
  return (
    <Alert
      tone="warn"
      action={
        mayConfirm && (
          <ConfirmAction
            label="Confirm identity"
            size="small"
            describedBy={`profile-${id}`}
            title="Confirm Identity"
            text={
              <>
                <p>
                  Have you compared the photograph and the details of <strong className="text-ink">{name}</strong> with
                  the documents?
                </p>
                <p className="text-soft">Certificates on hold for this check are issued at once.</p>
              </>
            }
            confirm="Yes, Confirm"
            act={() => confirmIdentity(profile)}
            after={refetchPeople}
            failure="Failed to confirm the identity."
          />
        )
      }
    >
      <strong>Identity changed.</strong> The next certificate is on hold until you have checked it.
      <ChangedFacts profile={profile} />
    </Alert>
  );
}
