import { type ReactNode, useEffect, useRef } from 'react';
import { useFormState } from './form.tsx';

type MoreFieldsProps = { summary: string; open: boolean; children: ReactNode };

/**
 * Fields that are filled in rarely, folded away unless `open`. They unfold when one of them is refused, before the form
 * moves the focus there.
 */
export function MoreFields({ summary, open, children }: MoreFieldsProps) {
  const { errors } = useFormState();
  const fold = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const names = Object.keys(errors);
    const isIn = (name: string) => fold.current?.querySelector(`[name="${CSS.escape(name)}"]`);
    if (fold.current && names.some(isIn)) fold.current.open = true;
  }, [errors]);
  return (
    <details ref={fold} open={open}>
      <summary className="w-fit rounded-sm text-lg font-bold">{summary}</summary>
      {children}
    </details>
  );
}
