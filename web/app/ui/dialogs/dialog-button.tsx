import { type ReactNode, useContext, useState } from 'react';
import type { Size } from '../button.tsx';
import { ActionLook } from './action-look.tsx';
import { Dialog } from './dialog.tsx';
import type { PaneProps } from './pane.tsx';

type DialogButtonProps = Pick<PaneProps, 'title' | 'className'> & {
  /** The button's text. */
  label: ReactNode;
  size?: Size | undefined;
  /** The id of the element that names the record, for screen readers where many buttons have the same text. */
  describedBy?: string;
  /** What the dialog shows while it is open; it is given what closes the dialog. */
  children: (close: () => void) => ReactNode;
};

/** A button, or an item of a menu, that opens a dialog, which decides itself what may be done in it. */
export function DialogButton({ label, size, describedBy, children, ...pane }: DialogButtonProps) {
  const { Opener } = useContext(ActionLook);
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Opener
        tone="plain"
        size={size}
        aria-haspopup="dialog"
        aria-describedby={describedBy}
        onClick={() => setOpen(true)}
      >
        {label}
      </Opener>
      <Dialog {...pane} open={isOpen} onClose={close}>
        {isOpen && children(close)}
      </Dialog>
    </>
  );
}
