import {
  type AttendanceMark,
  type AttendanceSheet,
  attendanceMarks,
  type Half,
  markNames,
} from '@fairlead/contract/training/attendance';
import { formatDate } from '@fairlead/contract/values/dates';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useParams } from 'react-router';
import { useBrand } from '../../../lib/brand.ts';
import { ApiError, messageOf } from '../../../lib/calls/api-client.ts';
import { preload } from '../../../lib/calls/query-client.ts';
import { useKeptOffline } from '../../../lib/device/kept-offline.ts';
import { dayOf } from '../../../lib/format/dates.ts';
import { titled } from '../../../lib/pages/page-title.ts';
import { Moment } from '../../../lib/site.tsx';
import { staffPaths } from '../../../lib/staff-paths.ts';
import { LoadFailure } from '../../../shell/load-failure.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { SelectField } from '../../../ui/forms/select-field.tsx';
import { PageHeader } from '../../../ui/layout.tsx';
import type { Route } from './+types/staff-attendance-page.ts';
import { halfDayKey } from './kept-marks.ts';
import { sheetQuery } from './staff-api.ts';
import { type Trouble, useMarks } from './use-marks.ts';

export const meta: Route.MetaFunction = (page) => titled('Attendance', page);

export const clientLoader = async ({ params }: Route.ClientLoaderArgs) => {
  await preload(sheetQuery(params.id));
};

/** The day in the academy's time zone by the device's clock; it goes on while the page stays open. */
function useToday(): string {
  const { timeZone } = useBrand();
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const update = () => setNow(new Date());
    const timer = setInterval(update, 60_000);
    document.addEventListener('visibilitychange', update);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', update);
    };
  }, []);
  return dayOf(now, timeZone);
}

export default function StaffAttendancePage() {
  const { id = '' } = useParams();
  useKeptOffline(staffPaths.attendance(id));
  const { data: sheet, error } = useSuspenseQuery(sheetQuery(id));
  // asked again while the list comes from the device, a server that answers may refuse it
  const refusal = error instanceof ApiError ? messageOf(error, 'The server did not give the list.') : undefined;
  const { batch, days } = sheet;
  const today = useToday();
  // the sheet may have been read yesterday, and the device's clock may be slow
  const open = days.filter((day) => day <= today || day <= sheet.today);
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader title="Attendance" dense>
        <Link to={staffPaths.batch(id)} className="text-link underline">
          {batch.code}
        </Link>
        , {batch.courseTitle}
      </PageHeader>
      {sheet.keptAt !== undefined && (
        <Alert tone="warn" className="mb-4">
          {refusal ?? 'No connection.'} You see the list of <Moment at={new Date(sheet.keptAt).toISOString()} />. It may
          be out of date.
        </Alert>
      )}
      {open.length === 0 ? (
        <EmptyState title="The batch has not begun.">
          The first day is {formatDate(batch.firstDay)}. You can mark attendance from then on.
        </EmptyState>
      ) : (
        <Sheet key={id} sheet={sheet} days={open} today={today} />
      )}
    </div>
  );
}

const halfNames: Record<Half, string> = { morning: 'Morning', afternoon: 'Afternoon' };

type SheetProps = { sheet: AttendanceSheet; days: readonly string[]; today: string };

/** The people of a batch with what is marked for one half day, and what the device keeps until the server has it. */
function Sheet({ sheet, days, today }: SheetProps) {
  const { batch, halves, people, mostAbsentPercent } = sheet;
  const [day, setDay] = useState(days.findLast((one) => one <= sheet.today) ?? days[0] ?? batch.firstDay);
  const [half, setHalf] = useState<Half>(halves[0] ?? 'morning');
  const { kept, where, trouble, refused, mark } = useMarks(batch._id);
  const here = people.filter(({ standing }) => standing !== 'left');
  const stored = (person: Person) => person.marks.find((one) => one.day === day && one.half === half);
  const markOf = (person: Person) =>
    kept[halfDayKey({ enrolmentId: person._id, day, half })]?.mark ?? stored(person)?.mark;
  const made = (person: Person, as: AttendanceMark) => ({
    enrolmentId: person._id,
    day,
    half,
    mark: as,
    at: Date.now(),
  });
  const unmarked = here.filter((person) => person.standing === 'attending' && !markOf(person));
  const waiting = Object.keys(kept).length;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end gap-3">
        <SelectField
          label="Day"
          name="day"
          value={day}
          onChange={(event) => setDay(event.currentTarget.value)}
          options={days.toReversed().map((value) => ({ value, label: formatDate(value) }))}
          className="min-w-40 flex-1"
        />
        {halves.length > 1 && (
          <fieldset className="flex gap-2">
            <legend className="sr-only">Half of the day</legend>
            {halves.map((one) => (
              <Button
                key={one}
                tone={one === half ? 'navy' : 'plain'}
                aria-pressed={one === half}
                onClick={() => setHalf(one)}
              >
                {halfNames[one]}
              </Button>
            ))}
          </fieldset>
        )}
      </div>
      {day !== today && (
        <p className="text-sm font-semibold text-warn">You are marking {formatDate(day)}, which is not today.</p>
      )}
      <Saving waiting={waiting} trouble={trouble} where={where} />
      {refused.length > 0 && (
        <Alert tone="warn">
          Some marks were not accepted:
          <ul className="list-disc pl-5">
            {refused.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </Alert>
      )}
      {here.length === 0 && <EmptyState title="Nobody is in this batch yet.">Approve the requests first.</EmptyState>}
      {unmarked.length > 0 && (
        <Button tone="signal" wide onClick={() => void mark(unmarked.map((person) => made(person, 'present')))}>
          {unmarked.length === here.length ? 'Mark all present' : `Mark the other ${unmarked.length} present`}
        </Button>
      )}
      <ul className="flex flex-col gap-2">
        {here.map((person) => (
          <li key={person._id} className="card flex flex-col gap-2 p-3">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <span id={`attendee-${person._id}`} className="min-w-0 font-semibold wrap-anywhere">
                {person.name}
              </span>
              <span className="flex gap-1">
                {person.standing === 'dropped' && <Badge tone="bad">Dropped</Badge>}
                {person.isComplete && <Badge tone="good">Test open</Badge>}
              </span>
            </div>
            <fieldset aria-labelledby={`attendee-${person._id}`} className="grid grid-cols-3 gap-2">
              {attendanceMarks.map((one) => {
                const isChosen = markOf(person) === one;
                return (
                  <Button
                    key={one}
                    tone={isChosen ? (one === 'absent' ? 'danger' : 'navy') : 'plain'}
                    aria-pressed={isChosen}
                    aria-describedby={`attendee-${person._id}`}
                    className="px-2"
                    onClick={() => void mark([made(person, one)])}
                  >
                    {markNames[one]}
                  </Button>
                );
              })}
            </fieldset>
            <Disagreement stored={stored(person)} />
          </li>
        ))}
      </ul>
      <p className="text-sm text-soft">
        Anyone who is absent for more than {mostAbsentPercent}% of the half days is dropped from the batch, and gets an
        email. The test opens on the last day, {formatDate(batch.lastDay)}.
      </p>
      <p className="text-sm text-soft">
        Until you log out, this page opens on this device without a network, too. Marks are sent when the network is
        back.
      </p>
    </div>
  );
}

type Person = AttendanceSheet['people'][number];

/** Two colleagues who marked the same half day differently: what counts, and what does not. */
function Disagreement({ stored }: { stored: Person['marks'][number] | undefined }) {
  if (!stored?.replaced) return null;
  const { by, mark, replaced } = stored;
  return (
    <p className="text-sm font-semibold text-warn">
      {replaced.by} marked {markNames[replaced.mark]}, then {by} marked {markNames[mark]}. {markNames[mark]} counts.
    </p>
  );
}

const places = {
  disk: 'kept on this device and sent when the connection is back.',
  browser: 'kept in this browser and sent when the connection is back.',
  page: 'kept on this page only. Do not close it until the connection is back.',
};

/** Whether the server has everything, and where the rest is. */
function Saving({
  waiting,
  trouble,
  where,
}: {
  waiting: number;
  trouble: Trouble | undefined;
  where: keyof typeof places;
}) {
  if (waiting === 0) {
    return (
      <p role="status" className="text-sm text-soft">
        All marks are saved.
      </p>
    );
  }
  const marks = waiting === 1 ? '1 mark is' : `${waiting} marks are`;
  return trouble ? (
    <Alert tone="warn">
      {trouble.sentence} {marks} {trouble.isRefused ? 'kept on this device, but not stored.' : places[where]}
    </Alert>
  ) : (
    <p role="status" className="text-sm text-soft">
      Saving…
    </p>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadFailure title="Attendance" failure="Failed to load the attendance." error={error} />;
}
