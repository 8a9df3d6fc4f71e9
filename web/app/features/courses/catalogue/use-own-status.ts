import type { OwnEnrolment } from '@fairlead/contract/enrolments';
import { useCallback, useEffect, useState } from 'react';
import { call } from '../../../lib/calls/api-client.ts';
import { isStaff } from '../../../lib/session/roles.ts';
import { useSession } from '../../../lib/session/use-session.ts';

type Status = OwnEnrolment['status'] | 'passed';

/**
 * The enrolment status of the learner who reads a course's page. The page is cached for everyone, so the status is
 * loaded after hydration. It is undefined without an enrolment, for visitors and staff, and until it is known: the
 * server then decides on a request, as always. `refetch` loads it again after a request.
 */
export function useOwnStatus(courseId: string): { status: Status | undefined; refetch: () => Promise<void> } {
  const user = useSession()?.user;
  const learner = user && !isStaff(user.role) ? user._id : undefined;
  const [known, setKnown] = useState<{ learner: string; courseId: string; status: Status | undefined }>();
  const refetch = useCallback(async () => {
    if (!learner) return;
    const status = await statusIn(courseId).catch(() => undefined);
    setKnown({ learner, courseId, status });
  }, [learner, courseId]);
  useEffect(() => void refetch(), [refetch]);
  const isOfThis = known?.learner === learner && known?.courseId === courseId;
  return { status: isOfThis ? known?.status : undefined, refetch };
}

async function statusIn(courseId: string): Promise<Status | undefined> {
  // imported on use: most readers of the page are visitors
  const { enrolments } = await import('@fairlead/contract/enrolments');
  const own = (await call(enrolments.listOwn)).find((one) => one.courseId._id === courseId);
  return own?.status === 'approved' && own.progress.testPassed ? 'passed' : own?.status;
}
