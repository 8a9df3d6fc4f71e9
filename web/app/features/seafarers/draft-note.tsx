import { Button } from '../../ui/button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';

type DraftNoteProps = { withFiles: boolean; onDiscard: () => void };

/** A note that a form shows a draft that was never sent. */
export function DraftNote({ withFiles, onDiscard }: DraftNoteProps) {
  return (
    <Alert
      tone="info"
      className="mb-6"
      action={
        <Button tone="plain" size="small" onClick={onDiscard}>
          Discard
        </Button>
      }
    >
      We kept what you typed. It is not saved yet.{withFiles && ' Please choose your files again.'}
    </Alert>
  );
}
