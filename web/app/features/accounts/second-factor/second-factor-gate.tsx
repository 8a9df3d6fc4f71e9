import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router';
import { queryClient } from '../../../lib/calls/query-client.ts';
import { paths } from '../../../lib/paths.ts';
import { Moment } from '../../../lib/site.tsx';
import { LinkButton } from '../../../ui/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { SkeletonRows } from '../../../ui/feedback/skeleton.tsx';
import { Card, PageHeader } from '../../../ui/layout.tsx';
import { secondFactorQuery } from './second-factor-api.ts';

/** Loaded where it is needed: most have set it up. */
const SetUpSecondFactor = lazy(async () => ({
  default: (await import('./set-up-second-factor.tsx')).SetUpSecondFactor,
}));

/**
 * Wraps the staff pages: reminds of a missing second factor before the deadline, and allows only its setup afterwards.
 */
export default function SecondFactorGate() {
  const { data } = useQuery(secondFactorQuery);
  const { pathname } = useLocation();
  const navigate = useNavigate();
  // Stays locked until the person closes it, even when fresh data arrives: the recovery codes are shown only once.
  const [isLocked, setLocked] = useState(false);
  if (data?.isOverdue && !isLocked) setLocked(true);
  if (isLocked) {
    const open = async () => {
      await queryClient.invalidateQueries();
      setLocked(false);
      await navigate(paths.staffHome);
    };
    return <SetUpFirst onDone={() => void open()} />;
  }
  const due = pathname.replace(/\/$/, '') === paths.staffHome ? data?.due : null;
  return (
    <>
      {due && <SetUpSoon due={due} />}
      <Outlet />
    </>
  );
}

function SetUpSoon({ due }: { due: string }) {
  return (
    <Alert
      tone="info"
      className="mb-8"
      action={
        <LinkButton to={`${paths.staffAccount}#second-factor`} tone="plain" size="small">
          Set up now
        </LinkButton>
      }
    >
      <p className="font-semibold">Set up your second factor</p>
      <p>
        With a code from your phone, nobody can log in with a stolen password alone. You can do this later, until{' '}
        <Moment at={due} />. After that you must set it up before you can use the staff pages.
      </p>
    </Alert>
  );
}

function SetUpFirst({ onDone }: { onDone: () => void }) {
  return (
    <>
      <PageHeader title="Set up your second factor">
        The time to set it up has passed. The staff pages open again when you have set it up.
      </PageHeader>
      <Card className="max-w-form p-6">
        <Suspense fallback={<SkeletonRows count={3} height="h-12" />}>
          <SetUpSecondFactor onClose={onDone} mayCancel={false} />
        </Suspense>
      </Card>
    </>
  );
}
