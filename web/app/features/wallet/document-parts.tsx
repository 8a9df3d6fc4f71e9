import { documentReasonSentence } from '@fairlead/contract/seafarers/document-words';
import { daysTo, documentStateOf } from '@fairlead/contract/wallet/wallet-words';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { Day } from '../../lib/site.tsx';
import { Badge } from '../../ui/badge.tsx';
import { useToday } from '../seafarers/use-today.ts';
import type { HeldDocument } from './wire.ts';

/** How long a document is still valid, in words. */
function leftInWords(lastDay: string, today: string, isRefresherDue = false): string {
  const days = daysTo(lastDay, today);
  if (days < 0) return isRefresherDue ? 'Refresher overdue' : 'Expired';
  const noun = isRefresherDue ? 'Refresher due' : 'Expires';
  if (days === 0) return `${noun} today`;
  return days === 1 ? `${noun} tomorrow` : `${noun} in ${days} days`;
}

const endTones = { ended: 'bad', ending: 'warn', valid: 'plain', replaced: 'plain' } as const;

type Ending = Pick<HeldDocument, 'lastDay' | 'renewalDays' | 'isReplaced' | 'isRefresherDue'>;

/** How long a document is still valid, in the colour of its renewal window; nothing for one without an end. */
export function EndBadge({ document }: { document: Ending }) {
  const today = useToday();
  const { lastDay, isRefresherDue } = document;
  if (lastDay === null) return null;
  return <Badge tone={endTones[documentStateOf(document, today)]}>{leftInWords(lastDay, today, isRefresherDue)}</Badge>;
}

/** Badges for the state of a document, and for its check. */
export function DocumentBadges({ document }: { document: HeldDocument }) {
  const { check } = document;
  const state = documentStateOf(document, useToday());
  return (
    <>
      {state === 'replaced' && <Badge tone="info">Replaced</Badge>}
      {state === 'valid' && check !== 'refused' && <Badge tone="good">Valid</Badge>}
      {(state === 'ending' || state === 'ended') && <EndBadge document={document} />}
      {check === 'waiting' && <Badge>Not checked yet</Badge>}
      {check === 'refused' && <Badge tone="bad">Refused</Badge>}
    </>
  );
}

/** A document in one line: its number, who issued it, and its period of validity. */
export function DocumentLine({ document }: { document: HeldDocument }) {
  const { number, issuer, issuedOn, lastDay, isRefresherDue } = document;
  return (
    <p className="flex flex-wrap gap-x-6 gap-y-1 text-sm text-soft">
      <span className="font-mono font-semibold text-ink wrap-anywhere">{number}</span>
      <span>
        {lastDay === null ? (
          'Does not expire'
        ) : (
          <>
            {isRefresherDue ? 'Refresher due by ' : 'Valid until '}
            <Day date={lastDay} />
          </>
        )}
      </span>
      {issuedOn && (
        <span>
          Issued <Day date={issuedOn} />
        </span>
      )}
      {issuer && <span className="wrap-anywhere">{issuer}</span>}
    </p>
  );
}

/** Why staff have refused a document. */
export function RefusedBecause({ refusal }: Pick<HeldDocument, 'refusal'>) {
  if (!refusal) return null;
  return <p className="text-sm font-medium text-bad wrap-anywhere">{documentReasonSentence(refusal)}</p>;
}

/** The way to the renewal of a document that ends soon or has ended: the course, and its next batch. */
export function RenewalWay({ document }: { document: HeldDocument }) {
  const state = documentStateOf(document, useToday());
  const { renewal, source, issuer } = document;
  if (state !== 'ending' && state !== 'ended') return null;
  if (!renewal) {
    if (source === 'certificate') return null;
    return (
      <p className="text-sm">
        {issuer ? `Ask ${issuer} to renew it.` : 'Ask the authority that issued it to renew it.'} Then enter the new one
        here.
      </p>
    );
  }
  return (
    <p className="text-sm">
      {renewal.isRefresher ? 'Refresher course: ' : 'Renew it with the course '}
      <Link to={paths.course(renewal.courseId)} className="font-semibold text-link hover:underline">
        {renewal.title}
      </Link>
      {renewal.firstDay && (
        <>
          , next batch from <Day date={renewal.firstDay} />
        </>
      )}
    </p>
  );
}
