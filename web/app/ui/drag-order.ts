import { type DragEvent, useRef, useState } from 'react';

/**
 * Lets the rows of a list be dragged to another place by their handles. A mouse drags; keyboard and touch need buttons
 * beside it.
 *
 * @param onMove is told the place a row is taken from and the place it is put, both from 0.
 */
export function useDragOrder(onMove: (from: number, to: number) => void) {
  const taken = useRef<number>(undefined);
  const [over, setOver] = useState<number>();
  const end = () => {
    taken.current = undefined;
    setOver(undefined);
  };
  return {
    /** For the handle of a row. */
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
    /** For the row itself; `data-over` says that a row would be put here. */
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
