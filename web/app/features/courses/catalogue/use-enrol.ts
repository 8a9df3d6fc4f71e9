import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { ApiError, messageOf } from '../../../lib/calls/api-client.ts';
import { paths } from '../../../lib/paths.ts';
import { keepRequest } from '../../../lib/session/kept-request.ts';
import { isStaff } from '../../../lib/session/roles.ts';
import { getSession, type Session } from '../../../lib/session/session.ts';
import { toast } from '../../../ui/feedback/toast.tsx';

type Options = {
  /** Whether the learner has a profile; undefined where the page does not know, and it is then asked for. */
  hasProfile?: boolean | undefined;
  /** Reads again what the page shows, after a request was sent or was found to have been sent before. */
  after: () => Promise<unknown>;
};
/** The course, and the batch that was chosen of it. */
type Course = { id: string; title: string; batchId?: string | undefined };

/**
 * Requests enrolment in a course. `pending` is the course whose request is being sent: meanwhile all enrol buttons are
 * disabled. Someone who is not signed in is sent to the login, and a learner without a profile to the profile; the
 * request is kept, and sent as soon as they are done.
 */
export function useEnrol({ hasProfile, after }: Options) {
  const [pending, setPending] = useState<string | null>(null);
  const navigate = useNavigate();
  const { pathname, search } = useLocation();

  function keepFor(
    { id, title, batchId }: Course,
    session: Session | null,
    page: typeof paths.login | typeof paths.profile,
  ) {
    keepRequest({ courseId: id, title, batchId, from: pathname + search, email: session?.user?.email ?? null });
    return navigate(page);
  }

  async function enrol(course: Course) {
    const session = getSession();
    if (!session) return keepFor(course, null, paths.login);
    setPending(course.id);
    try {
      // imported on use: the catalogue is read far more often than someone enrols from it
      const { readHasProfile, sendRequest } = await import('./send-request.ts');
      const isLearner = session.user !== null && !isStaff(session.user.role);
      if (isLearner && !(hasProfile ?? (await readHasProfile()))) return await keepFor(course, session, paths.profile);
      toast(await sendRequest(course.id, course.batchId));
      await after();
    } catch (error) {
      // the session has been cleared by now; the request stays that of the person who had it
      if (error instanceof ApiError && error.status === 401) return await keepFor(course, session, paths.login);
      if (error instanceof ApiError && error.code === 'not-eligible') {
        return await navigate(paths.requirements(course.id, course.batchId));
      }
      const isKnown = error instanceof ApiError && error.status === 409;
      // a request that was sent before, in another tab, is no failure: the page shows what became of it
      toast(messageOf(error, 'Something went wrong'), { tone: isKnown ? 'info' : 'bad' });
      if (isKnown) await after();
    } finally {
      setPending(null);
    }
  }
  return { pending, enrol };
}
