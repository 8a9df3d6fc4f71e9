import type { ComponentProps } from 'react';
import { IconButton } from './button.tsx';
import { ArrowDownIcon, ArrowUpIcon, GripIcon } from './icons.tsx';

type MoverProps = {
  /** What moves, for those who hear it. */
  title: string;
  /** Where it stands, from 0, of how many. */
  place: { index: number; count: number };
  /** While an order is being saved, no other is asked for. */
  busy?: boolean;
  onMove: (to: number) => void;
  /** What makes it draggable by the mouse (ui/drag-order.ts). */
  handle: ComponentProps<'span'>;
};

/**
 * A handle to drag by, and two buttons, which keyboard, mouse and touch use alike; the one that was pressed keeps the
 * focus as the row moves.
 */
export function Mover({ title, place: { index, count }, busy = false, onMove, handle }: MoverProps) {
  const move = (to: number) => {
    if (!busy && to >= 0 && to < count) onMove(to);
  };
  // Not disabled at the ends or while saving, but said to be: a disabled button would lose the focus.
  const look = 'aria-disabled:cursor-default aria-disabled:opacity-35';
  return (
    <div className="-ml-2 flex items-center">
      <span {...handle} aria-hidden="true" title="Drag to another place" className="cursor-grab p-1 text-soft">
        <GripIcon />
      </span>
      <IconButton
        label={`Move up: ${title}`}
        aria-disabled={index === 0}
        className={look}
        onClick={() => move(index - 1)}
      >
        <ArrowUpIcon />
      </IconButton>
      <IconButton
        label={`Move down: ${title}`}
        aria-disabled={index === count - 1}
        className={look}
        onClick={() => move(index + 1)}
      >
        <ArrowDownIcon />
      </IconButton>
    </div>
  );
}
