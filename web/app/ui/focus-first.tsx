import { type ReactNode, useEffect, useRef } from 'react';

/** Takes the focus to the first field of what has just appeared, or its first button, where what had it is gone. */
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
