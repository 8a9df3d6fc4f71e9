import { idTypesOnUpdate } from '@fairlead/contract/seafarers';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { redirect, useNavigate } from 'react-router';
import { ApiError } from '../../lib/calls/api-client.ts';
import { preload, queryClient } from '../../lib/calls/query-client.ts';
import type { Progress } from '../../lib/calls/transport.ts';
import { titled } from '../../lib/pages/page-title.ts';
import { paths } from '../../lib/paths.ts';
import { type Draft, hasDraft } from '../../lib/session/form-draft.ts';
import { LoadFailure } from '../../shell/load-failure.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { FileField } from '../../ui/forms/file-field.tsx';
import { Form, SubmitButton } from '../../ui/forms/form.tsx';
import { PageHeader } from '../../ui/layout.tsx';
import type { Route } from './+types/update-profile-page.ts';
import { ownProfileQuery, updateProfile } from './api.ts';
import { DraftNote } from './draft-note.tsx';
import { Group, ProfileFields } from './profile-fields.tsx';
import { ProfileSending } from './profile-sending.tsx';
import { useProfileDraft } from './use-profile-draft.ts';
import type { Profile } from './wire.ts';

export const meta: Route.MetaFunction = (page) => titled('Edit Profile', page);

const draftName = 'profile-update';

/**
 * Editing starts from the profile page; other navigation is redirected there, except when a draft exists because the
 * page was reloaded or the session expired.
 */
export const clientLoader = async () => {
  if (queryClient.getQueryData(ownProfileQuery.queryKey)) return;
  if (!hasDraft(draftName) || !(await preload(ownProfileQuery))) throw redirect(paths.profile);
};

export default function UpdateProfilePage() {
  const { data: profile } = useSuspenseQuery(ownProfileQuery);
  return profile && <UpdateForm profile={profile} />;
}

const notLoggedIn = 'You are not logged in. Please log in again.';

/** The options of the update form, plus the value chosen at creation if it is not among them. */
const idTypesFor = ({ idType }: Profile) => [...new Set([...idTypesOnUpdate, idType])];

function UpdateForm({ profile }: { profile: Profile }) {
  const navigate = useNavigate();
  const [progress, setProgress] = useState<Progress>();
  const draft = useProfileDraft(draftName);
  const {
    profilePicture,
    idDocument,
    signature,
    identityChanged: _,
    changedSinceCheck: __,
    scan: ___,
    ...texts
  } = profile;
  const stored: Draft = { ...texts, cdcExpiresOn: texts.cdcExpiresOn ?? '' };

  async function submit(form: FormData) {
    // Values that were stored before today's checks stay as they are until they are changed.
    for (const [name, value] of [...form]) if (value === stored[name]) form.delete(name);
    try {
      toast(await updateProfile(form, setProgress), { seconds: 4 });
    } catch (error) {
      // the session is over: the login follows, and the toast survives the navigation
      if (error instanceof ApiError && error.status === 401) toast(notLoggedIn, { tone: 'warn', seconds: 6 });
      throw error;
    }
    draft.drop();
    await navigate(paths.profile);
  }

  return (
    <div className="mx-auto max-w-4xl">
      <PageHeader title="Edit Profile">
        The academy checks every change before your next certificate is issued, except changes of phone and postal
        address.
      </PageHeader>
      {draft.restored && <DraftNote withFiles={false} onDiscard={draft.discard} />}
      <Form
        key={draft.round}
        onSubmit={submit}
        failure="Failed to update profile."
        className="gap-6"
        onChange={draft.keep}
      >
        <ProfileFields initial={{ ...stored, ...draft.kept }} idTypes={idTypesFor(profile)} required={false} withName />
        <Group title="Your documents">
          <FileField
            label="Profile picture"
            name="profilePicture"
            accept=".jpg,.jpeg,.png,image/*"
            existing={profilePicture}
          />
          <FileField
            label="Signature"
            name="signature"
            accept=".pdf,.jpg,.jpeg,.png,image/*,application/pdf"
            existing={signature}
          />
          <FileField
            label="ID document"
            name="idDocument"
            accept=".pdf,.jpg,.jpeg,.png,image/*,application/pdf"
            existing={idDocument}
            className="sm:col-span-2"
          />
        </Group>
        <Alert tone="info">
          If you change anything except phone and postal address, your next certificate is on hold until the academy has
          checked the change.
        </Alert>
        <ProfileSending progress={progress} />
        <div className="flex flex-wrap gap-3">
          <SubmitButton size="large">Update Profile</SubmitButton>
          <LinkButton to={paths.profile} tone="plain" size="large" onClick={draft.drop}>
            Cancel
          </LinkButton>
        </div>
      </Form>
    </div>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadFailure title="Edit Profile" failure="No profile data available." error={error} />;
}
