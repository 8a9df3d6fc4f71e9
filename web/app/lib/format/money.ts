import { inRupees } from '@fairlead/contract/values/money';

/** An amount in rupees in Indian notation: 125000 is ₹1,25,000; paise show only when there are some. */
export const formatRupees = (amount: number): string => inRupees(Math.round(amount * 100)).replace(/\.00$/, '');
