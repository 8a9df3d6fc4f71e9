import { useQuery } from '@tanstack/react-query';
import { Moment } from '../../lib/site.tsx';
import { useMay } from '../../shell/use-permissions.ts';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { FileLink } from '../../ui/file-link.tsx';
import { ListFailure } from '../../ui/lists/list-failure.tsx';
import { DocumentBadges, DocumentLine, RefusedBecause } from './document-parts.tsx';
import { walletOfQuery } from './staff-api.ts';
import { DocumentActions, isOpen } from './staff-document-actions.tsx';
import type { HeldDocument } from './wire.ts';

/** The documents of a person for staff, what ends first being first, with the check of those that wait. */
export function StaffWallet({ personId }: { personId: string }) {
  const { data: documents, isError, refetch } = useQuery(walletOfQuery(personId));
  if (isError) return <ListFailure sentence="Failed to load the documents." retry={() => void refetch()} />;
  if (!documents) return <Spinner label="Loading the documents" />;
  if (documents.length === 0) return <p className="text-soft">No documents yet.</p>;
  return (
    <ul aria-label="Documents" className="flex flex-col divide-y divide-line">
      {documents.map((document) => (
        <li key={document.id} className="py-4 first:pt-0 last:pb-0">
          <Held document={document} />
        </li>
      ))}
    </ul>
  );
}

function Held({ document }: { document: HeldDocument }) {
  const { id, title, decidedAt, decidedBy, check, source, refusal } = document;
  const mayCheck = useMay('people:approve');
  const named = `document-${id}`;
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="flex min-w-0 flex-1 basis-72 flex-col gap-1.5">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 id={named} className="text-base wrap-anywhere">
            {title}
          </h3>
          <DocumentBadges document={document} />
        </div>
        <DocumentLine document={document} />
        <RefusedBecause refusal={refusal} />
        {source === 'wallet' && decidedAt && (
          <p className="text-sm text-soft">
            {check === 'refused' ? 'Refused' : 'Checked'} <Moment at={decidedAt} />
            {decidedBy && ` by ${decidedBy}`}
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Scan document={document} describedBy={named} />
        {mayCheck && isOpen(document) && <DocumentActions document={document} describedBy={named} size="small" />}
      </div>
    </div>
  );
}

type ScanProps = { document: HeldDocument; describedBy: string };

/** The scan of a document, unless a virus was found in it. */
export function Scan({ document: { file, scan }, describedBy }: ScanProps) {
  if (!file) return null;
  if (scan === 'infected') return <span className="text-sm font-semibold text-bad">Virus found</span>;
  return (
    <FileLink url={file.url} aria-describedby={describedBy} className="text-sm font-semibold text-link hover:underline">
      Open the file
    </FileLink>
  );
}
