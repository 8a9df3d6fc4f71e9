import { type ReactNode, useEffect, useRef, useState } from 'react';
import { isRefusal, messageOf } from '../lib/api-client.ts';
import { Alert } from './alert.tsx';
import { Button, type Size, type Tone } from './button.tsx';
import { FailureWords } from './failure-words.tsx';
import { ConfirmDialog } from './pane.tsx';
import { toast } from './toast.tsx';

type ActDialogProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  text: ReactNode;
  /** What the button that goes on says: 'Yes, Approve'. */
  confirm: string;
  tone?: Tone;
  /** Does it; gives the sentence that tells of its success, and throws when it failed. */
  act: () => Promise<string>;
  /**
   * Reads anew what it was done to: after a success, and after a refusal once that has been read. Sooner would take
   * the refusal away with what it is about, such as a request that a colleague has decided.
   */
  after?: () => Promise<void>;
  /** The sentence for a failure; the server's own reason follows it. */
  failure: string;
};

/** Asks, does it, and says how it went. A failure is told in the dialog, which stays open for another try. */
export function ActDialog({ text, act, after, failure, onClose, ...dialog }: ActDialogProps) {
  const [busy, setBusy] = useState(false);
  const [reason, setReason] = useState<string>();
  const expectLoss = useFocusAfterLoss();

  async function goOn() {
    setBusy(true);
    setReason(undefined);
    expectLoss(true);
    try {
      const said = await act();
      await after?.();
      toast(said);
      onClose();
    } catch (error) {
      expectLoss(false);
      setReason(messageOf(error, ''));
      if (!isRefusal(error)) throw error;
    } finally {
      setBusy(false);
    }
  }

  async function close() {
    setReason(undefined);
    onClose();
    if (reason === undefined) return;
    expectLoss(true);
    await after?.();
    expectLoss(false);
  }

  return (
    <ConfirmDialog
      {...dialog}
      busy={busy}
      onConfirm={() => void goOn()}
      onClose={() => void close()}
      text={
        <div className="flex flex-col gap-3">
          {text}
          {reason !== undefined && (
            <Alert>
              <FailureWords failure={failure} reason={reason} />
            </Alert>
          )}
        </div>
      }
    />
  );
}

type ConfirmActionProps = Omit<ActDialogProps, 'open' | 'onClose'> & {
  /** What the button says. */
  label: ReactNode;
  /** The id of what it is about, for a screen reader that meets many buttons of one name. */
  describedBy?: string;
  size?: Size;
  className?: string;
};

/**
 * A button that asks before it does what it says. What is asked stays what it was when the button was pressed, even
 * when the record behind it is read anew meanwhile: nobody agrees to what was not on the screen.
 */
export function ConfirmAction({ label, describedBy, size, className, tone = 'plain', ...dialog }: ConfirmActionProps) {
  const [asked, ask] = useState<typeof dialog>();
  return (
    <>
      <Button
        tone={tone}
        size={size}
        className={className}
        aria-describedby={describedBy}
        aria-haspopup="dialog"
        onClick={() => ask(dialog)}
      >
        {label}
      </Button>
      <ActDialog
        {...(asked ?? dialog)}
        tone={tone === 'danger' ? 'danger' : 'signal'}
        open={asked !== undefined}
        onClose={() => ask(undefined)}
      />
    </>
  );
}

/** What was decided leaves its list, and its button with it: the focus then goes to the page instead of nowhere. */
export function useFocusAfterLoss(): (expected: boolean) => void {
  const expected = useRef(false);
  useEffect(
    () => () => {
      if (expected.current) document.getElementById('content')?.focus({ preventScroll: true });
    },
    [],
  );
  return (value) => {
    expected.current = value;
  };
}
