import type { ReactNode } from 'react';
import { formatDays, restDaysSentence } from '../../../lib/format/dates.ts';
import { Moment } from '../../../lib/site.tsx';
import { Choice } from '../../../ui/forms/choice-label.tsx';
import type { CourseDate, Dates } from './course-date.ts';

type CourseDatesProps = Dates & { batchId: string | undefined; setBatchId: (id: string | undefined) => void };

/** The next dates of a course with their free seats, of which the reader may choose one for the request. */
export function CourseDates({ dates, asOf, batchId, setBatchId }: CourseDatesProps) {
  if (dates.length === 0) {
    return <p className="text-sm text-soft">No dates are open now. Send a request, and the academy offers you one.</p>;
  }
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">Choose your dates</legend>
      <div className="flex flex-col gap-2">
        {dates.map((date) => (
          <Option key={date.id} isChosen={date.id === batchId} onChoose={() => setBatchId(date.id)}>
            <span className="block font-semibold">{formatDays(date.firstDay, date.lastDay)}</span>
            <span className="block text-sm text-soft">
              {date.startsAt} to {date.endsAt}, {date.venue}
            </span>
            <span className="block text-sm text-soft empty:hidden">{restDaysSentence(date.restDays)}</span>
            <Seats date={date} />
          </Option>
        ))}
        <Option isChosen={batchId === undefined} onChoose={() => setBatchId(undefined)}>
          No date yet
        </Option>
      </div>
      <p className="mt-2 text-sm text-soft">
        Free seats on <Moment at={asOf} />.
      </p>
    </fieldset>
  );
}

function Seats({ date: { free } }: { date: CourseDate }) {
  if (free === 0)
    return <span className="block text-sm font-semibold text-warn">Full. You can join the waiting list.</span>;
  return (
    <span className="block text-sm font-semibold text-good">{free === 1 ? '1 seat free' : `${free} seats free`}</span>
  );
}

type OptionProps = { isChosen: boolean; onChoose: () => void; children: ReactNode };

const Option = ({ isChosen, onChoose, children }: OptionProps) => (
  <Choice>
    <input type="radio" name="date" checked={isChosen} onChange={onChoose} className="mt-1 size-5 shrink-0" />
    <span className="min-w-0">{children}</span>
  </Choice>
);
