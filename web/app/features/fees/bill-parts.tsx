import { billKindNames, billStateNames } from '@fairlead/contract/fees/bill-state';
import { feeDocumentNames } from '@fairlead/contract/fees/fee-state';
import type { ReactNode } from 'react';
import { Day } from '../../lib/site.tsx';
import { Badge } from '../../ui/badge.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { fetchDocument } from './api.ts';
import { formatPaise } from './format-paise.ts';
import type { Bill, OwnFee } from './wire.ts';

const tones = { due: 'warn', overdue: 'bad', paid: 'good', cancelled: 'plain' } as const;

/** The state of a bill, the same on every screen. */
export const BillBadge = ({ state }: Pick<Bill, 'state'>) => <Badge tone={tones[state]}>{billStateNames[state]}</Badge>;

type Props<B extends Bill> = Pick<OwnFee, 'creditNotes'> & {
  bills: readonly B[];
  /** What can be done with one. */
  actions?: (bill: B) => ReactNode;
};

const row = 'flex flex-wrap items-center gap-x-5 gap-y-2 py-3 first:pt-0 last:pb-0';

/** The proformas and tax invoices that ask for a fee, and the credit notes to what was not paid, each with its PDF. */
export const BillList = <B extends Bill>({ bills, creditNotes, actions }: Props<B>) => (
  <ul className="divide-y divide-line">
    {bills.map((bill) => (
      <li key={bill.id} className={row}>
        <div className="min-w-0 flex-1 basis-64">
          <p id={`bill-${bill.id}`} className="font-semibold">
            {billKindNames[bill.kind]} {bill.number} <BillBadge {...bill} />
          </p>
          <p className="text-sm wrap-anywhere">
            {bill.payerName}
            {bill.fees > 1 && `, for ${bill.fees} people`}
            {bill.purchaseOrder && `, ${bill.purchaseOrder}`}
          </p>
          <p className="text-sm text-soft">
            <Day date={bill.issuedOn} />, to be paid by <Day date={bill.dueOn} />
            {bill.remindedOn && (
              <>
                , reminded <Day date={bill.remindedOn} />
              </>
            )}
          </p>
        </div>
        <div className="tabular-nums sm:w-36 sm:text-right">
          <p className="font-semibold">{formatPaise(bill.totalPaise)}</p>
          {bill.paidPaise > 0 && bill.paidPaise < bill.totalPaise && (
            <p className="text-sm text-soft">{formatPaise(bill.paidPaise)} paid</p>
          )}
          {bill.restPaise > 0 && bill.restPaise < bill.totalPaise && (
            <p className="text-sm text-soft">{formatPaise(bill.restPaise)} to pay</p>
          )}
        </div>
        <Pdf document={bill} />
        {actions && <div className="w-9">{actions(bill)}</div>}
      </li>
    ))}
    {creditNotes.map((note) => (
      <li key={note.id} className={row}>
        <div className="min-w-0 flex-1 basis-64">
          <p className="font-semibold">
            {feeDocumentNames[note.kind]} {note.number}
          </p>
          <p className="text-sm text-soft">
            <Day date={note.issuedOn} />, for {note.corrects}
          </p>
        </div>
        <p className="font-semibold tabular-nums sm:w-36 sm:text-right">{formatPaise(-note.totalPaise)}</p>
        <Pdf document={note} />
        {actions && <div className="w-9" />}
      </li>
    ))}
  </ul>
);

const Pdf = ({ document }: { document: Pick<Bill, 'id' | 'number'> }) => (
  <DownloadButton tone="plain" size="small" fetch={() => fetchDocument(document)} failure="Failed to get the PDF.">
    PDF<span className="sr-only"> of {document.number}</span>
  </DownloadButton>
);

type BilledTo = { billedTo: NonNullable<OwnFee['billedTo']> };

/** Says that an open proforma names the payer of the next invoice, also where the fee names another. */
export const BilledToNote = ({ billedTo: { kind, number, payerName } }: BilledTo) =>
  kind === 'proforma' && (
    <p className="mb-4 wrap-anywhere">
      The invoice of the next payment names {payerName}, as {number} does. What follows is for the ones after it.
    </p>
  );
