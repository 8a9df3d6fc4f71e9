import { useState } from 'react';
import { dayOf } from '../../lib/format/dates.ts';
import { useBrand } from '../../lib/site.tsx';

/** The calendar day in the academy's time zone, as it was when the component was first rendered. */
export function useToday(): string {
  const { timeZone } = useBrand();
  const [today] = useState(() => dayOf(new Date(), timeZone));
  return today;
}
