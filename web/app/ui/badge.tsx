import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import type { State } from './feedback/alert.tsx';

const looks: Record<State | 'plain', string> = {
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
  info: 'bg-info-soft text-info',
  plain: 'bg-sunken text-soft',
};

/** A short label for the item that it is placed on: its category or state. */
export function Badge({ tone = 'plain', children }: { tone?: State | 'plain'; children: ReactNode }) {
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1 rounded-full px-3 py-0.5 text-sm font-semibold whitespace-nowrap',
        looks[tone],
      )}
    >
      {children}
    </span>
  );
}

const states: Record<string, { text: string; tone: State | 'plain' }> = {
  active: { text: 'Active', tone: 'good' },
  inactive: { text: 'Inactive', tone: 'plain' },
  published: { text: 'Published', tone: 'good' },
  unpublished: { text: 'Unpublished', tone: 'plain' },
  passed: { text: 'Passed', tone: 'good' },
  failed: { text: 'Not passed', tone: 'bad' },
  held: { text: 'On hold', tone: 'warn' },
  issued: { text: 'Valid', tone: 'good' },
  expired: { text: 'Expired', tone: 'bad' },
  revoked: { text: 'Revoked', tone: 'bad' },
  superseded: { text: 'Replaced by a newer one', tone: 'info' },
};

/** The state of a course, test, attempt or certificate, with the same text and colour on all screens. */
export function StatusBadge({ status }: { status: string }) {
  const { text, tone } = states[status] ?? { text: status, tone: 'plain' };
  return <Badge tone={tone}>{text}</Badge>;
}
