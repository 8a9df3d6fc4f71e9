import { currency } from '@fairlead/contract/money';

/** Made when a page first shows an amount, since that takes time. */
let rupees: Intl.NumberFormat | undefined;

/** An amount in rupees in Indian notation: 125000 is ₹1,25,000; paise show only when there are some. */
export function formatRupees(amount: number): string {
  rupees ??= new Intl.NumberFormat('en-IN', { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' });
  return rupees.format(amount);
}
