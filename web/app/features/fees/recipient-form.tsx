import { toast } from '../../ui/feedback/toast.tsx';
import { Form, SubmitButton } from '../../ui/forms/form.tsx';
import { saveOwnRecipient } from './api.ts';
import { checkRecipient, RecipientFields, recipientOf } from './recipient-fields.tsx';
import type { OwnFee } from './wire.ts';

/** The form for who is named on the next invoice. */
export const RecipientForm = ({ fee: { id, recipient } }: { fee: Pick<OwnFee, 'id' | 'recipient'> }) => (
  <Form
    onSubmit={async (form) => toast(await saveOwnRecipient(id, recipientOf(form)))}
    check={checkRecipient}
    failure="Failed to save the details for the invoice."
  >
    <RecipientFields recipient={recipient} />
    <SubmitButton tone="plain" className="self-start">
      Save for the invoice
    </SubmitButton>
  </Form>
);
