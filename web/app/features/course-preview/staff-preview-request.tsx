import type { EnrolmentState } from '@fairlead/contract/values/enrolment-state';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { EnrolmentBadge, EnrolmentNote } from '../courses/enrolling/enrolment-parts.tsx';
import type { Held } from '../courses/enrolling/test-opens.ts';

type Step = {
  state: EnrolmentState;
  /** What happens beside what the learner sees. */
  beside: string;
  /** Who goes on, by which button of theirs. */
  button: string;
};

const steps: readonly Step[] = [
  {
    state: 'not-requested',
    beside: 'A new learner completes the profile first: passport, CDC, INDoS and photograph.',
    button: 'Enroll Now',
  },
  {
    state: 'requested',
    beside: 'You find the request under Requests, and compare it with the documents.',
    button: 'Accept, as staff do',
  },
  { state: 'training', beside: 'The learner gets an email with your decision.', button: 'Launch the Course' },
];

/** How a learner asks for a course and is accepted, in the words that they read. Nothing is sent. */
export function RequestWay({ held, onLaunch }: { held: Held; onLaunch: () => void }) {
  const [at, setAt] = useState(0);
  const step = steps[at];
  if (!step) return null;
  const { state, beside, button } = step;
  const standing = { state, steps: [], declined: null, certificate: null, batch: null, lacksOpenDate: false };
  const isLast = at === steps.length - 1;
  return (
    <div className="flex flex-col items-start gap-3">
      <div role="status" className="flex flex-col items-start gap-3">
        {state !== 'not-requested' && <EnrolmentBadge {...standing} />}
        <EnrolmentNote standing={standing} held={held} />
        <p className="text-sm text-soft">{beside}</p>
      </div>
      <Button wide onClick={isLast ? onLaunch : () => setAt(at + 1)}>
        {button}
      </Button>
    </div>
  );
}
