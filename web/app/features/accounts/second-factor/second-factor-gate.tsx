import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Outlet, useNavigate } from 'react-router';
import { queryClient } from '../../../lib/calls/query-client.ts';
import { paths } from '../../../lib/paths.ts';
import { SkeletonRows } from '../../../ui/feedback/skeleton.tsx';
import { Card, PageHeader } from '../../../ui/layout.tsx';
import { secondFactorQuery } from './second-factor-api.ts';

/** Loaded where it is needed: most have set it up. */
const SetUpSecondFactor = lazy(async () => ({
  default: (await import('./set-up-second-factor.tsx')).SetUpSecondFactor,
}));

/**
 * Wraps the staff pages: once the deadline for a second factor has passed, it allows only its setup.
 */
export default function SecondFactorGate() {
  const { data } = useQuery(secondFactorQuery);
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
  return <Outlet />;
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
