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

const states: Record<string, { text: string; short?: string; tone: State | 'plain' }> = {
  active: { text: 'Active', tone: 'good' },
  inactive: { text: 'Inactive', tone: 'plain' },
  draft: { text: 'Draft', tone: 'warn' },
  published: { text: 'Published', tone: 'good' },
  unpublished: { text: 'Unpublished', tone: 'plain' },
  passed: { text: 'Passed', tone: 'good' },
  failed: { text: 'Not passed', tone: 'bad' },
  held: { text: 'On hold', tone: 'warn' },
  issued: { text: 'Valid', tone: 'good' },
  expired: { text: 'Expired', tone: 'bad' },
  revoked: { text: 'Revoked', tone: 'bad' },
  superseded: { text: 'Replaced by a newer one', short: 'Replaced', tone: 'info' },
};

/**
 * The state of a course, test, attempt or certificate, with the same text and colour on all screens; `short` is for a
 * column of a table.
 */
export function StatusBadge({ status, short = false }: { status: string; short?: boolean }) {
  const state = states[status] ?? { text: status, tone: 'plain' };
  return <Badge tone={state.tone}>{(short && state.short) || state.text}</Badge>;
}
