/** The server counts exactly up to this number. */
const countedUpTo = 1000;

const digits = new Intl.NumberFormat('en-IN');

/** A count as it is shown: exact up to 1,000, above that '1,000+'. */
export const countText = (count: number): string =>
  count > countedUpTo ? `${digits.format(countedUpTo)}+` : digits.format(count);
