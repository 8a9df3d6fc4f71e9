import { type ReactNode, useEffect, useId, useRef } from 'react';
import { IconButton } from '../button.tsx';
import { cx } from '../cx.ts';
import { CloseIcon } from '../icons.tsx';

export type PaneProps = {
  open: boolean;
  /** Called when it was closed by its button, the Escape key, or a press beside it. */
  onClose: () => void;
  title: string;
  children: ReactNode;
  className?: string;
};

/**
 * The selector of the element of a dialog that gets the first focus: the button that is marked for it, or the first
 * field of a form.
 */
const firstFocus = '[data-first-focus], form :is(input:not([type=hidden]), select, textarea)';

/**
 * The browser's own modal dialog: it holds the focus, closes by Escape and by a press beside it. A selection of text
 * that began inside and ends beside it is no such press, and a form in which something was changed stays open.
 */
export function Pane({
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
  useEffect(() => {
    changed.current = null;
    if (open && !dialog.current?.open) {
      dialog.current?.showModal();
      // The browser puts the focus on the first button, which closes the dialog.
      dialog.current?.querySelector<HTMLElement>(firstFocus)?.focus();
    }
    if (!open) dialog.current?.close();
  }, [open]);
  return (
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
