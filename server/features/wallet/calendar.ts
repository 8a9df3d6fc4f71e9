import type { CalendarDate } from '../../platform/calendar.ts';
import type { CalendarEvent } from '../../platform/icalendar.ts';
import { reminderDays } from './renewals.ts';

type Ending = {
  id: string;
  /** What it is, such as the course of a certificate. */
  title: string;
  number: string;
  lastDay: CalendarDate | null;
  isRefresherDue: boolean;
  isCertificate: boolean;
};

/**
 * The end of a document as an event, or the day by which its refresher is due, with reminders before it; undefined for one
 * without either.
 *
 * @param renewUrl where it is renewed, or where its holder sees it.
 */
export function endOf(document: Ending, renewUrl: string): CalendarEvent | undefined {
  const { id, number, title, lastDay, isRefresherDue, isCertificate } = document;
  if (lastDay === null) return undefined;
  const [what, noun] = isCertificate ? ['Certificate', 'certificate'] : ['Document', 'document'];
  const [summary, description, ends] = isRefresherDue
    ? ['Refresher due', `${what} ${number} has to be refreshed by this day.`, 'the refresher is due']
    : [`${what} expires`, `${what} ${number} is valid to the end of this day.`, `the ${noun} expires`];
  return {
    uid: id,
    summary: `${summary}: ${title}`,
    description: `${description} ${isCertificate ? 'Renew it at' : 'See'} ${renewUrl}`,
    url: renewUrl,
    when: { day: lastDay },
    reminders: reminderDays.map((days) => ({ days, text: `${title}: ${ends} in ${days} days` })),
  };
}
