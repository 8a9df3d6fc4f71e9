import type { ReactNode } from 'react';
import { ApiError, messageOf } from '../lib/calls/api-client.ts';
import { Button } from '../ui/button.tsx';
import { Alert } from '../ui/feedback/alert.tsx';
import { FailureWords } from '../ui/feedback/failure-words.tsx';
import { PageHeader } from '../ui/layout.tsx';
import { useLoadAgain } from './use-load-again.ts';

type LoadFailureProps = {
  /** The page's own h1. */
  title: string;
  /** The page's message for the failure; the server's reason follows it. */
  failure: string;
  error: unknown;
  /** The server refused with a reason, and a retry would not help: only its message is shown. */
  refused?: boolean;
  /** Links to other pages. */
  children?: ReactNode;
};

/** Whether the record that a page shows does not exist (404). */
export const isMissing = (error: unknown) => error instanceof ApiError && error.status === 404;

/** A page that could not be loaded: what failed and why, and a retry that keeps the page and the text typed into it. */
export function LoadFailure({ title, failure, error, refused = false, children }: LoadFailureProps) {
  const { busy, loadAgain } = useLoadAgain();
  const reason = messageOf(error, '');
  const alone = refused && reason !== '';
  return (
    <>
      <PageHeader title={title} />
      <div className="flex max-w-text flex-col gap-6">
        <Alert tone={alone ? 'warn' : 'bad'}>
          <FailureWords failure={alone ? reason : failure} reason={reason} />
        </Alert>
        <div className="flex flex-wrap gap-3">
          {!alone && (
            <Button busy={busy} onClick={loadAgain}>
              Try again
            </Button>
          )}
          {children}
        </div>
      </div>
    </>
  );
}
