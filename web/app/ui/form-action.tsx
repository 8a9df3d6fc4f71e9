import { type ReactNode, useRef, useState } from 'react';
import type { FieldErrors } from '../lib/field-errors.ts';
import { Button, type Size, type Tone } from './button.tsx';
import { useFocusAfterLoss } from './confirm-action.tsx';
import { Form, SubmitButton } from './form.tsx';
import { Dialog } from './pane.tsx';
import { toast } from './toast.tsx';

type FormActionProps = {
  /** What the button says. */
  label: ReactNode;
  title: string;
  text?: ReactNode;
  /** The fields of what must be known before it is done. */
  children: ReactNode;
  check: (form: FormData) => FieldErrors;
  /** What the button that goes on says: 'Yes, Refuse'. */
  confirm: string;
  /** Does it; gives the sentence that tells of its success, and throws when it failed. */
  act: (form: FormData) => Promise<string>;
  /** Reads anew what it was done to: after a success, and after a refusal once that has been read. */
  after: () => Promise<void>;
  failure: string;
  tone?: Tone;
  size?: Size;
  disabled?: boolean;
  /** The id of what it is about, for a screen reader that meets many buttons of one name. */
  describedBy?: string;
};

/** A button that asks for a reason or the like before it does what it says, and does it only with that. */
export function FormAction({ label, tone = 'plain', size, disabled, describedBy, ...pane }: FormActionProps) {
  const [open, setOpen] = useState(false);
  const refused = useRef(false);

  function close() {
    setOpen(false);
    if (refused.current) void pane.after();
    refused.current = false;
  }

  return (
    <>
      <Button
        tone={tone}
        size={size}
        disabled={disabled}
        aria-describedby={describedBy}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
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

type ActFormProps = Omit<FormActionProps, 'label' | 'size' | 'disabled' | 'describedBy' | 'title'> & {
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
        <SubmitButton tone={tone}>{confirm}</SubmitButton>
      </div>
    </Form>
  );
}
