import { Button } from '../button.tsx';
import { Alert } from '../feedback/alert.tsx';

type ListFailureProps = { sentence: string; retry: () => void };

/** A message that something could not be read or done, with a retry button. */
export function ListFailure({ sentence, retry }: ListFailureProps) {
  return (
    <Alert
      action={
        <Button size="small" tone="plain" onClick={retry}>
          Try again
        </Button>
      }
    >
      {sentence}
    </Alert>
  );
}
