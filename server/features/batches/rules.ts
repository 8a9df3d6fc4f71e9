import type { batchPhases } from '@fairlead/contract/batches/calls';
import type { Half } from '@fairlead/contract/training/attendance';
import { dayInWords } from '@fairlead/contract/values/dates';
import { listInWords } from '@fairlead/contract/values/numbers';
import { addDays, type CalendarDate, daysUntil } from '../../platform/calendar.ts';

export type Days = { firstDay: CalendarDate; lastDay: CalendarDate };
type Times = { startsAt: string; endsAt: string };

/**
 * Where the days of a batch stand.
 *
 * @param today today's date in the academy's time zone.
 */
export function phaseOf({ firstDay, lastDay }: Days, today: CalendarDate): (typeof batchPhases)[number] {
  if (today < firstDay) return 'upcoming';
  return today > lastDay ? 'over' : 'running';
}

/** The days with class, in order. */
export function classDays({ firstDay, lastDay, restDays }: Days & { restDays: readonly CalendarDate[] }) {
  const count = daysUntil(lastDay, firstDay) + 1;
  return Array.from({ length: count }, (_, n) => addDays(firstDay, n)).filter((day) => !restDays.includes(day));
}

/** The hour that divides a day into its halves. */
const noon = '13:00';

/** The halves of a day in which a batch has class: one that ends by one o'clock has no afternoon. */
export function halvesOf({ startsAt, endsAt }: Times): Half[] {
  return [...(startsAt < noon ? (['morning'] as const) : []), ...(endsAt > noon ? (['afternoon'] as const) : [])];
}

/** The first and the last day of a batch in words, for emails. */
export const periodInWords = ({ firstDay, lastDay }: Days): string =>
  firstDay === lastDay ? dayInWords(firstDay) : `${dayInWords(firstDay)} to ${dayInWords(lastDay)}`;

/** The days of a batch in words, for emails: also those without class. */
export function daysInWords({ restDays, ...days }: Days & { restDays: readonly CalendarDate[] }): string {
  const rest = restDays.length > 0 ? `, no class on ${listInWords(restDays.map(dayInWords))}` : '';
  return periodInWords(days) + rest;
}
