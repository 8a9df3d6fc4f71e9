import { type ReactNode, useEffect, useRef, useState } from 'react';

type DropZoneProps = { onFile: (file: File) => void; children: ReactNode };

/**
 * Takes a file that is dropped anywhere on the page, except on a part that takes it itself, and shows a sentence over
 * the page while one is dragged. It stands beside a file input, which does the same by keyboard and touch.
 */
export default function DropZone({ onFile, children }: DropZoneProps) {
  const [isOver, setOver] = useState(false);
  const take = useRef(onFile);
  take.current = onFile;
  useEffect(() => {
    // Entering a part of the page comes before leaving the one around it.
    let inside = 0;
    const show = (count: number) => {
      inside = Math.max(0, count);
      setOver(inside > 0);
    };
    const listening = new AbortController();
    const on = (
      kind: 'dragenter' | 'dragover' | 'dragleave' | 'drop',
      act: (event: DragEvent, isTaken: boolean) => void,
    ) =>
      addEventListener(
        kind,
        (event) => {
          if (!event.dataTransfer?.types.includes('Files')) return;
          const isTaken = event.defaultPrevented;
          // Otherwise the browser would leave the page and open the file.
          event.preventDefault();
          act(event, isTaken);
        },
        { signal: listening.signal },
      );
    on('dragenter', () => show(inside + 1));
    on('dragover', () => undefined);
    on('dragleave', () => show(inside - 1));
    on('drop', ({ dataTransfer }, isTaken) => {
      show(0);
      const [file] = dataTransfer?.files ?? [];
      if (file && !isTaken) take.current(file);
    });
    return () => listening.abort();
  }, []);
  if (!isOver) return null;
  return (
    <div className="pointer-events-none fixed inset-0 z-50 grid place-items-center bg-paper/90 p-4">
      <div className="grid size-full place-items-center rounded-lg border-2 border-dashed border-signal p-4">
        <p className="rounded-md bg-paper px-6 py-4 text-center text-xl font-bold">{children}</p>
      </div>
    </div>
  );
}
