import { groupDigits } from '@fairlead/contract/values/numbers';

/** The server counts exactly up to this number. */
const countedUpTo = 1000;

/** A count as it is shown: exact up to 1,000, above that '1,000+'. */
export const countText = (count: number): string =>
  count > countedUpTo ? `${groupDigits(countedUpTo)}+` : groupDigits(count);
