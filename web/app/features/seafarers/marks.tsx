import { type DocumentNumber, doubtAboutNumber, notIssued } from '@fairlead/contract/seafarers/document-numbers';
import type { ReactNode } from 'react';
import { Day } from '../../lib/site.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Doubted } from '../../ui/doubted.tsx';
import { WarningIcon } from '../../ui/icons.tsx';
import { expiryOf } from './expiry.ts';
import { useToday } from './use-today.ts';

/** A warning at a field, which is announced as soon as there is one. */
export const FieldWarning = ({ children }: { children: ReactNode }) => (
  <span aria-live="polite" className="flex items-start gap-1.5 font-semibold text-warn">
    {children && <WarningIcon className="mt-0.5" />}
    {children}
  </span>
);

/** The number of a document as it is stored, for its owner and for staff. */
export const StoredNumber = ({
  which,
  number,
  country,
}: {
  which: DocumentNumber;
  number: string;
  country: string;
}) => <Doubted value={number === notIssued ? 'Not issued' : number} doubt={doubtAboutNumber(which, number, country)} />;

/** The day on which a document expires, marked if that is past or near; a dash for a document that was not issued. */
export function ExpiryDay({ day }: { day: string | null }) {
  const expiry = expiryOf(day ?? '', useToday());
  if (day === null) return '—';
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <Day date={day} />
      {expiry === 'expired' && <Badge tone="bad">Expired</Badge>}
      {expiry === 'soon' && <Badge tone="warn">Expires soon</Badge>}
    </span>
  );
}
