import { Day, Moment } from '../../lib/site.tsx';
import { useMay } from '../../shell/use-permissions.ts';
import { ConfirmAction } from '../../ui/dialogs/confirm-action.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { FileImage } from '../../ui/file-link.tsx';
import { Card } from '../../ui/layout.tsx';
import { PersonLink } from '../accounts/people/person-link.tsx';
import { refetchPeople } from '../accounts/people/staff-api.ts';
import { ChangedFacts } from './changed-facts.tsx';
import { ProfileDocuments } from './profile-documents.tsx';
import { cdcNumberOf, indosNumberOf, ProfileFacts, passportNumberOf } from './profile-facts.tsx';
import { confirmIdentity } from './staff-api.ts';
import { ScanState } from './staff-scan-state.tsx';
import type { Profile } from './wire.ts';

/** A profile in the list: a summary, and all data when it is opened. */
export function StaffProfileCard({ profile }: { profile: Profile }) {
  const { id, name, email, phone, profilePicture, registeredName, createdAt, updatedAt } = profile;
  return (
    <Card className="flex flex-col gap-4">
      <div className="flex flex-wrap items-start gap-x-5 gap-y-3">
        <FileImage
          url={profilePicture.url}
          alt=""
          loading="lazy"
          className="size-16 shrink-0 rounded-full border border-line bg-sunken object-cover"
        />
        <div className="min-w-0 flex-1 basis-52">
          <h2 id={`profile-${id}`} className="text-lg">
            <PersonLink id={id} name={name} />
          </h2>
          {registeredName !== name && <p className="text-sm text-soft">Registered as {registeredName}</p>}
          <p className="text-sm text-soft">
            <span className="mr-4">
              <EmailText email={email} />
            </span>
            <span className="inline-block">{phone}</span>
          </p>
        </div>
        <Facts
          className="basis-full grid-cols-2 text-sm lg:basis-auto"
          facts={[
            ['Created', <Moment key="created" at={createdAt} />],
            ['Updated', <Moment key="updated" at={updatedAt} />],
          ]}
        />
      </div>
      {profile.identityChanged && <ChangedIdentity profile={profile} />}
      <Facts
        className="grid-cols-2 gap-x-6 text-sm lg:grid-cols-4"
        facts={[
          ['Passport number', passportNumberOf(profile)],
          ['CDC number', cdcNumberOf(profile)],
          ['INDOS number', indosNumberOf(profile)],
          ['Date of birth', <Day key="born" date={profile.birthDate} />],
        ]}
      />
      <details className="group">
        <summary className="w-fit rounded-sm font-semibold text-link hover:underline">
          <span className="group-open:hidden">Show the whole profile</span>
          <span className="not-group-open:hidden">Hide the whole profile</span>
        </summary>
        <div className="mt-5 flex flex-col gap-6 border-t border-line pt-5">
          <ProfileDocuments profile={profile} />
          <ScanState profile={profile} />
          <ProfileFacts profile={profile} />
        </div>
      </details>
    </Card>
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
