import type { OwnEnrolment } from '@fairlead/contract/enrolments/calls';
import { type Home, home, type Next } from '@fairlead/contract/overview/home';
import { server } from './stand-in-server.ts';

const nothing = { film: null, trainingSecondsLeft: 0, test: null, nextAttemptAt: null };

/** The next step of a learner as the server chooses it. */
export const nextOf = (step: Next['step'], about?: OwnEnrolment, part: Partial<Next> = {}): Next => ({
  step,
  enrolmentId: about?._id ?? null,
  ...nothing,
  ...part,
});

/** The answer for the first page; the next step is to choose a course unless another is given. */
export function homeAt(part: Partial<Home> = {}): void {
  const usual = {
    firstName: 'Asha',
    hasProfile: true,
    next: nextOf('choose-course'),
    documentRequests: [],
    enrolments: [],
    expiring: [],
    certificates: [],
  };
  server.answer(home.getHome, { data: { ...usual, ...part } });
}
