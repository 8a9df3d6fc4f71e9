import type { FocusEvent, MouseEvent } from 'react';

// Texts of a table that are cut to one line: a cell has `data-line`, and `data-whole` while all of its text is shown.

/** Whether a text is longer than its cell. */
const isCut = ({ scrollWidth, clientWidth }: HTMLElement) => scrollWidth > clientWidth;

/** Shows the whole texts of a row while the keyboard is in it. */
export function showWhole({ currentTarget: row, target }: FocusEvent<HTMLElement>): void {
  if (!target.matches(':focus-visible')) return;
  for (const cell of row.querySelectorAll<HTMLElement>('[data-line]')) if (isCut(cell)) cell.dataset.whole = '';
}

/** Shows them as one line each again, once the keyboard has left the row. */
export function showLine({ currentTarget: row, relatedTarget }: FocusEvent<HTMLElement>): void {
  if (row.contains(relatedTarget)) return;
  for (const cell of row.querySelectorAll<HTMLElement>('[data-whole]')) delete cell.dataset.whole;
}

/** Tells the mouse the whole text of a cell that is cut. */
export function tellWhole({ currentTarget: cell }: MouseEvent<HTMLElement>): void {
  if (isCut(cell)) cell.title = cell.textContent ?? '';
  else cell.removeAttribute('title');
}
