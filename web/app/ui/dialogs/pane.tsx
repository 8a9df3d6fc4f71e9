import { type ReactNode, useContext, useEffect, useId, useRef } from 'react';
import { createPortal } from 'react-dom';
import { Button, IconButton, type Tone } from '../button.tsx';
import { cx } from '../cx.ts';
import { CloseIcon } from '../icons.tsx';
import { ActionLook, asButtons } from './action-look.tsx';

type PaneProps = {
  open: boolean;
  /** Called when it was closed by its button, the Escape key, or a press beside it. */
  onClose: () => void;
  title: string;
  children: ReactNode;
  className?: string;
};

/** What has the first focus in a dialog: the button that is marked for it, or the first field of a form. */
const firstFocus = '[data-first-focus], form :is(input:not([type=hidden]), select, textarea)';

/**
 * The browser's own modal dialog: it holds the focus, closes by Escape and by a press beside it. A selection of text
 * that began inside and ends beside it is no such press, and a form in which something was changed stays open.
 */
function Pane({
  open,
  onClose,
  title,
  children,
  className,
  hideTitle,
  top,
}: PaneProps & { hideTitle?: boolean; top?: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const pressBeganBeside = useRef(false);
  /** The field that was changed last; a form that is shown again has others. */
  const changed = useRef<Element>(null);
  const id = useId();
  const { outlet } = useContext(ActionLook);
  useEffect(() => {
    changed.current = null;
    if (open && !dialog.current?.open) {
      dialog.current?.showModal();
      // The browser puts the focus on the first button, which closes the dialog.
      dialog.current?.querySelector<HTMLElement>(firstFocus)?.focus();
    }
    if (!open) dialog.current?.close();
  }, [open]);
  const pane = (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's way out is Escape, which a dialog has of itself
    <dialog
      ref={dialog}
      aria-labelledby={id}
      // a dialog over this one closes on its own
      onClose={(event) => event.target === dialog.current && onClose()}
      onPointerDown={(event) => {
        pressBeganBeside.current = event.target === dialog.current;
      }}
      onInput={(event) => {
        changed.current = event.target as Element;
      }}
      onReset={() => {
        changed.current = null;
      }}
      onClick={(event) => {
        const beside = pressBeganBeside.current && event.target === dialog.current;
        if (beside && !changed.current?.isConnected) dialog.current?.close();
      }}
      className={cx('bg-surface p-0 text-ink shadow-over', className)}
    >
      {open && (
        <div className="flex min-h-full flex-col gap-4 p-5">
          <div className="flex items-start justify-between gap-4">
            <h2 id={id} className={cx('text-xl', hideTitle && 'sr-only')}>
              {title}
            </h2>
            {top}
            <IconButton
              label="Close"
              className={cx('-mr-2 ml-auto', !top && '-mt-2')}
              onClick={() => dialog.current?.close()}
            >
              <CloseIcon />
            </IconButton>
          </div>
          {children}
        </div>
      )}
    </dialog>
  );
  // a menu that has closed would hide the dialog of its item
  return outlet ? createPortal(<ActionLook value={asButtons}>{pane}</ActionLook>, outlet) : pane;
}

type DialogProps = PaneProps & {
  actions?: ReactNode;
  /** What stands in the place of the title, which only screen readers read then. */
  top?: ReactNode;
};

/** A window over the page; `actions` are its buttons, the one that goes on last. */
export function Dialog({ actions, children, ...pane }: DialogProps) {
  return (
    <Pane
      {...pane}
      hideTitle={pane.top !== undefined}
      className={cx('m-auto w-[calc(100%-2rem)] max-w-form rounded-lg', pane.className)}
    >
      <div>{children}</div>
      {actions && <div className="flex flex-wrap justify-end gap-3 pt-2">{actions}</div>}
    </Pane>
  );
}

type ConfirmProps = {
  open: boolean;
  title: string;
  text: ReactNode;
  /** What the button that goes on says: 'Yes, Approve'. */
  confirm: string;
  /** What the button that leaves all as it is says; 'Cancel' where it cannot be misread. */
  cancel?: string;
  tone?: Tone;
  busy?: boolean;
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

/** A menu that comes in from the side of the screen. `className` gives its width. */
export function Drawer({ side = 'right', ...pane }: PaneProps & { side?: 'left' | 'right' }) {
  return (
    <Pane
      {...pane}
      hideTitle
      className={cx(
        'fixed inset-y-0 m-0 h-dvh max-h-none max-w-[85vw]',
        side === 'right' ? 'right-0 left-auto' : 'right-auto left-0',
        pane.className,
      )}
    />
  );
}
