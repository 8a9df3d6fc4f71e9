import { countryCodeOf, placeDoubt } from '@fairlead/contract/academy/places';
import { phoneToBeginWith } from '@fairlead/contract/values/phone-numbers';
import { useSuspenseQuery } from '@tanstack/react-query';
import { type ComponentProps, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation, useNavigate } from 'react-router';
import { preload } from '../../lib/calls/query-client.ts';
import { titled } from '../../lib/pages/page-title.ts';
import { paths } from '../../lib/paths.ts';
import { keptRequestOf } from '../../lib/session/kept-request.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { LoadFailure } from '../../shell/load-failure.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Card, PageHeader } from '../../ui/layout.tsx';
import { ownAccountQuery } from '../accounts/own-account/own-account-api.ts';
import type { Route } from './+types/profile-page.ts';
import { enteredQuery, keepProfile, ownProfileQuery, refetchStandings } from './api.ts';
import { changedWords } from './changed-facts.tsx';
import { DocumentRequests } from './document-requests.tsx';
import { KeptRequestNote } from './kept-request-note.tsx';
import { ProfileDocuments } from './profile-documents.tsx';
import { ProfileFacts } from './profile-facts.tsx';
import { ProfileForm } from './profile-form.tsx';
import { ReadInPassport } from './read-in-passport.tsx';
import type { Profile } from './wire.ts';

/**
 * Milliseconds for which the success message is shown before the profile replaces the form, as specified, or a request
 * that waits for the profile goes on.
 */
const viewAfter = 1500;

export const meta: Route.MetaFunction = (page) => titled('Profile', page);

export const clientLoader = async () => {
  if ((await preload(ownProfileQuery)) === null) await Promise.all([preload(enteredQuery), preload(ownAccountQuery)]);
};

export default function ProfilePage() {
  const { data: profile } = useSuspenseQuery(ownProfileQuery);
  // the form stays for a moment after the profile was created, so that the success message can be read
  const [created, setCreated] = useState(false);
  const navigate = useNavigate();
  const isUpdated = useLocation().state?.isUpdated === true;
  const user = useSession()?.user;
  const kept = keptRequestOf(user?.email);
  const goOn = kept && paths.keptRequest(kept.courseId);
  useEffect(() => {
    if (!created) return;
    const timer = setTimeout(() => (goOn ? void navigate(goOn) : setCreated(false)), viewAfter);
    return () => clearTimeout(timer);
  }, [created, goOn, navigate]);

  function keep(made: Profile) {
    // synchronous, or the cached profile would replace the form before this state keeps it
    flushSync(() => setCreated(true));
    keepProfile(made);
  }

  const isViewed = profile !== null && !created;
  return (
    <>
      {kept && !created && <KeptRequestNote kept={kept} hasProfile={isViewed} isUpdated={isViewed && isUpdated} />}
      {isViewed ? (
        <ProfileView profile={profile} isToUpdate={kept !== null && !isUpdated} />
      ) : (
        <NewProfile name={user?.name} sendsRequest={kept !== null} created={created} onCreated={keep} />
      )}
    </>
  );
}

/** The form, which starts with what the academy knows, and with the mobile of the registration. */
function NewProfile(form: Omit<ComponentProps<typeof ProfileForm>, 'entered' | 'registered'>) {
  const { data: entered } = useSuspenseQuery(enteredQuery);
  const { data: account } = useSuspenseQuery(ownAccountQuery);
  return (
    <ProfileForm {...form} entered={entered} registered={{ mobile: account.mobile, ...phoneToBeginWith(account) }} />
  );
}

/** @param isToUpdate whether a declined request waits for an update here. */
function ProfileView({ profile, isToUpdate }: { profile: Profile; isToUpdate: boolean }) {
  return (
    <>
      <PageHeader
        title={profile.name}
        actions={
          <LinkButton to={paths.editProfile} tone={isToUpdate ? 'signal' : 'navy'}>
            Edit Profile
          </LinkButton>
        }
      >
        Your certificates will show these details.
      </PageHeader>
      {profile.documentRequests.some(({ answeredAt }) => answeredAt === null) && (
        <div className="mb-6">
          <DocumentRequests requests={profile.documentRequests} after={refetchStandings} />
        </div>
      )}
      {profile.identityChanged && (
        <Alert tone="warn" className="mb-6">
          You changed {changedWords(profile)}. The academy checks this before your next certificate is issued.
        </Alert>
      )}
      <UnknownPlace profile={profile} />
      <ReadInPassport profile={profile} />
      <div className="flex flex-col gap-6">
        <Card className="p-6">
          <h2 className="mb-4 text-lg">Details</h2>
          <ProfileFacts profile={profile} />
        </Card>
        <Card className="p-6">
          <h2 className="mb-4 text-lg">Documents</h2>
          <ProfileDocuments profile={profile} />
        </Card>
      </div>
    </>
  );
}

/** Asks for the state or country of an address that was typed when there was no list. */
function UnknownPlace({ profile }: { profile: Profile }) {
  const doubt = placeDoubt(profile);
  if (!doubt) return null;
  const field = countryCodeOf(profile.country) ? 'state' : 'country';
  return (
    <Alert
      tone="warn"
      className="mb-6"
      action={
        <LinkButton to={paths.editProfileField(field)} tone="plain" size="small">
          Choose your {field}
        </LinkButton>
      }
    >
      {doubt} Your invoices need it.
    </Alert>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadFailure title="Profile" failure="No profile data available." error={error} />;
}
