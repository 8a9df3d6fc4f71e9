import { idTypesOnUpdate } from '@fairlead/contract/seafarers/calls';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { redirect, useLocation, useNavigate } from 'react-router';
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

/** The field that a link asks to change (`paths.editProfileField`); null for a link to the whole form. */
const fieldIn = (search: string) => new URLSearchParams(search).get('field');

/**
 * Editing starts from the profile page, or from a link to one field; other navigation is redirected there, except when
 * a draft exists because the page was reloaded or the session expired.
 */
export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => {
  if (fieldIn(new URL(request.url).search)) return void (await preload(ownProfileQuery));
  if (queryClient.getQueryData(ownProfileQuery.queryKey)) return;
  if (!hasDraft(draftName) || !(await preload(ownProfileQuery))) throw redirect(paths.profile);
};

export default function UpdateProfilePage() {
  const { data: profile } = useSuspenseQuery(ownProfileQuery);
  return profile && <UpdateForm profile={profile} />;
}

/** Documents that only some profiles have: those that the academy has asked for. */
const furtherLabels = { passportDocument: 'Passport', cdcDocument: 'CDC', indosDocument: 'INDoS certificate' };

const notLoggedIn = 'You are not logged in. Please log in again.';

/** The options of the update form, plus the value chosen at creation if it is not among them. */
const idTypesFor = ({ idType }: Profile) => [...new Set([...idTypesOnUpdate, idType])];

function UpdateForm({ profile }: { profile: Profile }) {
  const navigate = useNavigate();
  const [progress, setProgress] = useState<Progress>();
  const draft = useProfileDraft(draftName);
  const field = fieldIn(useLocation().search);
  useEffect(() => {
    if (field) document.getElementsByName(field)[0]?.focus();
  }, [field]);
  const {
    profilePicture,
    idDocument,
    signature,
    passportDocument,
    cdcDocument,
    indosDocument,
    documentRequests: _,
    identityChanged: __,
    changedSinceCheck: ___,
    readableZone: ____,
    scan: _____,
    ...texts
  } = profile;
  const further = { passportDocument, cdcDocument, indosDocument };
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
    await navigate(paths.profile, { state: { isUpdated: true } });
  }

  return (
    <div className="mx-auto max-w-4xl">
      <PageHeader title="Edit Profile">
        Your certificates show these details, so the academy checks what you change.
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
            hint="A photo or PDF of the ID that you chose above. For Aadhaar, upload a masked copy."
            className="sm:col-span-2"
          />
          {Object.entries(further).map(
            ([name, file]) =>
              file && (
                <FileField
                  key={name}
                  label={furtherLabels[name as keyof typeof further]}
                  name={name}
                  accept=".pdf,.jpg,.jpeg,.png,image/*,application/pdf"
                  existing={file}
                />
              ),
          )}
        </Group>
        <Alert tone="info">
          Your next certificate is on hold until the academy has checked your changes. You can change phone and postal
          address without a check.
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
