import { feeEntryNames, paymentMethodNames } from '@fairlead/contract/fee-state';
import { Day } from '../../lib/site.tsx';
import { Badge } from '../../ui/badge.tsx';
import { DocumentButton } from './fee-parts.tsx';
import { formatPaise } from './format-paise.ts';
import type { OwnFee } from './wire.ts';

/** What was charged, paid, waived and paid back, the oldest first, with the documents. */
export function OwnEntries({ entries }: Pick<OwnFee, 'entries'>) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {entries.map(({ id, kind, amountPaise, method, on, reason, isReversed, document }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-5 gap-y-2 py-3">
          <div className="min-w-0 flex-1 basis-52">
            <p className="font-semibold">
              {feeEntryNames[kind]}
              {method && <span className="font-normal">, {paymentMethodNames[method]}</span>}{' '}
              {isReversed && <Badge>Reversed</Badge>}
            </p>
            <p className="text-sm text-soft">
              <Day date={on} />
              {reason && <span className="wrap-anywhere">: {reason}</span>}
            </p>
          </div>
          {document && (
            <div className="max-sm:order-last max-sm:basis-full">
              <DocumentButton document={document} />
            </div>
          )}
          <p className="font-semibold tabular-nums sm:w-28 sm:text-right">{formatPaise(amountPaise)}</p>
        </li>
      ))}
    </ul>
  );
}
