import { type ReactNode, useContext, useState } from 'react';
import { isRefusal, messageOf } from '../../lib/calls/api-client.ts';
import type { FieldErrors } from '../../lib/calls/field-errors.ts';
import { Button, type Tone } from '../button.tsx';
import { useFocusAfterLoss } from '../dialogs/confirm-action.tsx';
import { ConfirmDialog, Dialog } from '../dialogs/dialog.tsx';
import { Alert } from '../feedback/alert.tsx';
import { FailureWords } from '../feedback/failure-words.tsx';
import { toast } from '../feedback/toast.tsx';
import { Form, SubmitButton } from '../forms/form.tsx';
import { TakeOff } from './choice.tsx';

/** The outcome for one item of a bulk action: done, or refused with the reason. */
export type Decision = { id: string; ok: boolean; message: string };

type BulkActionProps<T extends { id: string }> = {
  /** The button's text; the number of chosen items follows it. */
  label: string;
  /** The chosen items; with none, the button is disabled. */
  items: readonly T[];
  nameOf: (item: T) => string;
  title: string;
  text: (items: readonly T[]) => ReactNode;
  /** The text of the confirming button: 'Yes, Approve'. */
  confirm: string;
  /** The word for items that succeeded: 'approved'. */
  done: string;
  act: (items: readonly T[], form: FormData) => Promise<Decision[]>;
  /** Fields of the dialog, such as one reason for all items, and their check. */
  fields?: ReactNode | ((items: readonly T[]) => ReactNode);
  check?: (form: FormData, items: readonly T[]) => FieldErrors;
  /** Reads the list again after the report was closed; decided items then leave the list. */
  after: () => Promise<void>;
  failure: string;
  tone?: Tone;
};

/**
 * One confirmation for many items, then a report of those that were refused and why. The dialog keeps the items as they
 * were when the button was pressed: nobody confirms what was not on the screen.
 */
export function BulkAction<T extends { id: string }>({ label, items, tone = 'plain', ...asking }: BulkActionProps<T>) {
  const [asked, ask] = useState<readonly T[]>();
  const [decisions, report] = useState<Decision[]>();
  const [busy, setBusy] = useState(false);
  const [reason, setReason] = useState<string>();
  const expectLoss = useFocusAfterLoss();
  const takeOff = useContext(TakeOff);
  const { nameOf, done, act, after, failure, fields, check } = asking;

  async function decide(form: FormData) {
    if (!asked) return;
    const found = await act(asked, form).catch((error: unknown) => {
      void after(); // items that were decided before the failure
      throw error;
    });
    if (found.some(({ ok }) => !ok)) return report(found);
    toast(`${found.length} ${done}.`);
    await finish(found);
  }

  async function goOn() {
    setBusy(true);
    setReason(undefined);
    try {
      await decide(new FormData());
    } catch (error) {
      setReason(messageOf(error, ''));
      if (!isRefusal(error)) throw error;
    } finally {
      setBusy(false);
    }
  }

  // the dialog also closes to make room for the report
  const leave = () => !decisions && !busy && ask(undefined);
  const look = tone === 'danger' ? 'danger' : 'signal';

  async function finish(decided: readonly Decision[]) {
    ask(undefined);
    report(undefined);
    setReason(undefined);
    expectLoss(true);
    await after();
    expectLoss(false);
    takeOff(decided.filter(({ ok }) => ok).map(({ id }) => id));
  }

  return (
    <>
      <Button
        size="small"
        tone={tone === 'danger' ? 'plain' : tone}
        disabled={items.length === 0}
        aria-haspopup="dialog"
        onClick={() => ask(items)}
      >
        {items.length > 0 ? `${label} (${items.length})` : label}
      </Button>
      {fields ? (
        <Dialog open={asked !== undefined && !decisions} title={asking.title} onClose={leave}>
          <Form onSubmit={decide} {...(check && { check: (form) => check(form, asked ?? []) })} failure={failure}>
            <div className="flex flex-col gap-3">{asking.text(asked ?? [])}</div>
            {typeof fields === 'function' ? fields(asked ?? []) : fields}
            <div className="flex flex-wrap justify-end gap-3">
              <Button tone="plain" onClick={leave}>
                Cancel
              </Button>
              <SubmitButton tone={look}>{asking.confirm}</SubmitButton>
            </div>
          </Form>
        </Dialog>
      ) : (
        <ConfirmDialog
          open={asked !== undefined && !decisions}
          title={asking.title}
          confirm={asking.confirm}
          tone={look}
          busy={busy}
          onConfirm={() => void goOn()}
          onClose={() => {
            leave();
            setReason(undefined);
          }}
          text={
            <div className="flex flex-col gap-3">
              {asking.text(asked ?? [])}
              {reason !== undefined && (
                <Alert>
                  <FailureWords failure={failure} reason={reason} />
                </Alert>
              )}
            </div>
          }
        />
      )}
      <Report
        decisions={decisions}
        items={asked ?? []}
        nameOf={nameOf}
        done={done}
        onClose={() => void finish(decisions ?? [])}
      />
    </>
  );
}

type ReportProps<T> = {
  decisions: Decision[] | undefined;
  items: readonly T[];
  nameOf: (item: T) => string;
  done: string;
  onClose: () => void;
};

/** The refused items, each with its name and the reason. */
function Report<T extends { id: string }>({ decisions = [], items, nameOf, done, onClose }: ReportProps<T>) {
  const refused = decisions.filter(({ ok }) => !ok);
  const names = new Map(items.map((item) => [item.id, nameOf(item)]));
  return (
    <Dialog
      open={decisions.length > 0}
      onClose={() => decisions.length > 0 && onClose()}
      title={`${decisions.length - refused.length} of ${decisions.length} ${done}`}
      actions={<Button onClick={onClose}>OK</Button>}
    >
      <p>These could not be {done}:</p>
      <ul className="mt-3 max-h-[50dvh] divide-y divide-line overflow-y-auto border-y border-line">
        {refused.map(({ id, message }) => (
          <li key={id} className="py-2">
            <p className="font-semibold wrap-anywhere">{names.get(id)}</p>
            <p className="text-sm text-soft">{message}</p>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
