import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { ApiError, call, messageOf } from '../../../lib/calls/api-client.ts';
import { paths } from '../../../lib/paths.ts';
import { rememberReturn } from '../../../lib/session/return-path.ts';
import { getSession } from '../../../lib/session/session.ts';
import { toast } from '../../../ui/feedback/toast.tsx';

const submitted = 'Your enrollment request has been submitted. Please wait for admin approval.';

/**
 * Requests enrolment in a course. `pending` is the course whose request is being sent: meanwhile all enrol buttons are
 * disabled. Someone who is not signed in is sent to the login, and returns to this page.
 */
export function useEnrol(): { pending: string | null; enrol: (courseId: string) => Promise<void> } {
  const [pending, setPending] = useState<string | null>(null);
  const navigate = useNavigate();
  const { pathname, search } = useLocation();

  function toLogin() {
    rememberReturn(pathname + search);
    return navigate(paths.login);
  }

  async function enrol(courseId: string) {
    if (!getSession()) return toLogin();
    setPending(courseId);
    try {
      // imported on use: the catalogue is read far more often than someone enrols from it
      const { enrolments } = await import('@fairlead/contract/enrolments');
      await call(enrolments.request, { body: { courseId } });
      toast(submitted);
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return toLogin();
      toast(messageOf(error, 'Something went wrong'), { tone: 'bad' });
    } finally {
      setPending(null);
    }
  }
  return { pending, enrol };
}
