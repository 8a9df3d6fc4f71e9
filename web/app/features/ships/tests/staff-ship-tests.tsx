import type { ShipDetails } from '@fairlead/contract/ships/calls';
import { mostWindowDays, type ShipTest } from '@fairlead/contract/ships/tests';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useBrand } from '../../../lib/brand.ts';
import { type FieldErrors, textOf } from '../../../lib/calls/field-errors.ts';
import { Moment } from '../../../lib/site.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { CopyFacts } from '../../../ui/copy-facts.tsx';
import { ConfirmAction } from '../../../ui/dialogs/confirm-action.tsx';
import { DialogButton } from '../../../ui/dialogs/dialog-button.tsx';
import { DateField } from '../../../ui/forms/date-field.tsx';
import { Form, SubmitButton } from '../../../ui/forms/form.tsx';
import { Card } from '../../../ui/layout.tsx';
import { CourseField } from '../../courses/staff-course-field.tsx';
import { refetchShips } from '../staff-api.ts';
import { releaseTest, shipTestsQuery, withdrawTest } from './staff-api.ts';
import { daysIn, windowOf } from './window.ts';

/** The tests that were released to a ship, what became of each paper, and the release of another one. */
export function StaffShipTests({ ship }: { ship: ShipDetails }) {
  const { data: tests } = useSuspenseQuery(shipTestsQuery(ship._id));
  return (
    <Card className="flex flex-col gap-4 p-5 xl:col-span-2">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg">Tests</h2>
        {ship.taken.length > 0 && (
          <DialogButton label="Release a Test" size="small" title="Release a Test">
            {(close) => <Releasing ship={ship} onClose={close} />}
          </DialogButton>
        )}
      </div>
      {tests.length === 0 && (
        <p className="text-soft">
          {ship.taken.length > 0
            ? 'None yet. A test is sealed aboard until an invigilator opens it, and graded ashore.'
            : 'Put a course aboard first.'}
        </p>
      )}
      <ul className="divide-y divide-line">
        {tests.map((test) => (
          <Released key={test._id} shipId={ship._id} test={test} />
        ))}
      </ul>
    </Card>
  );
}

function Released({ shipId, test }: { shipId: string; test: ShipTest }) {
  const { _id, title, courseTitle, opensAt, closesAt, withdrawnAt, testPapers } = test;
  return (
    <li className="flex flex-col gap-2 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-56">
          <span id={`test-${_id}`} className="font-semibold">
            {title}
          </span>
          <p className="text-sm text-soft">
            {!title.includes(courseTitle) && `${courseTitle}, `}
            <Moment at={opensAt} /> to <Moment at={closesAt} />
          </p>
        </div>
        {withdrawnAt ? (
          <Badge>Withdrawn</Badge>
        ) : (
          <ConfirmAction
            label="Withdraw"
            size="small"
            describedBy={`test-${_id}`}
            title="Withdraw the Test"
            text={
              <p>
                At the next contact its test papers are removed from the ship. Nothing of it is graded any more, not
                even what was answered already. No attempt is used up.
              </p>
            }
            confirm="Yes, Withdraw"
            tone="danger"
            act={() => withdrawTest(shipId, _id)}
            after={refetchShips}
            failure="Failed to withdraw the test."
          />
        )}
      </div>
      {testPapers.length === 0 ? (
        <p className="text-sm text-soft">Nobody signed on may sit it yet. A paper follows as soon as somebody may.</p>
      ) : (
        <ul className="text-sm">
          {testPapers.map((paper, index) => (
            <li
              // a person may have had several test papers
              key={`${paper.userId} ${index}`}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-1"
            >
              <span className="min-w-0 flex-1 basis-40">
                {paper.name}
                {paper.refused && <span className="block text-warn">{paper.refused}</span>}
              </span>
              <PaperBadge paper={paper} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function PaperBadge({ paper: { state, passed } }: { paper: ShipTest['testPapers'][number] }) {
  if (state === 'aboard') return <Badge tone="info">Aboard</Badge>;
  if (state === 'refused') return <Badge tone="warn">Not graded</Badge>;
  if (state === 'returned') return <Badge>Taken back unanswered</Badge>;
  return passed ? <Badge tone="good">Passed</Badge> : <Badge tone="bad">Not passed</Badge>;
}

function Releasing({ ship, onClose }: { ship: ShipDetails; onClose: () => void }) {
  const { timeZone } = useBrand();
  const [released, setReleased] = useState<{ title: string; code: string }>();

  async function send(form: FormData) {
    const window = windowOf(textOf(form, 'firstDay'), textOf(form, 'lastDay'), timeZone);
    setReleased(await releaseTest(ship._id, { courseId: textOf(form, 'courseId'), ...window }));
    await refetchShips();
  }

  return (
    <Form onSubmit={send} check={wrongIn} failure="Failed to release the test.">
      {released ? (
        <>
          <CopyFacts facts={[['Invigilator’s code', released.code]]} />
          <p>
            Give it to the invigilator of <strong>{released.title}</strong> alone. It opens the test papers aboard, and
            is not shown again.
          </p>
        </>
      ) : (
        <>
          <CourseField courses={ship.taken.map(({ courseId: id, title }) => ({ id, title }))} required />
          <div className="grid gap-4 sm:grid-cols-2">
            <DateField label="First day" name="firstDay" required />
            <DateField label="Last day" name="lastDay" required />
          </div>
          <p className="text-sm text-soft">
            Everybody signed on who may sit the test gets a sealed paper at the next contact, and can then sit it only
            aboard until it comes back or is withdrawn.
          </p>
        </>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button tone="plain" onClick={onClose}>
          Close
        </Button>
        {!released && <SubmitButton>Release</SubmitButton>}
      </div>
    </Form>
  );
}

function wrongIn(form: FormData): FieldErrors {
  const [first, last] = [textOf(form, 'firstDay'), textOf(form, 'lastDay')];
  const days = first && last ? daysIn(first, last) : 1;
  return {
    ...(!textOf(form, 'courseId') && { courseId: 'Choose a course' }),
    ...(!first && { firstDay: 'First day is required' }),
    ...(!last && { lastDay: 'Last day is required' }),
    ...(days < 1 && { lastDay: 'The last day is before the first' }),
    ...(days > mostWindowDays && { lastDay: `A window has at most ${mostWindowDays} days` }),
  };
}
