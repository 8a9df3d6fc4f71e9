import type { ReactNode } from 'react';
import { Card } from '../../../ui/layout.tsx';

type SectionProps = { title: string; action?: ReactNode; empty?: string | false; children: ReactNode };

/** A part of a person's page; `empty` is the text when there is nothing in it. */
export function Section({ title, action, empty, children }: SectionProps) {
  return (
    <Card className="p-6">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg">{title}</h2>
        {action}
      </div>
      {empty ? <p className="text-soft">{empty}</p> : children}
    </Card>
  );
}
