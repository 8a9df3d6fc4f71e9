// Single characters as keys: WCAG 2.1.4 applies to them.

const textFields =
  'input:not([type=checkbox], [type=radio], [type=button], [type=submit]), textarea, select, [contenteditable]';

/** Whether a key that was pressed here belongs to something else: a field, a dialog or a menu. */
export const isTaken = (target: Element) =>
  target.closest(`${textFields}, dialog, [popover]`) !== null ||
  document.querySelector('dialog[open], [popover]:popover-open') !== null;

/** Whether nothing in particular has the focus: after a navigation it is on the page's content. */
export const isFree = (focused: Element | null) => !focused || focused === document.body || focused.id === 'content';

export function pressed(what: HTMLElement | null | undefined): boolean {
  what?.click();
  return what != null;
}
