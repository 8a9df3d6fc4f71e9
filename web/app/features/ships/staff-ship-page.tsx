import type { ShipDetails } from '@fairlead/contract/ships/calls';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { type FieldErrors, textOf } from '../../lib/calls/field-errors.ts';
import { preload } from '../../lib/calls/query-client.ts';
import { formatSpan } from '../../lib/format/running-time.ts';
import { titled } from '../../lib/pages/page-title.ts';
import { Moment } from '../../lib/site.tsx';
import { Badge } from '../../ui/badge.tsx';
import { ConfirmAction } from '../../ui/dialogs/confirm-action.tsx';
import { FormAction } from '../../ui/dialogs/form-action.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { Card, PageHeader } from '../../ui/layout.tsx';
import { courseChoiceQuery } from '../courses/staff-api.ts';
import { CourseField } from '../courses/staff-course-field.tsx';
import type { Route } from './+types/staff-ship-page.ts';
import { refetchShips, removeCourse, setCourse, shipQuery, signOff } from './staff-api.ts';
import { BoardingCode, PairingCode, SignOn } from './staff-ship-codes.tsx';
import { shipTestsQuery } from './tests/staff-api.ts';
import { StaffShipTests } from './tests/staff-ship-tests.tsx';

export const meta: Route.MetaFunction = (page) => titled('Ship', page);

export const clientLoader = async ({ params }: Route.ClientLoaderArgs) => {
  await Promise.all([preload(shipQuery(params.id)), preload(shipTestsQuery(params.id))]);
};

/** A ship: its computer, its courses, and who is signed on. */
export default function StaffShipPage({ params }: Route.ComponentProps) {
  const { data: ship } = useSuspenseQuery(shipQuery(params.id));
  return (
    <>
      <PageHeader title={ship.name} dense>
        IMO {ship.imo}
      </PageHeader>
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <Computer ship={ship} />
        <Courses ship={ship} />
        <StaffShipTests ship={ship} />
        <Crew ship={ship} />
      </div>
    </>
  );
}

function Computer({ ship: { _id, box, origin } }: { ship: ShipDetails }) {
  return (
    <Card className="flex flex-col gap-4 p-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg">Computer aboard</h2>
        <PairingCode shipId={_id} isPaired={box !== null} />
      </div>
      {box ? (
        <Facts
          className="text-sm"
          facts={[
            ['Paired', <Moment key="paired" at={box.pairedAt} />],
            ['Last contact', box.seenAt ? <Moment key="seen" at={box.seenAt} /> : 'None yet'],
            ['Its clock then', box.clock ? <Moment key="clock" at={box.clock} /> : 'Not known'],
            ...(origin
              ? ([
                  ['Secure address', origin.host],
                  ['Certificate until', origin.until ? <Moment key="until" at={origin.until} /> : 'None yet'],
                ] as const)
              : []),
          ]}
        />
      ) : (
        <p className="text-soft">None is paired yet. Make a code, and enter it on the page of the ship’s computer.</p>
      )}
      {origin?.trouble && <Alert tone="warn">{origin.trouble}</Alert>}
      {box && box.renewals > 0 && (
        <p className="text-sm">
          <Badge tone="warn">Restored or copied</Badge> It took a new identity{' '}
          {box.renewals === 1 ? 'once' : `${box.renewals} times`}. Nothing counts twice. Ask the ship whether a second
          computer has a copy of its disk.
        </p>
      )}
    </Card>
  );
}

const sizes = [
  { value: '', label: 'As uploaded' },
  { value: '720', label: '720 lines' },
  { value: '480', label: '480 lines' },
  { value: '240', label: '240 lines' },
  { value: '0', label: 'Sound only' },
];
const sizeInWords = (lines: number | null): string =>
  sizes.find(({ value }) => value === String(lines ?? ''))?.label ?? `${lines} lines`;

function Courses({ ship: { _id, taken } }: { ship: ShipDetails }) {
  const { data: courses = [] } = useQuery(courseChoiceQuery);
  return (
    <Card className="flex flex-col gap-4 p-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg">Courses aboard</h2>
        <FormAction
          label="Put a Course Aboard"
          size="small"
          title="Put a Course Aboard"
          text={<p>People who are approved for it can take it aboard from the next contact on.</p>}
          confirm="Put Aboard"
          check={(form): FieldErrors => (textOf(form, 'courseId') ? {} : { courseId: 'Choose a course' })}
          act={(form) => {
            const lines = textOf(form, 'lines');
            return setCourse(_id, textOf(form, 'courseId'), lines === '' ? null : Number(lines));
          }}
          after={refetchShips}
          failure="Failed to put the course aboard."
        >
          <CourseField courses={courses} required />
          <SelectField
            label="Size of the videos"
            name="lines"
            options={sizes.slice(1)}
            placeholder="As uploaded"
            hint="Where there is no such size, the next smaller one is taken."
          />
        </FormAction>
      </div>
      {taken.length === 0 ? (
        <p className="text-soft">None yet.</p>
      ) : (
        <ul className="divide-y divide-line">
          {taken.map(({ courseId, title, lines }) => (
            <li key={courseId} className="flex flex-wrap items-center justify-between gap-3 py-3">
              <span id={`course-${courseId}`} className="min-w-0 flex-1 basis-48">
                {title} <span className="text-sm text-soft">{sizeInWords(lines)}</span>
              </span>
              <ConfirmAction
                label="Take Off"
                size="small"
                describedBy={`course-${courseId}`}
                title="Take the Course off the Ship"
                text={<p>Nobody can take it aboard any more from the next contact on. What was watched counts.</p>}
                confirm="Yes, Take Off"
                tone="danger"
                act={() => removeCourse(_id, courseId)}
                after={refetchShips}
                failure="Failed to take the course off."
              />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function Crew({ ship }: { ship: ShipDetails }) {
  return (
    <Card className="flex flex-col gap-4 p-5 xl:col-span-2">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg">Signed on</h2>
        <SignOn shipId={ship._id} />
      </div>
      {ship.crew.length === 0 && (
        <EmptyState title="Nobody is signed on.">Each person gets a code for the first login aboard.</EmptyState>
      )}
      <ul className="divide-y divide-line">
        {ship.crew.map((person) => (
          <li key={person.userId} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
            <div className="min-w-0 flex-1 basis-56">
              <span id={`person-${person.userId}`} className="font-semibold">
                {person.name}
              </span>
              <p className="text-sm text-soft">
                {person.courses === 0
                  ? 'Approved for none of the courses aboard'
                  : `${person.courses === 1 ? 'One course' : `${person.courses} courses`} aboard`}
                {', '}
                {person.creditedSeconds > 0 ? `${formatSpan(person.creditedSeconds)} credited` : 'nothing credited yet'}
              </p>
            </div>
            <div className="flex flex-wrap gap-2">
              <BoardingCode shipId={ship._id} person={person} />
              <ConfirmAction
                label="Sign Off"
                size="small"
                describedBy={`person-${person.userId}`}
                title="Sign Off"
                text={
                  <p>
                    Sign <strong>{person.name}</strong> off? At the next contact the ship’s computer deletes what is
                    theirs. What was watched counts.
                  </p>
                }
                confirm="Yes, Sign Off"
                tone="danger"
                act={() => signOff(ship._id, person.userId)}
                after={refetchShips}
                failure="Failed to sign the person off."
              />
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
