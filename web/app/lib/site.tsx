import type { Brand } from '@fairlead/contract/academy/calls';
import { formatDate } from '@fairlead/contract/values/dates';
import { useRouteLoaderData } from 'react-router';
import { formatInstant } from './format/dates.ts';

/** Used only when the root route failed to load: the error page still needs a name and a time zone. */
const unknown: Brand = {
  name: 'Maritime Academy',
  email: '',
  phone: '',
  city: '',
  facebook: '',
  instagram: '',
  linkedin: '',
  recognition: '',
  logo: null,
  publicUrl: '',
  timeZone: 'UTC',
};

/** The academy's name, contact details and time zone, from its settings. */
export function useBrand(): Brand {
  return useRouteLoaderData<Brand>('root') ?? unknown;
}

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
