const rupees = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  trailingZeroDisplay: 'stripIfInteger',
});

/** An amount in rupees in Indian notation: 125000 is ₹1,25,000; paise show only when there are some. */
export function formatRupees(amount: number): string {
  return rupees.format(amount);
}
