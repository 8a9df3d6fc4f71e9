import { type ReactNode, useState } from 'react';

type FoldProps = { summary: string; className?: string; children: ReactNode };

/**
 * What is asked for rarely: it is made when it is opened, since nothing that is folded away is drawn, and changes of
 * colour in it would never end.
 */
export function Fold({ summary, className, children }: FoldProps) {
  const [open, setOpen] = useState(false);
  return (
    <details className={className} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="w-fit rounded-sm font-semibold text-link hover:underline">{summary}</summary>
      {open && <div className="mt-4">{children}</div>}
    </details>
  );
}
