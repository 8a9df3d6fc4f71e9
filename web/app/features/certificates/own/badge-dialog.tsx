import { type BadgeForm, badges } from '@fairlead/contract/certificates/badges';
import { downloadFile } from '../../../lib/calls/api-client.ts';
import { DialogButton } from '../../../ui/dialogs/dialog-button.tsx';
import { DownloadButton } from '../../../ui/download-button.tsx';
import type { OwnCertificate } from './wire.ts';

const forms: readonly { form: BadgeForm; label: string; use: string }[] = [
  {
    form: 'png',
    label: 'Picture',
    use: 'For a job application or an email. Send the file itself: a photo or screenshot of it proves nothing.',
  },
  {
    form: 'svg',
    label: 'Picture for a website',
    use: 'The same picture as an SVG file, which is sharp at any size.',
  },
  {
    form: 'json',
    label: 'Badge file',
    use: 'For apps that collect badges, and for programs that check them (Open Badges 3.0).',
  },
];

type BadgeDialogProps = { certificate: OwnCertificate; describedBy: string };

/** Downloads of a certificate as a digital badge, with what each is for. */
export function BadgeDialog({ certificate: { id, number }, describedBy }: BadgeDialogProps) {
  const fetched = (form: BadgeForm) =>
    downloadFile(badges.download, { params: { id }, query: { form } }, `${number}-badge.${form}`);
  return (
    <DialogButton label="Digital badge" describedBy={describedBy} title="Digital Badge">
      {() => (
        <div className="flex flex-col gap-6">
          <p className="text-soft">
            Your certificate as a signed file that anyone can check. It shows your name, the course, the dates and the
            certificate number, but none of your document numbers. Anyone who gets the file can keep it.
          </p>
          <ul className="flex flex-col divide-y divide-line">
            {forms.map(({ form, label, use }) => (
              <li key={form} className="flex flex-col gap-3 py-4 first:pt-0 last:pb-0">
                <p className="text-sm">{use}</p>
                <div>
                  <DownloadButton tone="plain" fetch={() => fetched(form)} failure="The badge could not be created.">
                    {label}
                  </DownloadButton>
                </div>
              </li>
            ))}
          </ul>
        </div>
      )}
    </DialogButton>
  );
}
