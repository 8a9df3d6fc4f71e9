import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { DialogButton } from '../../../ui/dialogs/dialog-button.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { CopyField } from '../../../ui/forms/copy-field.tsx';
import { FocusFirst } from '../../../ui/forms/focus-first.tsx';
import { Form, SubmitButton } from '../../../ui/forms/form.tsx';
import { SelectField } from '../../../ui/forms/select-field.tsx';
import { ShareIcon } from '../../../ui/more-icons.tsx';
import { shareCertificate } from './api.ts';
import { Shares } from './shares.tsx';
import type { OwnCertificate } from './wire.ts';

type ShareProps = { certificate: OwnCertificate; describedBy: string };

/** Creates links to a certificate, and lists the existing ones. */
export const Share = ({ certificate, describedBy }: ShareProps) => (
  <DialogButton label="Share" describedBy={describedBy} title="Share Certificate">
    {() => (
      <div className="flex flex-col gap-6">
        <p className="text-soft">
          Anyone who has the link can see the whole certificate and its PDF without a login, until the link expires.
        </p>
        <MakeLink certificateId={certificate.id} />
        <Shares certificateId={certificate.id} />
      </div>
    )}
  </DialogButton>
);

/** Hands a link to the device's own share sheet, WhatsApp among it; nothing on a device without one. */
function SendLink({ url }: { url: string }) {
  if (typeof navigator.share !== 'function') return null;
  async function send() {
    try {
      await navigator.share({ title: 'Certificate', url });
    } catch (error) {
      // The sheet was closed without a choice.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      toast('The link could not be sent. Please copy it.', { tone: 'bad', seconds: 6 });
    }
  }
  return (
    <Button className="mt-3" onClick={() => void send()}>
      <ShareIcon /> Send link
    </Button>
  );
}

const terms = { '1': 1, '7': 7, '30': 30, '90': 90 } as const;
const options = Object.values(terms).map((days) => ({
  value: String(days),
  label: days === 1 ? '1 day' : `${days} days`,
}));
const termOf = (form: FormData) => terms[String(form.get('days')) as keyof typeof terms];

function MakeLink({ certificateId }: { certificateId: string }) {
  const [url, setUrl] = useState<string>();
  return (
    <>
      <Form
        onSubmit={async (form) => setUrl(await shareCertificate(certificateId, termOf(form)))}
        check={(form): Record<string, string> => (termOf(form) ? {} : { days: 'Choose how long the link is valid' })}
        failure="Failed to create the link."
      >
        <SelectField label="Valid for" name="days" options={options} defaultValue="7" required />
        <div>
          <SubmitButton tone={url ? 'plain' : 'signal'}>Create Link</SubmitButton>
        </div>
      </Form>
      {url && (
        <FocusFirst key={url}>
          <CopyField label="New link" name="link" value={url} hint="Copy or send it now: it is shown only once." />
          <SendLink url={url} />
        </FocusFirst>
      )}
    </>
  );
}
