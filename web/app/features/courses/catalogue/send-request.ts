import { enrolments } from '@fairlead/contract/enrolments/calls';
import { call } from '../../../lib/calls/api-client.ts';
import { repeatWhileBusy } from '../../../lib/calls/repeat-while-busy.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { readOwnStandings } from '../enrolling/own-standings.ts';

const submitted = 'Your enrollment request has been submitted. Please wait for admin approval.';

const waiting = 'Many people are sending requests now. We repeat yours for half a minute. Please keep this page open.';

/** Requests a course, and a batch of it if one was chosen; returns what to say of it. @throws ApiError. */
export async function sendRequest(courseId: string, batchId: string | undefined): Promise<string> {
  const { data } = await repeatWhileBusy(
    () => call(enrolments.request, { body: { courseId, batchId } }),
    () => toast(waiting, { tone: 'info', seconds: 8 }),
  );
  const done = data.status === 'approved' ? 'Your date is changed.' : submitted;
  return data.batch?.waiting ? `${done} The date is full, and you are on its waiting list.` : done;
}

/**
 * Whether the learner has a profile. True as well when it cannot be read: the request goes to the academy then, as it
 * is.
 */
export const readHasProfile = (): Promise<boolean> =>
  readOwnStandings().then(
    ({ hasProfile }) => hasProfile,
    () => true,
  );
