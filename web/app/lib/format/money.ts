/** The currency of every price, as ISO 4217 names it. */
export const currency = 'INR';

const rupees = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency,
  trailingZeroDisplay: 'stripIfInteger',
});

/** An amount in rupees in Indian notation: 125000 is ₹1,25,000; paise show only when there are some. */
export function formatRupees(amount: number): string {
  return rupees.format(amount);
}
