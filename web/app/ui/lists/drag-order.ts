import { type DragEvent, useRef, useState } from 'react';

/**
 * Reordering of a list's rows by dragging their handles. It works with a mouse; keyboard and touch need buttons as
 * well.
 *
 * @param onMove receives the row's old and new index, both from 0.
 */
export function useDragOrder(onMove: (from: number, to: number) => void) {
  const taken = useRef<number>(undefined);
  const [over, setOver] = useState<number>();
  const end = () => {
    taken.current = undefined;
    setOver(undefined);
  };
  return {
    /** Props for the handle of a row. */
    handle: (index: number) => ({
      draggable: true,
      onDragStart: (event: DragEvent) => {
        taken.current = index;
        event.dataTransfer.effectAllowed = 'move';
        const row = event.currentTarget.closest('[data-row]');
        if (row) event.dataTransfer.setDragImage(row, 0, 0);
      },
      onDragEnd: end,
    }),
    /** Props for the row itself; `data-over` marks the row at which the dragged one would be dropped. */
    row: (index: number) => ({
      'data-row': '',
      'data-over': over === index || undefined,
      onDragOver: (event: DragEvent) => {
        if (taken.current === undefined) return;
        event.preventDefault();
        setOver(index);
      },
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        if (taken.current !== undefined && taken.current !== index) onMove(taken.current, index);
        end();
      },
    }),
  };
}
