import { profileKinds } from '@fairlead/contract/wallet/wallet-words';
import { useState } from 'react';
import { redirect, useSearchParams } from 'react-router';
import { preload } from '../../lib/calls/query-client.ts';
import { titled } from '../../lib/pages/page-title.ts';
import { paths } from '../../lib/paths.ts';
import { LoadFailure } from '../../shell/load-failure.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { ConfirmAction } from '../../ui/dialogs/confirm-action.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { FileLink } from '../../ui/file-link.tsx';
import { Card, PageHeader } from '../../ui/layout.tsx';
import type { Route } from './+types/own-documents-page.ts';
import { removeDocument, walletQuery } from './api.ts';
import { DocumentForm } from './document-form.tsx';
import { DocumentBadges, DocumentLine, RefusedBecause, RenewalWay } from './document-parts.tsx';
import { profileUrl } from './profile-url.ts';
import { useWallet } from './use-wallet.ts';
import type { HeldDocument } from './wire.ts';

export const meta: Route.MetaFunction = (page) => titled('My Documents', page);

/** A link that asks for a document of the profile leads there (`paths.addDocument`). */
export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => {
  const { documents } = await preload(walletQuery);
  const ofProfile = askedIn(new URL(request.url).searchParams).find((code) => Object.hasOwn(profileKinds, code));
  if (ofProfile) throw redirect(profileUrl(ofProfile as keyof typeof profileKinds, hasProfile(documents)));
};

const askedIn = (params: URLSearchParams) => params.get('add')?.split(',') ?? [];
const hasProfile = (documents: readonly HeldDocument[]) => documents.some(({ source }) => source === 'profile');

/** The documents of a learner, what ends first being first, and the form for another one. */
export default function OwnDocumentsPage() {
  const { documents, kinds, isConnected } = useWallet();
  // the document in the form: 'new', or the id of one
  const [params, setParams] = useSearchParams();
  const asked = askedIn(params);
  const [open, setOpen] = useState(asked.length > 0 ? 'new' : undefined);
  const edited = documents.find(({ id }) => id === open);
  const isAdding = open === 'new';
  const form = { kinds, isConnected, hasProfile: hasProfile(documents), onDone: close };
  function close() {
    setOpen(undefined);
    if (asked.length > 0) setParams({}, { replace: true });
  }
  return (
    <div className="mx-auto max-w-4xl">
      <PageHeader
        title="My Documents"
        actions={
          !isAdding &&
          documents.length > 0 && (
            <Button className="max-sm:w-full" disabled={!isConnected} onClick={() => setOpen('new')}>
              Add document
            </Button>
          )
        }
      >
        What expires first is at the top. We remind you by email before a document expires.
      </PageHeader>
      {!isConnected && (
        <Alert tone="warn" className="mb-6">
          You have no connection. To add, change or open documents, you need the internet.
        </Alert>
      )}
      <div className="flex flex-col gap-4">
        {isAdding && <DocumentForm {...form} asked={asked} />}
        {documents.length === 0 && !isAdding && (
          <EmptyState
            title="No documents yet"
            action={
              <Button disabled={!isConnected} onClick={() => setOpen('new')}>
                Add document
              </Button>
            }
          >
            Add your medical certificate, visas, seaman’s books and certificates. Passport and CDC come from your
            profile.
          </EmptyState>
        )}
        {documents.length > 0 && (
          <ul aria-label="Documents" className="flex flex-col gap-4">
            {documents.map((document) => (
              <li key={document.id}>
                {edited?.id === document.id ? (
                  <DocumentForm {...form} document={document} />
                ) : (
                  <DocumentCard document={document} isConnected={isConnected} onEdit={() => setOpen(document.id)} />
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

type CardProps = { document: HeldDocument; isConnected: boolean; onEdit: () => void };

function DocumentCard({ document, isConnected, onEdit }: CardProps) {
  const { id, title, scan, refusal } = document;
  const named = `document-${id}`;
  return (
    <Card className="flex flex-col gap-3 p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h2 id={named} className="min-w-0 text-lg wrap-anywhere">
          {title}
        </h2>
        <div className="flex flex-wrap gap-2">
          <DocumentBadges document={document} />
        </div>
      </div>
      <DocumentLine document={document} />
      <RefusedBecause refusal={refusal} />
      {scan === 'infected' && <Alert>The file contains a virus. Choose another file.</Alert>}
      <RenewalWay document={document} />
      <Actions document={document} isConnected={isConnected} onEdit={onEdit} describedBy={named} />
    </Card>
  );
}

function Actions({ document, isConnected, describedBy, onEdit }: CardProps & { describedBy: string }) {
  const { id, source, kind, title, file, scan } = document;
  if (source === 'certificate') {
    return (
      <div>
        <LinkButton to={paths.ownCertificates} tone="plain" size="small" aria-describedby={describedBy}>
          My Certificates
        </LinkButton>
      </div>
    );
  }
  if (source === 'profile') {
    return (
      <div>
        {isConnected ? (
          <LinkButton
            to={profileUrl(kind as keyof typeof profileKinds, true)}
            tone="plain"
            size="small"
            aria-describedby={describedBy}
          >
            {changeInProfile}
          </LinkButton>
        ) : (
          <Button tone="plain" size="small" disabled aria-describedby={describedBy}>
            {changeInProfile}
          </Button>
        )}
      </div>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button tone="plain" size="small" disabled={!isConnected} aria-describedby={describedBy} onClick={onEdit}>
        Edit
      </Button>
      <ConfirmAction
        label="Remove"
        size="small"
        tone="danger"
        disabled={!isConnected}
        describedBy={describedBy}
        title="Remove Document"
        text={<p>{title} and its picture are deleted.</p>}
        confirm="Yes, Remove"
        act={() => removeDocument(id)}
        failure="Failed to remove the document."
      />
      {file && scan !== 'infected' && isConnected && (
        <FileLink
          url={file.url}
          aria-describedby={describedBy}
          className="text-sm font-semibold text-link hover:underline"
        >
          Open the file
        </FileLink>
      )}
    </div>
  );
}

const changeInProfile = 'Change it in your profile';

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadFailure title="My Documents" failure="Failed to load your documents." error={error} />;
}
