import { type FeeState, feeDocumentNames, feeStateNames } from '@fairlead/contract/fees/fee-state';
import type { ReactNode } from 'react';
import { paths } from '../../lib/paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { Facts } from '../../ui/facts.tsx';
import type { State } from '../../ui/feedback/alert.tsx';
import { fetchDocument } from './api.ts';
import { formatPaise } from './format-paise.ts';
import type { FeeDocument, Summary } from './wire.ts';

const tones: Record<FeeState, State | 'plain'> = {
  due: 'warn',
  checking: 'info',
  paid: 'good',
  waived: 'good',
  cancelled: 'plain',
};

/** The state of a fee, the same for everybody on every screen. */
export const FeeBadge = ({ state }: Pick<Summary, 'state'>) => (
  <Badge tone={tones[state]}>{feeStateNames[state]}</Badge>
);

/** Whether something is left to pay. */
export const isOpen = ({ state }: Pick<Summary, 'state'>): boolean => state === 'due' || state === 'checking';

type NoteProps = {
  /** The enrolment's id. */
  id: string;
  fee: Summary | null;
  /** The id of the element that names the course, for screen readers where many links have the same text. */
  describedBy?: string;
};

/** What a learner has to pay for an enrolment, with the way to its page; nothing without a fee. */
export function FeeNote({ id, fee, describedBy }: NoteProps) {
  if (!fee || fee.state === 'cancelled') return null;
  const { words, button } = noteOf(fee);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md bg-sunken px-4 py-3 text-sm">
      <p>{words}</p>
      {button && (
        <LinkButton
          to={paths.fee(id)}
          tone={fee.state === 'due' ? 'signal' : 'plain'}
          size="small"
          aria-describedby={describedBy}
        >
          {button}
        </LinkButton>
      )}
    </div>
  );
}

function noteOf({ state, balancePaise }: Summary): { words: ReactNode; button?: string } {
  const amount = <strong>{formatPaise(balancePaise)}</strong>;
  switch (state) {
    case 'due':
      return { words: <>Fee to pay: {amount}</>, button: 'Pay the fee' };
    case 'checking':
      return { words: <>The academy checks your payment of the fee.</>, button: 'See payment' };
    case 'waived':
      return { words: 'You do not have to pay a fee.' };
    default:
      return { words: 'The fee is paid.', button: 'Receipts' };
  }
}

/** The amounts of a fee; those that are zero are left out, except the fee itself and what is left. */
export function FeeAmounts({ fee, className }: { fee: Summary; className?: string }) {
  const { chargedPaise, waivedPaise, receivedPaise, balancePaise } = fee;
  const facts = [
    ['Fee', chargedPaise],
    ['Waived', waivedPaise],
    ['Paid', receivedPaise],
    ['To pay', balancePaise],
  ] as const;
  return (
    <Facts
      {...(className && { className })}
      facts={facts
        .filter(([name, paise]) => paise !== 0 || name === 'Fee' || name === 'To pay')
        .map(([name, paise]) => [name, formatPaise(paise)] as const)}
    />
  );
}

/** A button that downloads a receipt, an invoice or a credit note. */
export const DocumentButton = ({ document }: { document: FeeDocument }) => (
  <DownloadButton tone="plain" size="small" fetch={() => fetchDocument(document)} failure="Failed to get the PDF.">
    {feeDocumentNames[document.kind]} {document.number}
  </DownloadButton>
);
