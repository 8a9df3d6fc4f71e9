import type { ReactNode } from 'react';
import { PageHeader, Width } from '../../ui/layout.tsx';

export type Chapter = { title: string; text: ReactNode };

/** A text of several chapters: the terms, the privacy notice. */
export function TextDocument({ title, intro, chapters }: { title: string; intro: ReactNode; chapters: Chapter[] }) {
  return (
    <Width className="py-10">
      <PageHeader title={title}>{intro}</PageHeader>
      <div className="flex max-w-text flex-col gap-8">
        {chapters.map(({ title: heading, text }) => (
          <section key={heading}>
            <h2 className="text-xl">{heading}</h2>
            <div className="mt-2 flex flex-col gap-3">{text}</div>
          </section>
        ))}
      </div>
    </Width>
  );
}
