import { useState } from 'react';
import { useBrand } from '../../lib/brand.ts';
import { dayOf } from '../../lib/format/dates.ts';

/** The calendar day in the academy's time zone, as it was when the component was first rendered. */
export function useToday(): string {
  const { timeZone } = useBrand();
  const [today] = useState(() => dayOf(new Date(), timeZone));
  return today;
}
