import { feeDocumentNames } from '@fairlead/contract/fees/fee-state';
import { useContext } from 'react';
import { isRefusal, messageOf } from '../../lib/calls/api-client.ts';
import { saveFile } from '../../lib/device/save-file.ts';
import { ActionLook } from '../../ui/dialogs/action-look.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { fetchDocument } from './api.ts';
import type { FeeDocument } from './wire.ts';

/** Downloads a receipt, an invoice or a credit note, as an action of a row. */
export function DocumentAction({ document }: { document: FeeDocument }) {
  const { Opener } = useContext(ActionLook);
  async function take() {
    try {
      saveFile(await fetchDocument(document));
    } catch (error) {
      toast(messageOf(error, 'Failed to get the PDF.'), { tone: 'bad', seconds: 6 });
      if (!isRefusal(error)) throw error;
    }
  }
  return <Opener onClick={() => void take()}>Download {feeDocumentNames[document.kind].toLowerCase()}</Opener>;
}
