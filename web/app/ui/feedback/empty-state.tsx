import type { ReactNode } from 'react';

/** The content of an empty list: the specification's message, a reason or a link, and a drawing. */
export function EmptyState({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className="flex flex-col items-center rounded-lg border border-dashed border-line px-6 py-12 text-center">
      <CalmSea className="w-44" />
      <p className="mt-5 text-xl font-semibold">{title}</p>
      {children && <div className="mt-1 max-w-text text-soft">{children}</div>}
      {action && <div className="mt-5">{action}</div>}
    </div>
  );
}

/** Drawing of a buoy on a calm sea. */
export function CalmSea({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 200 110" aria-hidden="true" className={className}>
      <circle cx="148" cy="34" r="15" className="fill-line" />
      <g fill="none" strokeWidth="2.5" strokeLinecap="round" className="stroke-edge">
        <path d="M14 82c9-6 17-6 26 0s17 6 26 0M136 82c9-6 17-6 26 0s17 6 26 0" />
        <path d="M44 98c9-6 17-6 26 0s17 6 26 0 17-6 26 0 17 6 26 0" opacity=".6" />
      </g>
      <g transform="rotate(-7 100 80)">
        <path d="M100 18v16" className="stroke-ink" strokeWidth="3" strokeLinecap="round" />
        <circle cx="100" cy="16" r="5" className="fill-signal" />
        <path d="M92 34h16l10 40H82z" className="fill-signal" />
        <path d="M88.5 50h23l2.5 10h-28z" className="fill-surface" />
        <path d="M74 74h52c0 10-10 16-26 16s-26-6-26-16Z" className="fill-navy stroke-edge" strokeWidth="1" />
      </g>
    </svg>
  );
}
