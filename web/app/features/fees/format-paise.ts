import { toRupees } from '@fairlead/contract/values/money';
import { formatRupees } from '../../lib/format/money.ts';

/** An amount in paise, as rupees: 450000 is ₹4,500, and what was paid back has a minus sign: −₹4,500. */
export const formatPaise = (paise: number): string => formatRupees(toRupees(paise)).replace('-', '−');
