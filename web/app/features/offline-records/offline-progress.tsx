import { useBrand } from '../../lib/brand.ts';
import { saveFile } from '../../lib/device/save-file.ts';
import { formatSpan } from '../../lib/format/running-time.ts';
import { getSession } from '../../lib/session/session.ts';
import { useHeldEnded } from '../../lib/session/use-held-ended.ts';
import { Moment } from '../../lib/site.tsx';
import { Button } from '../../ui/button.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Card } from '../../ui/layout.tsx';
import { progressFile } from './api.ts';
import { progressFileName } from './progress-file-name.ts';
import type { OfflineRecord } from './record.ts';

/**
 * What this device has recorded of a course and not sent: it is sent by itself, or leaves as a file.
 * Nothing without an offline pass on this device.
 *
 * @param isUnreadable whether the device did not say the last time what there is.
 * @param unsentSeconds what the academy will credit of it, in whole seconds.
 */
export function OfflineProgress({
  record,
  isUnreadable,
  unsentSeconds,
  courseTitle,
}: {
  record: OfflineRecord | undefined;
  isUnreadable: boolean;
  unsentSeconds: number;
  courseTitle: string;
}) {
  const { email } = useBrand();
  const sentWhen = useHeldEnded() ? 'when you log in again' : 'when you are connected again';
  if (!record) return isUnreadable ? <Unreadable /> : null;
  const { courseId, withdrawnAt } = record;

  async function save() {
    const text = await progressFile(courseId);
    const file = text && new Blob([text], { type: 'application/json' });
    // sent meanwhile, by another tab
    const person = getSession()?.user?.name ?? '';
    if (file) saveFile({ file, name: progressFileName(new Date(), { courseTitle, person }) });
  }

  return (
    <Card className="flex flex-col gap-3">
      <h2 className="text-base">Aboard on this device</h2>
      {isUnreadable && <NotRead />}
      {withdrawnAt && (
        <Alert tone="warn">
          The academy withdrew the offline pass of this device on <Moment at={withdrawnAt} />. What you watched before
          that counts. Ask the academy before you watch more on this device without a connection.
        </Alert>
      )}
      <p className="text-sm">
        {unsentSeconds > 0
          ? `${formatSpan(unsentSeconds)} watched and not sent yet. It is sent ${sentWhen}.`
          : 'The academy has everything that you watched here.'}
      </p>
      {unsentSeconds > 0 && (
        <>
          <div>
            <Button tone="plain" size="small" onClick={() => void save()}>
              Save progress as a file
            </Button>
          </div>
          <p className="text-sm">
            Send the file to the academy by the ship’s email, as an attachment
            {email && (
              <>
                :{' '}
                <strong className="font-semibold select-all">
                  <EmailText email={email} />
                </strong>
              </>
            )}
            . The academy’s staff can upload it for you.
          </p>
          <p className="text-sm text-soft">
            You can also take the file ashore on a USB stick, and upload it on another device.
          </p>
        </>
      )}
    </Card>
  );
}

/** In the place of a record that was never read. */
const Unreadable = () => (
  <Card className="flex flex-col gap-3">
    <h2 className="text-base">Aboard on this device</h2>
    <NotRead />
  </Card>
);

const NotRead = () => (
  <Alert tone="warn">
    What you watched on this device without a connection cannot be read at the moment, so it is not sent yet. It is not
    lost: this page tries again every few seconds. If this message stays, close the browser and open it again. When it
    can be read, you can save it here as a file.
  </Alert>
);
