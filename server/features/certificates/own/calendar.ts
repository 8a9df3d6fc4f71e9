import { addDays } from '../../../platform/calendar.ts';

type Entry = { id: string; number: string; courseTitle: string; expiresOn: string };

/** Escaped text (RFC 5545, 3.3.11). */
const escaped = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n');

/** Folds into lines of at most 75 bytes; continuation lines begin with a space (RFC 5545, 3.1). */
function folded(line: string): string {
  const parts: string[] = [];
  let part = '';
  for (const character of line) {
    if (Buffer.byteLength(part + character) > 74) {
      parts.push(part);
      part = '';
    }
    part += character;
  }
  return [...parts, part].join('\r\n ');
}

const plain = (day: string) => day.replaceAll('-', '');

/**
 * A calendar (RFC 5545) with the last day of each certificate, with reminders 90 and 30 days before.
 *
 * @param made when the calendar is generated.
 * @param renewUrl where the course is taken again.
 */
export function calendarOf(
  certificates: readonly Entry[],
  { academy, host, made, renewUrl }: { academy: string; host: string; made: Date; renewUrl: string },
): string {
  const stamp = made.toISOString().replace(/[-:]|\.\d+/g, '');
  const events = certificates.flatMap(({ id, number, courseTitle, expiresOn }) => [
    'BEGIN:VEVENT',
    `UID:${id}@${host}`,
    `DTSTAMP:${stamp}`,
    `DTSTART;VALUE=DATE:${plain(expiresOn)}`,
    `DTEND;VALUE=DATE:${plain(addDays(expiresOn, 1))}`,
    `SUMMARY:${escaped(`Certificate expires: ${courseTitle}`)}`,
    `DESCRIPTION:${escaped(`Certificate ${number} is valid to the end of this day. Renew it at ${renewUrl}`)}`,
    `URL:${renewUrl}`,
    'TRANSP:TRANSPARENT',
    ...[90, 30].flatMap((days) => [
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      `DESCRIPTION:${escaped(`${courseTitle}: the certificate expires in ${days} days`)}`,
      `TRIGGER:-P${days}D`,
      'END:VALARM',
    ]),
    'END:VEVENT',
  ]);
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escaped(academy)}//Certificates//EN`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escaped(`${academy}: certificates`)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:P1D',
    ...events,
    'END:VCALENDAR',
  ];
  return `${lines.map(folded).join('\r\n')}\r\n`;
}
