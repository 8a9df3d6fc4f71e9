import { evidence } from '@fairlead/contract/overview/calls';
import { downloadFile } from '../../../lib/calls/api-client.ts';
import { DownloadButton } from '../../../ui/download-button.tsx';

/** A button that downloads the proof of a training, as a signed ZIP. */
export function EvidenceButton({ enrolmentId }: { enrolmentId: string }) {
  return (
    <DownloadButton
      fetch={() => downloadFile(evidence, { params: { id: enrolmentId } }, 'evidence.zip')}
      failure="Failed to prepare the evidence pack."
    >
      Evidence pack
    </DownloadButton>
  );
}
