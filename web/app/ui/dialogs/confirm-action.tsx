import { type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { isRefusal, messageOf } from '../../lib/calls/api-client.ts';
import type { Size, Tone } from '../button.tsx';
import { Alert } from '../feedback/alert.tsx';
import { FailureWords } from '../feedback/failure-words.tsx';
import { toast } from '../feedback/toast.tsx';
import { ActionLook } from './action-look.tsx';
import { ConfirmDialog } from './dialog.tsx';

type ActDialogProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  text: ReactNode;
  /** The text of the confirming button: 'Yes, Approve'. */
  confirm: string;
  tone?: Tone | undefined;
  /** Performs the action; resolves to the success message, and throws on failure. */
  act: () => Promise<string>;
  /**
   * Reloads the affected data: after a success, and after a refusal once the person has closed the message. Earlier,
   * the reload could remove the record together with the message, such as a request that a colleague has decided.
   */
  after?: () => Promise<void>;
  /** The message for a failure; the server's reason follows it. */
  failure: string;
};

/**
 * Asks for confirmation, performs the action and shows the result. A failure is shown in the dialog, which stays open
 * for a retry.
 */
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
  /** The button's text. */
  label: ReactNode;
  /** The id of the element that names the record, for screen readers where many buttons have the same text. */
  describedBy?: string;
  size?: Size | undefined;
  disabled?: boolean;
  className?: string | undefined;
  /** The key that presses the button for the current row of a list, or on a page of one record (ui/lists). */
  shortcut?: 'a' | 'r' | 'd';
};

/**
 * A button with a confirmation dialog. The dialog keeps its text from when the button was pressed, even when the record
 * behind it is reloaded meanwhile: nobody confirms what was not on the screen.
 */
export function ConfirmAction({
  label,
  describedBy,
  size,
  disabled,
  className,
  shortcut,
  tone = 'plain',
  ...dialog
}: ConfirmActionProps) {
  const { Opener } = useContext(ActionLook);
  const [asked, ask] = useState<typeof dialog>();
  return (
    <>
      <Opener
        // it is red only in its dialog, where it happens
        tone={tone === 'danger' ? 'plain' : tone}
        size={size}
        disabled={disabled}
        className={className}
        aria-describedby={describedBy}
        aria-haspopup="dialog"
        data-shortcut={shortcut}
        onClick={() => ask(dialog)}
      >
        {label}
      </Opener>
      <ActDialog
        {...(asked ?? dialog)}
        tone={tone === 'danger' ? 'danger' : 'signal'}
        open={asked !== undefined}
        onClose={() => ask(undefined)}
      />
    </>
  );
}

/**
 * A decided record leaves its list together with its button: the focus then moves to the page's content and is not
 * lost.
 */
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
