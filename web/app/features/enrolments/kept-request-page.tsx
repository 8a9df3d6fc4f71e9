import { enrolments } from '@fairlead/contract/enrolments/calls';
import { redirect } from 'react-router';
import { ApiError, call, messageOf } from '../../lib/calls/api-client.ts';
import { queryClient } from '../../lib/calls/query-client.ts';
import { titled } from '../../lib/pages/page-title.ts';
import { paths } from '../../lib/paths.ts';
import { dropKeptRequest, keptRequestOf } from '../../lib/session/kept-request.ts';
import { getSession } from '../../lib/session/session.ts';
import { LoadFailure } from '../../shell/load-failure.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { readOwnStandings } from '../courses/enrolling/own-standings.ts';
import type { Route } from './+types/kept-request-page.ts';

export const meta: Route.MetaFunction = (page) => titled('Enrollment Request', page);

/**
 * Sends the request that the learner has kept for this course, and returns to the page on which they began it; without
 * a profile it leads to the profile first. The link alone sends nothing: the request must be kept on this device. It is
 * kept until the academy has received or refused it.
 */
export const clientLoader = async ({ params: { id } }: Route.ClientLoaderArgs) => {
  const kept = keptRequestOf(getSession()?.user?.email);
  if (kept?.courseId !== id) throw redirect(paths.course(id));
  if (!kept.withoutProfile && !(await readOwnStandings()).hasProfile) throw redirect(paths.profile);
  try {
    toast((await call(enrolments.request, { body: { courseId: id, batchId: kept.batchId } })).message);
  } catch (error) {
    if (!(error instanceof ApiError) || !isDecided(error)) throw error;
    if (error.code === 'not-eligible') {
      dropKeptRequest();
      throw redirect(paths.requirements(id, kept.batchId));
    }
    toast(messageOf(error, 'Something went wrong'), { tone: error.status === 409 ? 'info' : 'bad' });
  }
  dropKeptRequest();
  void queryClient.invalidateQueries({ queryKey: ['enrolments'] });
  throw redirect(kept.from);
};

/** Whether the same request would be refused again; otherwise it can be sent later, or after another login. */
const isDecided = ({ status }: ApiError) => status < 500 && status !== 401 && status !== 429;

/** The loader always leads on. */
export default function KeptRequestPage() {
  return null;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadFailure title="Enrollment Request" failure="Your request could not be sent yet." error={error} />;
}
