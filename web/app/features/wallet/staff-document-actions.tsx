import { documentReasonWords } from '@fairlead/contract/seafarers/document-words';
import { Refusal } from '@fairlead/contract/wallet/calls';
import { refusalReasons } from '@fairlead/contract/wallet/wallet-words';
import { type FieldErrors, fieldErrors, textOf } from '../../lib/calls/field-errors.ts';
import { ConfirmAction } from '../../ui/dialogs/confirm-action.tsx';
import { FormAction } from '../../ui/dialogs/form-action.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { TextArea } from '../../ui/forms/text-fields.tsx';
import { checkDocument, refetchWallets, refuseDocument } from './staff-api.ts';
import type { HeldDocument } from './wire.ts';

function refusalOf(form: FormData): Omit<Refusal, 'version'> {
  const note = textOf(form, 'note').trim();
  return { reason: textOf(form, 'reason') as Refusal['reason'], ...(note && { note }) };
}

type ActionsProps = {
  document: HeldDocument;
  /** The id of the element that names the record. */
  describedBy: string;
  size?: 'small';
};

/** Whether staff can decide about a document. */
export const isOpen = ({ source, check }: HeldDocument) => source === 'wallet' && check === 'waiting';

/** Checks or refuses a document that waits. */
export function DocumentActions({ document, describedBy, size }: ActionsProps) {
  const sized = size ? { size } : {};
  return (
    <>
      <ConfirmAction
        label="Check"
        tone="signal"
        shortcut="a"
        {...sized}
        describedBy={describedBy}
        title="Check Document"
        text={
          <p>
            Kind, number and dates of <strong>{document.title}</strong> are those of the picture, and it is this
            person’s document.
          </p>
        }
        confirm="Yes, Checked"
        act={() => checkDocument(document)}
        after={refetchWallets}
        failure="Failed to check the document."
      />
      <FormAction
        label="Refuse"
        tone="danger"
        shortcut="r"
        {...sized}
        describedBy={describedBy}
        title="Refuse Document"
        text={<p className="text-soft">The person gets the reason by email, and can correct the document.</p>}
        check={(form): FieldErrors => fieldErrors(Refusal, { ...refusalOf(form), version: document.version })}
        confirm="Yes, Refuse"
        act={(form) => refuseDocument(document, refusalOf(form))}
        after={refetchWallets}
        failure="Failed to refuse the document."
      >
        <SelectField
          label="Reason"
          name="reason"
          options={refusalReasons.map((reason) => ({ value: reason, label: documentReasonWords[reason].name }))}
          required
        />
        <TextArea label="Note to the person" name="note" rows={3} hint="Required for the reason ‘Other’." />
      </FormAction>
    </>
  );
}
