import type { CalendarDate } from '../../../platform/calendar.ts';
import type { CalendarEvent } from '../../../platform/icalendar.ts';
import { reminderDays } from './renewals.ts';

type Certificate = {
  id: string;
  number: string;
  courseTitle: string;
  status: string;
  expiresOn: CalendarDate | null;
  refresherDue: CalendarDate | null;
};

/**
 * The end of a valid certificate as an event, or the day by which its refresher is due, with reminders before it; undefined
 * for one without either.
 *
 * @param renewUrl where it is renewed.
 */
export function expiryOf(certificate: Certificate, renewUrl: string): CalendarEvent | undefined {
  const { id, number, courseTitle, status, expiresOn, refresherDue } = certificate;
  const day = expiresOn ?? refresherDue;
  if (status !== 'issued' || day === null) return undefined;
  const [summary, description, ends] =
    expiresOn === null
      ? ['Refresher due', `Certificate ${number} has to be refreshed by this day.`, 'the refresher is due']
      : ['Certificate expires', `Certificate ${number} is valid to the end of this day.`, 'the certificate expires'];
  return {
    uid: id,
    summary: `${summary}: ${courseTitle}`,
    description: `${description} Renew it at ${renewUrl}`,
    url: renewUrl,
    when: { day },
    reminders: reminderDays.map((days) => ({ days, text: `${courseTitle}: ${ends} in ${days} days` })),
  };
}
