import { useRef } from 'react';
import { useSearchParams } from 'react-router';
import { messageOf } from '../../lib/calls/api-client.ts';
import { titled } from '../../lib/pages/page-title.ts';
import { Moment } from '../../lib/site.tsx';
import { staffPaths } from '../../lib/staff-paths.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { PageHeader } from '../../ui/layout.tsx';
import { ListFailure } from '../../ui/lists/list-failure.tsx';
import { ShortcutSheet, useShortcuts } from '../../ui/lists/shortcuts.tsx';
import { ChosenBatch } from '../batches/staff-batch-parts.tsx';
import { documentsOf } from '../seafarers/profile-documents.tsx';
import { identityFacts } from '../seafarers/profile-facts.tsx';
import { DocumentViewer } from '../seafarers/staff-document-viewer.tsx';
import type { Profile } from '../seafarers/wire.ts';
import type { Route } from './+types/staff-request-queue-page.ts';
import { AcceptAll } from './staff-accept-all.tsx';
import { AcceptanceUndo, useAcceptances } from './staff-acceptance-undo.tsx';
import { Accept, AcceptAtOnce, AskFor, Reject } from './staff-decide.tsx';
import { Decision, Lacking, PersonLines, ProfileNotes, RequestFee } from './staff-request-parts.tsx';
import { isClean } from './staff-unresolved.ts';
import type { EnrolmentRequest } from './staff-wire.ts';
import { useRequestQueue } from './use-request-queue.ts';

export const meta: Route.MetaFunction = (page) => titled('Requests One by One', page);

/** Keys that only look at another request or document. */
const looking = ['j', 'k', 'ArrowLeft', 'ArrowRight', '+', '-'];

/** The pending requests one at a time: the documents beside the particulars, each decision by a key. */
export default function StaffRequestQueuePage() {
  const queue = useRequestQueue();
  const accepted = useAcceptances();
  const area = useRef<HTMLDivElement>(null);
  const keys = useShortcuts(area, looking);
  const [params] = useSearchParams();
  const { list, request, next, open, index } = queue;
  return (
    <div ref={area}>
      <PageHeader
        title="Requests One by One"
        dense
        actions={
          <>
            <Button
              size="small"
              tone="plain"
              data-shortcut="k"
              disabled={index === 0}
              onClick={() => queue.show(index - 1)}
            >
              Previous request
            </Button>
            <Button size="small" tone="plain" data-shortcut="j" disabled={!next} onClick={() => queue.show(index + 1)}>
              Next request
            </Button>
            <LinkButton tone="plain" size="small" to={`${staffPaths.enrolmentRequests}?${params}`}>
              Show as a list
            </LinkButton>
            <ShortcutSheet within={area} {...keys} />
          </>
        }
      >
        <span role="status">
          {request
            ? `Request ${index + 1} of ${open.length}${list.hasMore ? ' or more' : ''}. ${queue.decided} done.`
            : ' '}
        </span>
      </PageHeader>
      <AcceptanceUndo {...accepted} onUndone={queue.takeBack} />
      {list.state === 'loading' && <Spinner label="Loading requests" />}
      {list.state === 'failed' && (
        <ListFailure sentence={messageOf(list.error, 'Failed to load inactive courses')} retry={list.retry} />
      )}
      {list.moreFailed && <ListFailure sentence="Failed to load further requests." retry={list.more} />}
      {request ? (
        <div className="grid items-start gap-5 xl:grid-cols-[3fr_2fr]">
          {request.profile && (
            <DocumentViewer
              of={request.id}
              documents={inOrder(request.profile)}
              // another request of the same person shows the same pictures
              ahead={next?.profile && next.person.id !== request.person.id ? inOrder(next.profile).slice(0, 1) : []}
            />
          )}
          <Particulars
            key={request.id}
            request={request}
            onDone={() => queue.leave([request])}
            onAllAccepted={queue.leave}
            onAccepted={accepted.add}
            // what the same person asks for besides waits for the document too
            onAsked={() => queue.leave(open.filter(({ person }) => person.id === request.person.id))}
            onChanged={queue.readAgain}
          />
        </div>
      ) : (
        list.state === 'ready' &&
        !list.hasMore && (
          <EmptyState
            title="No requests are pending."
            action={
              <Button tone="plain" onClick={queue.startAgain}>
                Look again
              </Button>
            }
          >
            {queue.decided > 0 && `${queue.decided} done.`}
          </EmptyState>
        )
      )}
    </div>
  );
}

/** What is shown first is what the particulars are compared with. */
const inOrder = (profile: Profile) => {
  const [picture, ...others] = documentsOf(profile);
  return picture ? [...others, picture] : others;
};

type OneProps = {
  request: EnrolmentRequest;
  /** When it is decided. */
  onDone: () => Promise<void>;
  /** When these requests of the person were accepted together. */
  onAllAccepted: (requests: readonly EnrolmentRequest[]) => Promise<void>;
  /** When it is accepted and can be undone. */
  onAccepted: (request: EnrolmentRequest) => void;
  /** When its learner is asked for a document. */
  onAsked: () => Promise<void>;
  /** When it has changed since it was read. */
  onChanged: () => Promise<void>;
};

/** Who asks for what, what is unusual about it, and the decision. */
function Particulars({ request, onDone, onAllAccepted, onAccepted, onAsked, onChanged }: OneProps) {
  const { id, person, course, batch, requestedAt, profile } = request;
  const then = { request, onDone, onChanged, size: 'small' as const };
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <div id={`request-${id}`}>
        <PersonLines person={person} />
      </div>
      <p>
        <span className="text-sm text-soft">requests </span>
        <span className="font-semibold">{course.title}</span>
        <span className="block text-sm text-soft">
          <Moment at={requestedAt} />
        </span>
      </p>
      <div className="flex flex-wrap gap-2">
        {isClean(request) ? (
          <AcceptAtOnce
            {...then}
            onAccepted={(isUndoable) => {
              if (isUndoable) onAccepted(request);
              return onDone();
            }}
          />
        ) : (
          <Accept {...then} />
        )}
        <AcceptAll request={request} shortcut="l" onDone={onAllAccepted} onChanged={onChanged} />
        <Reject {...then} />
        <AskFor {...then} onDone={onAsked} />
      </div>
      {batch && <Facts className="text-sm" facts={[['Batch', <ChosenBatch key="batch" batch={batch} />]]} />}
      <Lacking eligibility={request.eligibility} />
      <ProfileNotes request={request} after={onChanged} />
      <Decision request={request} />
      <RequestFee request={request} />
      {profile && <Facts facts={identityFacts(profile)} className="grid-cols-2 text-sm" />}
    </div>
  );
}
