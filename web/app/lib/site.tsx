import { formatDate } from '@fairlead/contract/values/dates';
import { useBrand } from './brand.ts';
import { formatInstant } from './format/dates.ts';

/** A calendar day without a time zone: `<Day date="2026-09-05" />`. */
export function Day({ date }: { date: string }) {
  return <time dateTime={date}>{formatDate(date)}</time>;
}

/**
 * An instant in the academy's time zone: `<Moment at={course.createdAt} />`. The text wraps only between day and time.
 */
export function Moment({ at }: { at: string }) {
  const [day, time] = formatInstant(at, useBrand().timeZone).split(', ');
  return (
    <time dateTime={at}>
      <span className="whitespace-nowrap">{day},</span> <span className="whitespace-nowrap">{time}</span>
    </time>
  );
}
