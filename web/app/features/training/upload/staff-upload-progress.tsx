import { formatSize } from '../../../lib/format/file-size.ts';
import { formatSpan } from '../../../lib/format/running-time.ts';
import { Button } from '../../../ui/button.tsx';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { Card } from '../../../ui/layout.tsx';
import type { Uploading } from './use-film-upload.ts';

type UploadProgressProps = {
  state: Uploading;
  /** The films' names, in order. */
  names: readonly string[];
  onPause: () => void;
  onResume: () => void;
  onCancel: () => void;
};

/** The upload's progress, speed and time left; then a note that the films are being checked. */
export function UploadProgress({ state, names, onPause, onResume, onCancel }: UploadProgressProps) {
  const { status, index, sent, total } = state;
  const label = names.length > 1 ? `Uploading ${index + 1} of ${names.length}: ${names[index]}` : 'Uploading';
  return (
    <Card className="flex flex-col gap-3">
      <ProgressBar percent={total > 0 ? (sent / total) * 100 : 0} label={label} className="break-words" />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="text-sm text-soft tabular-nums">
          <Words state={state} />
        </p>
        {status !== 'sent' && (
          <div className="flex flex-wrap gap-2">
            {status === 'paused' ? (
              <Button tone="navy" size="small" onClick={onResume}>
                Resume
              </Button>
            ) : (
              <Button tone="plain" size="small" onClick={onPause}>
                Pause
              </Button>
            )}
            <Button tone="plain" size="small" onClick={onCancel}>
              Cancel upload
            </Button>
          </div>
        )}
      </div>
      <p role="status" className="text-sm font-semibold empty:hidden">
        {status === 'waiting' && 'No connection. The upload continues when the connection is back.'}
        {status === 'paused' && 'Paused. What was sent is kept for a day.'}
        {status === 'sent' && 'All videos are sent and are being checked.'}
      </p>
    </Card>
  );
}

function Words({ state: { status, sent, total, pace } }: { state: Uploading }) {
  const { bytesPerSecond, secondsLeft } = pace;
  if (status === 'sent') return <Spinner />;
  return (
    <>
      {formatSize(sent)} of {formatSize(total)}
      {status === 'sending' && bytesPerSecond ? ` · ${formatSize(bytesPerSecond)} a second` : ''}
      {status === 'sending' && secondsLeft !== undefined ? ` · about ${formatSpan(secondsLeft)} left` : ''}
    </>
  );
}
