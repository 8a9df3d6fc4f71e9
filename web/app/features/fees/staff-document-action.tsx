import { billKindNames } from '@fairlead/contract/fees/bill-state';
import { feeDocumentNames } from '@fairlead/contract/fees/fee-state';
import { useContext } from 'react';
import { isRefusal, messageOf } from '../../lib/calls/api-client.ts';
import { saveFile } from '../../lib/device/save-file.ts';
import { ActionLook } from '../../ui/dialogs/action-look.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { fetchDocument } from './api.ts';
import type { FeeDocument } from './wire.ts';

const names = { ...feeDocumentNames, ...billKindNames };

type DocumentProps = { document: Pick<FeeDocument, 'id' | 'number'> & { kind: keyof typeof names } };

/** Downloads a receipt, an invoice, a credit note or a bill, as an action of a row. */
export function DocumentAction({ document }: DocumentProps) {
  const { Opener } = useContext(ActionLook);
  async function take() {
    try {
      saveFile(await fetchDocument(document));
    } catch (error) {
      toast(messageOf(error, 'Failed to get the PDF.'), { tone: 'bad', seconds: 6 });
      if (!isRefusal(error)) throw error;
    }
  }
  return <Opener onClick={() => void take()}>Download {names[document.kind].toLowerCase()}</Opener>;
}
