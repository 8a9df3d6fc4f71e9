import { mostInCalendar } from '@fairlead/contract/batches/calls';
import { deviceTimeZone, monthInWords } from '@fairlead/contract/values/dates';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { useBrand } from '../../lib/brand.ts';
import { preload } from '../../lib/calls/query-client.ts';
import { dayOf } from '../../lib/format/dates.ts';
import { titled } from '../../lib/pages/page-title.ts';
import { staffPaths } from '../../lib/staff-paths.ts';
import { LoadFailure } from '../../shell/load-failure.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Card, PageHeader } from '../../ui/layout.tsx';
import { CalendarLink } from '../accounts/own-account/calendar-link.tsx';
import type { Route } from './+types/staff-batch-calendar-page.ts';
import { lastDayOf, monthAfter, weeksOf } from './batch-days.ts';
import { batchCalendar, monthQuery } from './staff-api.ts';
import { BatchDays, BatchState, Seats } from './staff-batch-parts.tsx';
import type { Batch } from './staff-wire.ts';

export const meta: Route.MetaFunction = (page) => titled('Calendar of Batches', page);

/** The month in the URL; the current one without it, or with something else. */
const monthIn = (params: URLSearchParams, timeZone: string) => {
  const asked = params.get('month') ?? '';
  return /^20\d\d-(0[1-9]|1[0-2])$/.test(asked) ? asked : dayOf(new Date(), timeZone).slice(0, 7);
};

export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => {
  // by the device's time zone; where the academy's has another month, the page loads that itself
  await preload(monthQuery(monthIn(new URL(request.url).searchParams, deviceTimeZone())));
};

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** The batches of a month: as a calendar on a wide screen, as a list on a phone. */
export default function StaffBatchCalendarPage() {
  const { timeZone } = useBrand();
  const month = monthIn(useSearchParams()[0], timeZone);
  const {
    data: { batches, hasMore },
  } = useSuspenseQuery(monthQuery(month));
  const today = dayOf(new Date(), timeZone);
  return (
    <>
      <PageHeader
        title={monthInWords(month)}
        dense
        actions={
          <>
            <LinkButton to={staffPaths.batchCalendar(monthAfter(month, -1))} tone="plain" size="small">
              Previous month
            </LinkButton>
            <LinkButton to={staffPaths.batchCalendar(monthAfter(month, 1))} tone="plain" size="small">
              Next month
            </LinkButton>
          </>
        }
      >
        {batches.length > 0 && countOf(batches.length, hasMore)}
      </PageHeader>
      {hasMore && (
        <Alert tone="warn" className="mb-6">
          This month has more than {mostInCalendar} batches. The calendar shows the first {mostInCalendar} by their
          first day.{' '}
          <Link to={staffPaths.batchesBetween(`${month}-01`, lastDayOf(month))} className="text-link underline">
            See all in the list
          </Link>
        </Alert>
      )}
      {batches.length === 0 && <EmptyState title="No batches in this month." />}
      <List batches={batches} />
      {batches.length > 0 && <Grid batches={batches} month={month} today={today} />}
      <Card className="mt-6 flex max-w-2xl flex-col gap-4 p-5 sm:p-6">
        <h2 className="text-lg">In your own calendar</h2>
        <p className="text-soft">
          The calendar of your phone or computer can show the days with class of the batches that you see here, for the
          next 13 months, at most {mostInCalendar} batches. Get a link and add it to your calendar, which then reads it
          again once a day.
        </p>
        <CalendarLink calendar={batchCalendar} seen="when and where the batches are held, and who teaches them" />
      </Card>
    </>
  );
}

const countOf = (shown: number, hasMore: boolean) =>
  hasMore ? `More than ${mostInCalendar} batches` : shown === 1 ? '1 batch' : `${shown} batches`;

function List({ batches }: { batches: Batch[] }) {
  return (
    <ul className="flex flex-col gap-3 lg:sr-only">
      {batches.map((batch) => (
        <li key={batch.id} className="card p-4">
          <Link to={staffPaths.batch(batch.id)} className="font-semibold">
            {batch.code}
          </Link>
          <p>{batch.courseTitle}</p>
          <p className="text-sm text-soft">
            <BatchDays {...batch} />, <Seats {...batch} /> seats
          </p>
          <BatchState {...batch} />
        </li>
      ))}
    </ul>
  );
}

type GridProps = { batches: Batch[]; month: string; today: string };

/** Screen readers have the list, in which each batch is named once. */
function Grid({ batches, month, today }: GridProps) {
  return (
    <div
      aria-hidden
      className="grid grid-cols-7 gap-px overflow-hidden rounded-lg border border-line bg-line max-lg:hidden"
    >
      {weekdays.map((name) => (
        <div key={name} className="bg-sunken px-2 py-1 text-sm font-semibold text-soft">
          {name}
        </div>
      ))}
      {weeksOf(month)
        .flat()
        .map((day) => (
          <div key={day} className={cx('min-h-24 min-w-0 p-1.5', day.startsWith(month) ? 'bg-surface' : 'bg-sunken')}>
            <p className={cx('mb-1 text-sm', day === today ? 'font-bold text-signal' : 'text-soft')}>
              {Number(day.slice(8))}
              {day === today && ' Today'}
            </p>
            {batches
              .filter((batch) => isHeldOn(batch, day))
              .map((batch) => (
                <Link
                  key={batch.id}
                  tabIndex={-1}
                  to={staffPaths.batch(batch.id)}
                  title={`${batch.code}, ${batch.courseTitle}, ${batch.venue}`}
                  className={cx(
                    'mb-1 block truncate rounded-sm px-1.5 py-0.5 text-xs no-underline',
                    looks[batch.state === 'cancelled' ? 'cancelled' : batch.phase],
                  )}
                >
                  <span className="font-semibold">{batch.code}</span> {batch.courseTitle}
                </Link>
              ))}
          </div>
        ))}
    </div>
  );
}

const looks = {
  upcoming: 'bg-info-soft text-info',
  running: 'bg-good-soft text-good',
  over: 'bg-sunken text-soft',
  cancelled: 'bg-bad-soft text-bad line-through',
};

const isHeldOn = ({ firstDay, lastDay, restDays }: Batch, day: string) =>
  day >= firstDay && day <= lastDay && !restDays.includes(day);

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadFailure title="Calendar of Batches" failure="Failed to load the batches." error={error} />;
}
