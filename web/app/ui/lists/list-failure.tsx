import { Button } from '../button.tsx';
import { Alert } from '../feedback/alert.tsx';

type ListFailureProps = { sentence: string; retry: () => void; busy?: boolean; className?: string };

/** A message that something could not be read, with a retry button. */
export function ListFailure({ sentence, retry, busy, className }: ListFailureProps) {
  return (
    <Alert
      className={className}
      action={
        <Button size="small" tone="plain" busy={busy} onClick={retry}>
          Try again
        </Button>
      }
    >
      {sentence}
    </Alert>
  );
}
