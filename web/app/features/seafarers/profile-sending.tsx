import type { Progress } from '../../lib/calls/transport.ts';
import { formatSize } from '../../lib/format/file-size.ts';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { useFormState } from '../../ui/forms/form.tsx';

type SendingProps = { progress: Progress | undefined; what?: 'profile' | 'document' };

/** The upload progress of a profile with its documents, or of one document, while its form is being sent. */
export function ProfileSending({ progress, what = 'profile' }: SendingProps) {
  const { busy } = useFormState();
  if (!busy || !progress) return null;
  const { sent, total } = progress;
  const arrived = sent >= total;
  return (
    <div className="max-w-form">
      <ProgressBar
        percent={(sent * 100) / total}
        label={arrived ? 'Sent. The academy is storing it.' : `Sending ${formatSize(sent)} of ${formatSize(total)}`}
      />
      <p role="status" className="sr-only">
        {arrived ? 'Sent. The academy is storing it.' : `Sending your ${what}`}
      </p>
    </div>
  );
}
