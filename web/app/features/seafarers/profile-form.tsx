import { countryToPropose, isImpossiblePin, noSuchPin } from '@fairlead/contract/academy/places';
import { idTypesOnCreate, NewProfile } from '@fairlead/contract/seafarers/calls';
import { profileNames } from '@fairlead/contract/seafarers/names';
import { useState } from 'react';
import { useBrand } from '../../lib/brand.ts';
import { type FieldErrors, fieldErrors, inFormNames } from '../../lib/calls/field-errors.ts';
import type { Progress } from '../../lib/calls/transport.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { FileField } from '../../ui/forms/file-field.tsx';
import { Form, SubmitButton } from '../../ui/forms/form.tsx';
import { PageHeader } from '../../ui/layout.tsx';
import { createProfile } from './api.ts';
import { DraftNote } from './draft-note.tsx';
import { Group, ProfileFields } from './profile-fields.tsx';
import { ProfileSending } from './profile-sending.tsx';
import { useProfileDraft } from './use-profile-draft.ts';
import { type Profile, wireFormOf } from './wire.ts';

const isImage = (file: File) => file.type.startsWith('image/');
const isImageOrPdf = (file: File) => isImage(file) || file.type === 'application/pdf';
const documents = [
  { name: 'profilePicture', label: 'Profile picture', fits: isImage, otherwise: 'Must be an image' },
  { name: 'idDocument', label: 'ID document', fits: isImageOrPdf, otherwise: 'Must be image or PDF' },
  { name: 'signature', label: 'Signature', fits: isImage, otherwise: 'Must be an image' },
] as const;

type ProfileFormProps = {
  /** The name of the registration, which certificates show. */
  name: string | undefined;
  /** The mobile of the registration, the phone with which the form begins, and why that is not the mobile, if so. */
  registered: { mobile: string; phone: string; doubt: string };
  /** What the academy entered, by field. */
  entered: Readonly<Record<string, string>>;
  /** Whether a request for a course is sent as soon as the profile is created. */
  sendsRequest: boolean;
  /** Whether the profile was created and the success message is shown. */
  created: boolean;
  onCreated: (profile: Profile) => void;
};

/** The form that creates a profile, on one page; its draft survives a reload. */
export function ProfileForm({ name, registered, entered, sendsRequest, created, onCreated }: ProfileFormProps) {
  const [progress, setProgress] = useState<Progress>();
  const draft = useProfileDraft('profile');
  const { timeZone } = useBrand();
  const { mobile, phone, doubt } = registered;
  // not to somebody with a phone of another country, or one whose country is not known
  const country = doubt === '' && phone.startsWith('+91') ? countryToPropose(timeZone) : '';

  async function submit(form: FormData) {
    const profile = await createProfile(form, setProgress);
    draft.drop();
    toast('Profile submitted successfully!');
    onCreated(profile);
  }

  return (
    <div className="mx-auto max-w-4xl">
      <PageHeader title="Your profile">
        Fill in this form once. The academy checks your details against your documents, and your certificates show them
        {name && (
          <>
            , with your name as you registered it: <strong className="text-ink">{name}</strong>
          </>
        )}
        .
      </PageHeader>
      {Object.keys(entered).length > 0 && (
        <Alert tone="info" className="mb-6">
          The academy has filled in what it knows of you. Please check it against your documents.
        </Alert>
      )}
      {doubt && (draft.kept.phone ?? phone) === phone && (
        <Alert tone="warn" className="mb-6">
          Your phone is not filled in. You registered with {mobile}: {doubt} Please enter the whole number below.
        </Alert>
      )}
      {draft.restored && <DraftNote withFiles onDiscard={draft.discard} />}
      <Form
        key={draft.round}
        onSubmit={submit}
        check={check}
        failure="Failed to create profile."
        className="gap-6"
        onChange={draft.keep}
      >
        <ProfileFields initial={{ phone, country, ...entered, ...draft.kept }} idTypes={idTypesOnCreate} required />
        <Group title="Your documents">
          <FileField
            label="Profile picture"
            name="profilePicture"
            accept="image/*"
            hint="A clear photo of your face"
            required
          />
          <FileField
            label="Signature"
            name="signature"
            accept="image/*"
            hint="A photo of your signature on white paper"
            required
          />
          <FileField
            label="ID document"
            name="idDocument"
            accept="image/*,application/pdf"
            hint="A photo or PDF of the ID that you chose above. For Aadhaar, upload a masked copy."
            required
            className="sm:col-span-2"
          />
        </Group>
        <p className="text-sm text-soft">
          Only you and the academy's staff can open these documents. They are needed to issue your certificates.
        </p>
        <ProfileSending progress={progress} />
        <div>
          <SubmitButton size="large" disabled={created}>
            {sendsRequest ? 'Submit and send request' : 'Submit'}
          </SubmitButton>
        </div>
      </Form>
    </div>
  );
}

function check(form: FormData): FieldErrors {
  const typed = Object.fromEntries([...wireFormOf(form)].filter(([, value]) => typeof value === 'string'));
  const { country = '', zipCode = '' } = typed as Record<string, string>;
  const errors: Record<string, string> = {
    ...(isImpossiblePin({ country, zipCode }) && { postalCode: noSuchPin }),
    ...inFormNames(profileNames, fieldErrors(NewProfile, typed)),
  };
  for (const { name, label, fits, otherwise } of documents) {
    const file = form.get(name);
    if (!(file instanceof File) || file.size === 0) errors[name] = `${label} is required`;
    else if (!fits(file)) errors[name] = otherwise;
  }
  if (Object.keys(errors).length > 0) {
    toast('Please fill all the details before submitting the form.', { tone: 'bad' });
  }
  return errors;
}
