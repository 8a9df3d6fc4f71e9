import { type ReactNode, useEffect, useRef } from 'react';

/**
 * Moves the focus to the first field or button of content that has just appeared, where the focused element was
 * removed.
 */
export function FocusFirst({ children, className }: { children: ReactNode; className?: string }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const first = (of: string) => box.current?.querySelector<HTMLElement>(of);
    (first('input:not([hidden]), textarea, select') ?? first('button'))?.focus();
  }, []);
  return (
    <div ref={box} className={className}>
      {children}
    </div>
  );
}
