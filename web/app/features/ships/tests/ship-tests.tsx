import type { TestAboard } from '@fairlead/contract/ships/tests-aboard';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { messageOf } from '../../../lib/calls/api-client.ts';
import { type FieldErrors, textOf } from '../../../lib/calls/field-errors.ts';
import { paths } from '../../../lib/paths.ts';
import { Moment } from '../../../lib/site.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { LinkButton } from '../../../ui/button.tsx';
import { ConfirmAction } from '../../../ui/dialogs/confirm-action.tsx';
import { FormAction } from '../../../ui/dialogs/form-action.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { TextField } from '../../../ui/forms/text-fields.tsx';
import { Card } from '../../../ui/layout.tsx';
import { startTest } from '../../assessments/taking/api.ts';
import { refetchShip } from '../aboard-api.ts';
import { openTest, testsAboardQuery } from './aboard-api.ts';

/** The tests that the academy has released to this ship; nothing where there are none. */
export function ShipTests() {
  const { data: tests = [], error } = useQuery(testsAboardQuery);
  if (tests.length === 0 && !error) return null;
  return (
    <Card className="flex flex-col gap-4 p-6">
      <h2 className="text-lg">Tests</h2>
      {error && <Alert tone="bad">{messageOf(error, 'The tests could not be loaded.')}</Alert>}
      <ul className="divide-y divide-line">
        {tests.map((test) => (
          <li key={test._id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <div className="min-w-0 flex-1 basis-48">
              <span id={`test-${test._id}`} className="font-semibold">
                {test.title}
              </span>
              <p className="text-sm text-soft">
                {!test.title.includes(test.courseTitle) && `${test.courseTitle} · `}
                {test.minutes === null ? 'No time limit' : `${test.minutes} minutes`}
              </p>
              <p className="text-sm text-soft">{standing(test)}</p>
            </div>
            <div className="flex flex-wrap items-center gap-2">
              <Own test={test} />
              {(test.state === 'shut' || test.state === 'open') && <OpenTest test={test} />}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** What the person can do next, or waits for. */
function standing({ own, state, opensAt, closesAt, refused }: TestAboard): ReactNode {
  if (own === 'waiting') return 'Handed in. The academy grades it after the next contact.';
  if (own === 'taken') return 'The academy has your answers. The result is in your account.';
  if (own === 'refused') return refused;
  if (state === 'over') return 'Its time is over.';
  if (own === 'none') return 'You have no paper. It comes with a later contact, once you have completed the training.';
  if (state === 'early')
    return (
      <>
        From <Moment at={opensAt} />
      </>
    );
  if (state === 'shut') return 'The invigilator opens it with the code of the academy.';
  return (
    <>
      Until <Moment at={closesAt} />
    </>
  );
}

function Own({ test }: { test: TestAboard }) {
  const { own, state, courseId } = test;
  if (own === 'waiting') return <Badge tone="info">Handed in</Badge>;
  if (own === 'taken') return <Badge tone="good">At the academy</Badge>;
  if (own === 'refused') return <Badge tone="warn">Not graded</Badge>;
  if (own === 'none' || state !== 'open') return null;
  if (own === 'begun')
    return (
      <LinkButton to={paths.testAboard(courseId)} size="small">
        Continue
      </LinkButton>
    );
  return <Start test={test} />;
}

function Start({ test: { _id, courseId, title, minutes } }: { test: TestAboard }) {
  const navigate = useNavigate();
  return (
    <ConfirmAction
      label="Start"
      size="small"
      describedBy={`test-${_id}`}
      title={title}
      text={
        <p>
          {minutes === null ? 'There is no time limit.' : `You have ${minutes} minutes from now on.`} Answers are saved
          as you give them. You can hand it in once.
        </p>
      }
      confirm="Start Now"
      act={async () => {
        await startTest(courseId);
        await navigate(paths.testAboard(courseId));
        return 'The test has begun.';
      }}
      after={refetchShip}
      failure="The test could not be started."
    />
  );
}

/** For the invigilator, who has the code from the academy; again where people come later. */
const OpenTest = ({ test: { _id, title, state } }: { test: TestAboard }) => (
  <FormAction
    label={state === 'open' ? 'Open Again' : 'Open with Code'}
    size="small"
    describedBy={`test-${_id}`}
    title="Open a Test"
    text={
      <p>
        For the invigilator: the code opens <strong>{title}</strong> to everybody who has a paper. They can start within
        two hours.
      </p>
    }
    confirm="Open"
    check={(form): FieldErrors => (textOf(form, 'code').trim() ? {} : { code: 'Code is required' })}
    act={(form) => openTest(_id, textOf(form, 'code'))}
    after={refetchShip}
    failure="The test could not be opened."
  >
    <TextField label="Code" name="code" autoComplete="off" required maxLength={40} />
  </FormAction>
);
