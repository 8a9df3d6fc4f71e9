import { type CalendarDate, momentOf } from '../../platform/calendar.ts';
import type { CalendarEvent } from '../../platform/icalendar.ts';
import type { BatchRow } from './queries.ts';
import { classDays, halvesOf } from './rules.ts';

/** The most days with class of one calendar. */
const mostEvents = 5000;

type About = {
  /** The academy's time zone, in which the times of batches are. */
  timeZone: string;
  /** The first and the last day of the calendar. */
  from: CalendarDate;
  to: CalendarDate;
  urlOf: (batchId: string) => string;
};

/**
 * The days with class of batches as events, the soonest first, each with the half days that are taught. An event has
 * the version of its batch as its sequence, so that a calendar program takes a change for one. Those of a cancelled
 * batch are cancelled; a day without class that was taken out of a batch is no longer in the calendar.
 */
export const classesOf = (batches: readonly BatchRow[], { timeZone, from, to, urlOf }: About): CalendarEvent[] =>
  batches
    .flatMap((batch) => classDays(batch).map((day) => ({ batch, day })))
    .filter(({ day }) => day >= from && day <= to)
    .sort((one, other) => (one.day < other.day ? -1 : Number(one.day > other.day)))
    .slice(0, mostEvents)
    .map(({ batch, day }) => {
      const { id, code, courseTitle, venue, startsAt, endsAt, version } = batch;
      const isCancelled = batch.state === 'cancelled';
      return {
        uid: `${id}-${day}`,
        summary: `${isCancelled ? 'Cancelled: ' : ''}${courseTitle} (${code})`,
        description: [`Half days: ${halvesOf(batch).join(' and ')}`, ...instructorOf(batch)].join('\n'),
        url: urlOf(id),
        when: { from: momentOf(day, startsAt, timeZone), to: momentOf(day, endsAt, timeZone) },
        location: venue,
        sequence: version - 1,
        isCancelled,
      };
    });

const instructorOf = ({ firstName, lastName }: BatchRow) =>
  firstName === null ? [] : [`Instructor: ${firstName} ${lastName ?? ''}`.trim()];
