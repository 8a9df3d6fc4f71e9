import type { ReactNode } from 'react';
import { useRevalidator } from 'react-router';
import { ApiError, messageOf } from '../lib/api-client.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { FailureWords } from '../ui/failure-words.tsx';
import { PageHeader } from '../ui/layout.tsx';

type LoadFailureProps = {
  /** The page's own h1. */
  title: string;
  /** The page's sentence for a failure; the server's own reason follows it. */
  failure: string;
  error: unknown;
  /** The server has refused with a reason, and asking again would not help: its sentence stands alone. */
  refused?: boolean;
  /** Other ways on. */
  children?: ReactNode;
};

/** Whether what a page is about is not there. */
export const isMissing = (error: unknown) => error instanceof ApiError && error.status === 404;

/** A page that could not be loaded: what failed and why, and another try that keeps the page and what is typed. */
export function LoadFailure({ title, failure, error, refused = false, children }: LoadFailureProps) {
  const { revalidate, state } = useRevalidator();
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
            <Button busy={state === 'loading'} onClick={() => void revalidate()}>
              Try again
            </Button>
          )}
          {children}
        </div>
      </div>
    </>
  );
}
