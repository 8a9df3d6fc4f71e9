import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { FocusFirst } from '../../../ui/forms/focus-first.tsx';

type AccountRowProps = {
  title: string;
  /** The current value. */
  value: ReactNode;
  /** What is to be done about the value, below it, while the form is closed. */
  note?: ReactNode;
  /** The text of the button that opens the form. */
  change: string;
  open: boolean;
  onOpen: () => void;
  /** The form that changes the value, shown while it is open. */
  children: ReactNode;
};

/** The rows of the account page by name: what each row needs to be opened, and what closes the one that is open. */
export type AccountRows = { row: (name: string) => { open: boolean; onOpen: () => void }; close: () => void };

/** Opens the rows of the account page one at a time, since several of their forms ask for the current password. */
export function useAccountRows(openAtFirst: string | undefined): AccountRows {
  const [open, setOpen] = useState(openAtFirst);
  return {
    row: (name) => ({ open: open === name, onOpen: () => setOpen(name) }),
    close: () => setOpen(undefined),
  };
}

/**
 * A ref for the button that opens a form in its place: when the form closes, the focus returns to it, unless another
 * form has taken it.
 */
export function useFocusOnClose(open: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(open);
  useEffect(() => {
    if (wasOpen.current && !open && document.activeElement === document.body) button.current?.focus();
    wasOpen.current = open;
  }, [open]);
  return button;
}

/** One field of the account; the form that changes it opens in its place. */
export function AccountRow({ title, value, note, change, open, onOpen, children }: AccountRowProps) {
  const button = useFocusOnClose(open);
  return (
    <section className="border-t border-line py-4 first:border-t-0 first:pt-0 last:pb-0">
      <div className="flex items-center justify-between gap-4">
        <div className="min-w-0">
          <h3 className="text-sm font-normal text-soft">{title}</h3>
          <div className="font-medium">{value}</div>
        </div>
        {!open && (
          <Button ref={button} tone="plain" size="small" className="shrink-0" onClick={onOpen}>
            {change}
          </Button>
        )}
      </div>
      {!open && note}
      {open && <FocusFirst className="mt-5 pb-2">{children}</FocusFirst>}
    </section>
  );
}
