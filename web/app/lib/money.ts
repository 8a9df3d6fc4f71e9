const rupees = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  trailingZeroDisplay: 'stripIfInteger',
});

/** An amount in rupees as India writes it: 125000 is ₹1,25,000, and paise show only when there are some. */
export function formatRupees(amount: number): string {
  return rupees.format(amount);
}
