import type { ComponentProps } from 'react';
import { IconButton } from '../button.tsx';
import { ArrowDownIcon, ArrowUpIcon, GripIcon } from '../more-icons.tsx';

type MoverProps = {
  /** The name of the moved item, for screen readers. */
  title: string;
  /** Its index, from 0, and the number of items. */
  place: { index: number; count: number };
  /** While a new order is being saved, no further move is possible. */
  busy?: boolean;
  onMove: (to: number) => void;
  /** The props that make it draggable with the mouse (drag-order.ts). */
  handle: ComponentProps<'span'>;
};

/**
 * A drag handle, and two buttons for keyboard, mouse and touch; the pressed button keeps the focus as the row moves.
 */
export function Mover({ title, place: { index, count }, busy = false, onMove, handle }: MoverProps) {
  const move = (to: number) => {
    if (!busy && to >= 0 && to < count) onMove(to);
  };
  // aria-disabled and not disabled, at the ends and while saving: a disabled button would lose the focus.
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
