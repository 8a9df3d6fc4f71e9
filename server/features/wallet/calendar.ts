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
 * The end of a document as an event, or the day by which its refresher is due, with reminders before it; undefined for
 * one without either. The number of a certificate is public; that of a passport is not for everybody who has the
 * calendar's URL.
 *
 * @param renewUrl where it is renewed, or where its holder sees it.
 */
export function endOf(document: Ending, renewUrl: string): CalendarEvent | undefined {
  const { id, number, title, lastDay, isRefresherDue, isCertificate } = document;
  if (lastDay === null) return undefined;
  const [what, name, noun] = isCertificate
    ? ['Certificate', `Certificate ${number}`, 'certificate']
    : ['Document', title, 'document'];
  const [summary, description, ends] = isRefresherDue
    ? ['Refresher due', `${name} has to be refreshed by this day.`, 'the refresher is due']
    : [`${what} expires`, `${name} is valid to the end of this day.`, `the ${noun} expires`];
  return {
    uid: id,
    summary: `${summary}: ${title}`,
    description: `${description} ${isCertificate ? 'Renew it at' : 'See'} ${renewUrl}`,
    url: renewUrl,
    when: { day: lastDay },
    reminders: reminderDays.map((days) => ({ days, text: `${title}: ${ends} in ${days} days` })),
  };
}
