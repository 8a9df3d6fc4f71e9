import { type ReactNode, useContext } from 'react';
import { createPortal } from 'react-dom';
import { Button, type Tone } from '../button.tsx';
import { cx } from '../cx.ts';
import { ActionLook, asButtons } from './action-look.tsx';
import { Pane, type PaneProps } from './pane.tsx';

type DialogProps = PaneProps & {
  actions?: ReactNode;
  /** Shown in the place of the title, which only screen readers read then. */
  top?: ReactNode;
};

/** A window over the page; `actions` are its buttons, the one that goes on last. */
export function Dialog({ actions, children, ...pane }: DialogProps) {
  const { outlet } = useContext(ActionLook);
  const dialog = (
    <Pane
      {...pane}
      hideTitle={pane.top !== undefined}
      className={cx('m-auto w-[calc(100%-2rem)] max-w-form rounded-lg', pane.className)}
    >
      <div>{children}</div>
      {actions && <div className="flex flex-wrap justify-end gap-3 pt-2">{actions}</div>}
    </Pane>
  );
  // a menu that has closed would hide the dialog of its item
  return outlet ? createPortal(<ActionLook value={asButtons}>{dialog}</ActionLook>, outlet) : dialog;
}

type ConfirmProps = {
  open: boolean;
  title: string;
  text: ReactNode;
  /** The text of the button that goes on: 'Yes, Approve'. */
  confirm: string;
  /** The text of the button that changes nothing; 'Cancel' where that cannot be misread. */
  cancel?: string;
  tone?: Tone | undefined;
  busy?: boolean | undefined;
  onConfirm: () => void;
  onClose: () => void;
};

/**
 * Asks before something is done: the question, Cancel, and the button that does it. The first focus is
 * on the latter, so that Enter confirms, or on Cancel for a destructive action.
 */
export function ConfirmDialog({
  text,
  confirm,
  cancel = 'Cancel',
  tone = 'signal',
  busy,
  onConfirm,
  ...pane
}: ConfirmProps) {
  return (
    <Dialog
      {...pane}
      actions={
        <>
          <Button tone="plain" disabled={busy} onClick={pane.onClose} data-first-focus={tone === 'danger' || undefined}>
            {cancel}
          </Button>
          <Button
            tone={tone}
            busy={busy}
            onClick={onConfirm}
            data-first-focus={tone !== 'danger' || undefined}
            // the key that opened the dialog, and is still held down, does not confirm
            onKeyDown={(event) => event.repeat && event.preventDefault()}
          >
            {confirm}
          </Button>
        </>
      }
    >
      {text}
    </Dialog>
  );
}
