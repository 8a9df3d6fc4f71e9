import type { FirstStep } from '@fairlead/contract/overview/first-steps';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { paths } from '../../../lib/paths.ts';
import { Moment } from '../../../lib/site.tsx';
import { staffPaths } from '../../../lib/staff-paths.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { Form, SubmitButton } from '../../../ui/forms/form.tsx';
import { CheckIcon } from '../../../ui/icons.tsx';
import { Card } from '../../../ui/layout.tsx';
import { secondFactorQuery } from '../../accounts/second-factor/second-factor-api.ts';
import { leaveStep, refetchOverview } from '../staff-api.ts';
import type { Overview } from '../wire.ts';
import { AddSample } from './staff-sample-course.tsx';

type Words = { title: string; why: string; lead: string; to: string };

/** Where the sample course is added, in place of a page that is opened. */
const added = 'added here';

const words: Record<FirstStep, Words> = {
  contact: {
    title: 'Name and contact',
    why: 'They stand on every page, email and certificate. Until then certificates are held.',
    to: `${staffPaths.settings}#brand`,
    lead: 'Enter name and contact',
  },
  signatory: {
    title: 'Who signs',
    why: 'A certificate names its signatory, and its number begins with your prefix. Until then certificates are held.',
    to: `${staffPaths.settings}#certificates`,
    lead: 'Enter who signs',
  },
  recognition: {
    title: 'Recognition',
    why: 'The home page begins with a recognition that you have not confirmed. Name the authority that recognises your courses, or none.',
    to: `${staffPaths.settings}#brand`,
    lead: 'Confirm the recognition',
  },
  email: {
    title: 'Email',
    why: 'New users need a code by email. Enter your mail server, then send yourself a test email.',
    to: `${staffPaths.settings}#email`,
    lead: 'Enter the mail server',
  },
  'second-factor': {
    title: 'Second factor',
    why: 'Passports and results are behind your login. With a code from your phone, a stolen password opens nothing.',
    to: `${paths.staffAccount}#second-factor`,
    lead: 'Set up the second factor',
  },
  sample: {
    title: 'A sample course',
    why: 'See in five minutes what a learner sees: course, videos, test and certificate. Nobody else finds it.',
    to: added,
    lead: 'Add a sample course',
  },
  course: {
    title: 'Your first course',
    why: 'Learners find it in the catalogue and ask to join it.',
    to: staffPaths.createCourse,
    lead: 'Create a course',
  },
  films: {
    title: 'Its videos',
    why: 'Learners watch them in order; the time is measured. A course in the classroom needs none.',
    to: staffPaths.uploadTraining,
    lead: 'Upload a video',
  },
  test: {
    title: 'Its test',
    why: 'Anyone who passes gets the certificate. Without a published test nobody can earn it.',
    to: staffPaths.createTest,
    lead: 'Create a test',
  },
  colleague: {
    title: 'A colleague',
    why: 'If you lose your login, a second administrator lets you in again.',
    to: staffPaths.members,
    lead: 'Invite a colleague',
  },
  learner: {
    title: 'Your first learner',
    why: 'Add people yourself, one or a whole table, or let them register on your site.',
    to: staffPaths.importUsers,
    lead: 'Add learners',
  },
};

type Steps = NonNullable<Overview['firstSteps']>;

/** What a new academy does first: what is done in one line, then each step with its reason, until none is left. */
export function FirstSteps({ steps }: { steps: Steps }) {
  const [isShown, show] = useState(false);
  const next = steps.find(({ state }) => state === 'open');
  const left = steps.filter(({ state }) => state === 'later').length;
  if (!next && !isShown) {
    return (
      <div className="mb-6 flex flex-wrap items-center gap-3 text-soft">
        <p>{left === 1 ? 'One first step is left for later.' : `${left} first steps are left for later.`}</p>
        <Button tone="plain" size="small" onClick={() => show(true)}>
          Show
        </Button>
      </div>
    );
  }
  const done = steps.filter(({ state }) => state === 'done').length;
  return (
    <Card className="mb-8 p-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 border-b border-line px-5 py-4">
        <h2 className="text-xl">First steps</h2>
        <p className="text-soft tabular-nums">
          {done} of {steps.length} done
        </p>
      </div>
      {done > 0 && (
        <ul
          aria-label="Done"
          className="flex flex-wrap gap-x-6 gap-y-1 border-b border-line px-5 py-3 text-sm text-soft"
        >
          {steps
            .filter(({ state }) => state === 'done')
            .map(({ step }) => (
              <li key={step} className="flex items-center gap-2">
                <CheckIcon className="shrink-0 text-good" /> {words[step].title}
              </li>
            ))}
        </ul>
      )}
      <ol aria-label="To do" className="divide-y divide-line">
        {steps
          .filter(({ state }) => state !== 'done')
          .map((one) => (
            <li key={one.step}>
              <Step {...one} isNext={one === next} />
            </li>
          ))}
      </ol>
    </Card>
  );
}

function Step({ step, state, isNext }: Steps[number] & { isNext: boolean }) {
  const { title, why, to, lead } = words[step];
  const isLater = state === 'later';
  return (
    <div className={cx('flex flex-wrap items-center gap-x-4 gap-y-3 px-5', isNext ? 'py-5' : 'py-3')}>
      <div className="min-w-0 flex-1 basis-64">
        <h3 className={isNext ? 'text-lg' : 'font-semibold'}>{title}</h3>
        <p className="text-sm text-soft">
          {isLater && 'Left for later. '}
          {why}
          {step === 'second-factor' && <Deadline />}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {to === added ? (
          <AddSample tone={isNext ? 'signal' : 'plain'} size="small">
            {lead}
          </AddSample>
        ) : (
          <LinkButton to={to} tone={isNext ? 'signal' : 'plain'} size="small">
            {lead}
          </LinkButton>
        )}
        {!isLater && (
          <Form
            onSubmit={async () => {
              toast(await leaveStep(step));
              await refetchOverview();
            }}
            failure="Failed to leave the step for later."
          >
            <SubmitButton tone="quiet" size="small" aria-label={`Later: ${title}`}>
              Later
            </SubmitButton>
          </Form>
        )}
      </div>
    </div>
  );
}

/** Until when a login goes on without a second factor, where the academy requires one. */
function Deadline() {
  const due = useQuery(secondFactorQuery).data?.due;
  return due ? (
    <>
      {' '}
      You must set it up by <Moment at={due} />.
    </>
  ) : null;
}
