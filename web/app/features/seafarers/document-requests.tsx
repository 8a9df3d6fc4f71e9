import { documentNames, documentReasonSentence } from '@fairlead/contract/seafarers/document-words';
import { useState } from 'react';
import type { Progress } from '../../lib/calls/transport.ts';
import type { Tone } from '../../ui/button.tsx';
import { FormAction } from '../../ui/dialogs/form-action.tsx';
import { FileField } from '../../ui/forms/file-field.tsx';
import { MailIcon } from '../../ui/icons.tsx';
import { updateProfile } from './api.ts';
import { ProfileSending } from './profile-sending.tsx';
import type { DocumentRequest } from './wire.ts';

/** What the person does: a document that is not there yet is not uploaded again. */
export const askedTitle = ({ document, reason }: DocumentRequest): string =>
  reason === 'missing' ? `Upload your ${documentNames[document]}` : `Upload your ${documentNames[document]} again`;

/** Why, in sentences; empty where the academy gave no words. */
export const askedSentence = (request: DocumentRequest): string => documentReasonSentence(request);

type UploadProps = { request: DocumentRequest; after: () => Promise<void>; tone?: Tone; size?: 'large' };

/** The one thing to do: choose the file, and send it. */
export function UploadAgain({ request, after, tone = 'signal', size }: UploadProps) {
  const { id, document, reason } = request;
  const isPicture = document === 'profilePicture';
  const [progress, setProgress] = useState<Progress>();
  return (
    <FormAction
      label={reason === 'missing' ? 'Upload' : 'Upload again'}
      tone={tone}
      {...(size && { size })}
      describedBy={`document-request-${id}`}
      title={askedTitle(request)}
      text={<p className="text-soft wrap-anywhere">{askedSentence(request)}</p>}
      check={(form) => {
        const file = form.get(document);
        return file instanceof File && file.size > 0 ? {} : { [document]: 'Choose the document first' };
      }}
      confirm="Send"
      act={async (form) => {
        await updateProfile(form, setProgress);
        return 'Thank you. The academy has your document.';
      }}
      after={after}
      failure="Failed to send the document."
    >
      <FileField
        label={`Your ${documentNames[document]}`}
        name={document}
        accept={isPicture ? '.jpg,.jpeg,.png,image/*' : '.pdf,.jpg,.jpeg,.png,image/*,application/pdf'}
        hint={isPicture ? undefined : 'A photo or a PDF. The whole page, sharp, without reflections.'}
      />
      <ProfileSending progress={progress} what="document" />
    </FormAction>
  );
}

/** The documents that the academy waits for, each with the button that sends it; nothing while there is none. */
export function DocumentRequests({
  requests,
  after,
}: {
  requests: readonly DocumentRequest[];
  after: () => Promise<void>;
}) {
  const open = requests.filter(({ answeredAt }) => answeredAt === null);
  if (open.length === 0) return null;
  return (
    <ul aria-label="Documents that the academy asks for" className="flex flex-col gap-4">
      {open.map((request) => (
        <li
          key={request.id}
          className="flex flex-wrap items-center gap-x-6 gap-y-3 rounded-md border-l-4 border-warn bg-warn-soft px-5 py-4"
        >
          <div className="min-w-0 flex-1 basis-64">
            <p id={`document-request-${request.id}`} className="flex items-start gap-2 font-semibold">
              <MailIcon className="mt-1 text-warn" />
              {askedTitle(request)}
            </p>
            <p className="mt-1 wrap-anywhere whitespace-pre-line">{askedSentence(request)}</p>
          </div>
          <UploadAgain request={request} after={after} />
        </li>
      ))}
    </ul>
  );
}
