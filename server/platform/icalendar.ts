import { addDays, type CalendarDate } from './calendar.ts';

/** An event of a calendar. */
export type CalendarEvent = {
  /** Stays the same for as long as the event exists, so that a calendar program recognises it. */
  uid: string;
  summary: string;
  description: string;
  url: string;
  /** A whole day, or a time. */
  when: { day: CalendarDate } | { from: Date; to: Date };
  location?: string;
  /** Incremented by each change. */
  sequence?: number;
  isCancelled?: boolean;
  /** Reminders, so many days before. */
  reminders?: readonly { days: number; text: string }[];
};

type CalendarHead = {
  /** The academy's name. */
  academy: string;
  /** The name of the events, in the plural: 'Certificates'. */
  subject: string;
  /** The host of the academy's site, which makes the ids of events unique in the world. */
  host: string;
  made: Date;
};

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
const stampOf = (moment: Date) => moment.toISOString().replace(/[-:]|\.\d+/g, '');

/**
 * A time is in UTC, which needs no definition of a time zone (RFC 5545, 3.3.5): programs show it in that of the reader.
 */
const timesOf = (when: CalendarEvent['when']) =>
  'day' in when
    ? [`DTSTART;VALUE=DATE:${plain(when.day)}`, `DTEND;VALUE=DATE:${plain(addDays(when.day, 1))}`]
    : [`DTSTART:${stampOf(when.from)}`, `DTEND:${stampOf(when.to)}`];

function linesOf(event: CalendarEvent, { host, made }: CalendarHead): string[] {
  const { uid, summary, description, url, when, location, sequence, isCancelled, reminders = [] } = event;
  return [
    'BEGIN:VEVENT',
    `UID:${uid}@${host}`,
    `DTSTAMP:${stampOf(made)}`,
    ...(sequence === undefined ? [] : [`SEQUENCE:${sequence}`]),
    ...timesOf(when),
    `SUMMARY:${escaped(summary)}`,
    `DESCRIPTION:${escaped(description)}`,
    ...(location ? [`LOCATION:${escaped(location)}`] : []),
    `URL:${url}`,
    ...(isCancelled ? ['STATUS:CANCELLED'] : []),
    // a whole day is a reminder, and keeps nobody from an appointment
    ...('day' in when || isCancelled ? ['TRANSP:TRANSPARENT'] : []),
    ...reminders.flatMap(({ days, text }) => [
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      `DESCRIPTION:${escaped(text)}`,
      `TRIGGER:-P${days}D`,
      'END:VALARM',
    ]),
    'END:VEVENT',
  ];
}

/** A calendar in the iCalendar format (RFC 5545), which calendar programs read again once a day. */
export function iCalendar(events: readonly CalendarEvent[], head: CalendarHead): string {
  const { academy, subject } = head;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escaped(academy)}//${subject}//EN`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escaped(`${academy}: ${subject.toLowerCase()}`)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:P1D',
    ...events.flatMap((event) => linesOf(event, head)),
    'END:VCALENDAR',
  ];
  return `${lines.map(folded).join('\r\n')}\r\n`;
}
