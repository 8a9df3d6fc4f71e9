import { Alert } from '../../ui/feedback/alert.tsx';
import { useQueue } from './queue-now.ts';

/** Says that the browser has a question for the person, as long as it has; the download goes on meanwhile. */
export function KeepQuestion() {
  const { isAsking } = useQueue();
  if (!isAsking) return null;
  return (
    <Alert tone="info">
      Your browser asks, near the address, whether this site may store data. Choose Allow, so that it keeps your
      courses. The download goes on.
    </Alert>
  );
}
