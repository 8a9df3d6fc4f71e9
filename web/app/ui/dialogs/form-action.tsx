import { type ReactNode, useContext, useRef, useState } from 'react';
import type { FieldErrors } from '../../lib/calls/field-errors.ts';
import { Button, type Size, type Tone } from '../button.tsx';
import { toast } from '../feedback/toast.tsx';
import { Form, SubmitButton } from '../forms/form.tsx';
import { ActionLook } from './action-look.tsx';
import { useFocusAfterLoss } from './confirm-action.tsx';
import { Dialog } from './dialog.tsx';

type FormActionProps = {
  /** The button's text. */
  label: ReactNode;
  title: string;
  text?: ReactNode;
  /**
   * The fields of the dialog; without them the confirming button has the first focus, as where nothing is filled in.
   */
  children?: ReactNode;
  check: (form: FormData) => FieldErrors;
  /** The text of the confirming button: 'Yes, Reject'. */
  confirm: ReactNode;
  /** Performs the action; resolves to the success message, and throws on failure. */
  act: (form: FormData) => Promise<string>;
  /** Reloads the affected data: after a success, and after a refusal once the person has closed the message. */
  after: () => Promise<void>;
  failure: string;
  tone?: Tone | undefined;
  size?: Size | undefined;
  disabled?: boolean;
  /** The id of the element that names the record, for screen readers where many buttons have the same text. */
  describedBy?: string;
  /** The key that presses the button for the current row of a list, or on a page of one record (ui/lists). */
  shortcut?: 'a' | 'r' | 'd' | 'l' | undefined;
};

/** A button that opens a dialog with fields, such as a reason, and performs its action with their values. */
export function FormAction({ label, tone = 'plain', size, disabled, describedBy, shortcut, ...pane }: FormActionProps) {
  const { Opener } = useContext(ActionLook);
  const [open, setOpen] = useState(false);
  const refused = useRef(false);

  function close() {
    setOpen(false);
    if (refused.current) void pane.after();
    refused.current = false;
  }

  return (
    <>
      <Opener
        // it is red only in its dialog, where it happens
        tone={tone === 'danger' ? 'plain' : tone}
        size={size}
        disabled={disabled}
        aria-describedby={describedBy}
        aria-haspopup="dialog"
        data-shortcut={shortcut}
        onClick={() => setOpen(true)}
      >
        {label}
      </Opener>
      <Dialog open={open} onClose={close} title={pane.title}>
        <ActForm
          {...pane}
          tone={tone === 'danger' ? 'danger' : 'signal'}
          onRefused={() => {
            refused.current = true;
          }}
          onClose={close}
        />
      </Dialog>
    </>
  );
}

type ActFormProps = Omit<FormActionProps, 'label' | 'size' | 'disabled' | 'describedBy' | 'shortcut' | 'title'> & {
  onRefused: () => void;
  onClose: () => void;
};

function ActForm({ text, children, check, confirm, act, after, failure, tone, onRefused, onClose }: ActFormProps) {
  const expectLoss = useFocusAfterLoss();

  async function send(form: FormData) {
    expectLoss(true);
    try {
      const said = await act(form);
      await after();
      toast(said);
      onClose();
    } catch (error) {
      expectLoss(false);
      onRefused();
      throw error;
    }
  }

  return (
    <Form onSubmit={send} check={check} failure={failure}>
      {text && <div className="flex flex-col gap-3">{text}</div>}
      {children}
      <div className="flex flex-wrap justify-end gap-3">
        <Button tone="plain" onClick={onClose}>
          Cancel
        </Button>
        <SubmitButton
          tone={tone}
          data-first-focus={!children || undefined}
          // the key that opened the dialog, and is still held down, does not confirm
          onKeyDown={(event) => event.repeat && event.preventDefault()}
        >
          {confirm}
        </SubmitButton>
      </div>
    </Form>
  );
}
