import type { CalendarEvent } from '../../../platform/icalendar.ts';

type Entry = { id: string; number: string; courseTitle: string; expiresOn: string };

/**
 * The last day of a certificate as an event, with reminders 90 and 30 days before.
 *
 * @param renewUrl where the course is taken again.
 */
export const expiryOf = ({ id, number, courseTitle, expiresOn }: Entry, renewUrl: string): CalendarEvent => ({
  uid: id,
  summary: `Certificate expires: ${courseTitle}`,
  description: `Certificate ${number} is valid to the end of this day. Renew it at ${renewUrl}`,
  url: renewUrl,
  when: { day: expiresOn },
  reminders: [90, 30].map((days) => ({ days, text: `${courseTitle}: the certificate expires in ${days} days` })),
});
