import { feeEntryNames, paymentMethodNames } from '@fairlead/contract/fees/fee-state';
import { Day } from '../../lib/site.tsx';
import { Badge } from '../../ui/badge.tsx';
import { DocumentButton } from './fee-parts.tsx';
import { formatPaise } from './format-paise.ts';
import type { OwnFee } from './wire.ts';

/** What was charged, paid, waived and paid back, the oldest first, with the documents. */
export function OwnEntries({ entries }: Pick<OwnFee, 'entries'>) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {entries.map(({ id, kind, amountPaise, method, on, reason, isReversed, document, settles }) => (
        <li key={id} className="flex items-start justify-between gap-x-5 py-3">
          <div className="min-w-0 flex-1">
            <p className="font-semibold">
              {feeEntryNames[kind]}
              {method && <span className="font-normal">, {paymentMethodNames[method]}</span>}{' '}
              {isReversed && <Badge>Reversed</Badge>}
            </p>
            <p className="text-sm text-soft">
              <Day date={on} />
              {reason && <span className="wrap-anywhere">: {reason}</span>}
            </p>
            {settles && <p className="text-sm">For {settles.number}</p>}
            {document && (
              <div className="mt-2">
                <DocumentButton document={document} />
              </div>
            )}
          </div>
          <p className="font-semibold tabular-nums">{formatPaise(amountPaise)}</p>
        </li>
      ))}
    </ul>
  );
}
