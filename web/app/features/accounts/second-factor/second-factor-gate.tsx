import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router';
import { queryClient } from '../../../lib/calls/query-client.ts';
import { paths } from '../../../lib/paths.ts';
import { Moment } from '../../../lib/site.tsx';
import { LinkButton } from '../../../ui/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Card, PageHeader } from '../../../ui/layout.tsx';
import { secondFactorQuery } from './second-factor-api.ts';
import { SetUpSecondFactor } from './set-up-second-factor.tsx';

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
      await navigate(paths.staff.home);
    };
    return <SetUpFirst onDone={() => void open()} />;
  }
  const due = pathname.replace(/\/$/, '') === paths.staff.home ? data?.due : null;
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
        <LinkButton to={`${paths.staff.account}#second-factor`} tone="plain" size="small">
          Set up now
        </LinkButton>
      }
    >
      <p className="font-semibold">Set up your second factor</p>
      <p>
        With a code from your phone, a stolen password alone opens nothing. You can do it later, until{' '}
        <Moment at={due} />. After that you have to set it up before anything else.
      </p>
    </Alert>
  );
}

function SetUpFirst({ onDone }: { onDone: () => void }) {
  return (
    <>
      <PageHeader title="Set up your second factor">
        The time to set it up is over. The staff pages open again as soon as you have done it.
      </PageHeader>
      <Card className="max-w-form p-6">
        <SetUpSecondFactor onClose={onDone} mayCancel={false} />
      </Card>
    </>
  );
}
