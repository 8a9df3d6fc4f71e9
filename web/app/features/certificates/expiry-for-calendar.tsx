import { ownCertificates } from '@fairlead/contract/certificates/own-certificates';
import { downloadFile } from '../../lib/calls/api-client.ts';
import { DownloadButton } from '../../ui/download-button.tsx';
import { CalendarIcon } from '../../ui/more-icons.tsx';
import type { HeldCertificate } from './wire.ts';

type ExpiryForCalendarProps = {
  certificate: Pick<HeldCertificate, 'id' | 'number' | 'status' | 'expiresOn' | 'refresherDue'>;
  describedBy?: string;
};

/**
 * Adds the date of expiry to the device's calendar, or the day by which a refresher is due; nothing where a certificate
 * has neither, or is not in force.
 */
export function ExpiryForCalendar({
  certificate: { id, number, status, expiresOn, refresherDue },
  describedBy,
}: ExpiryForCalendarProps) {
  if (status !== 'issued' || (expiresOn ?? refresherDue) === null) return null;
  return (
    <DownloadButton
      tone="plain"
      icon={CalendarIcon}
      aria-describedby={describedBy}
      fetch={() => downloadFile(ownCertificates.expiry, { params: { id } }, `${number}.ics`)}
      failure="The date could not be added."
    >
      {expiresOn === null ? 'Add refresher to calendar' : 'Add expiry to calendar'}
    </DownloadButton>
  );
}
