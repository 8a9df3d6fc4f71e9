/** The distance of a popover from its button and from the edges of the screen, in pixels. */
const gap = 4;

/**
 * Places a popover below its button, its right edge at the button's, or above where there is no room below. It moves
 * with the page. To be called before the popover is shown.
 *
 * @param height its expected height in pixels.
 */
export function placePopover(popover: HTMLElement, button: HTMLElement, height: number): void {
  const { top, bottom, right } = button.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const isBelow = bottom + gap + height <= clientHeight || top < height;
  Object.assign(popover.style, {
    position: 'absolute',
    margin: '0',
    inset: 'auto',
    right: `${Math.max(2 * gap, clientWidth - right)}px`,
    // both count from the first screenful of the page
    ...(isBelow ? { top: `${bottom + scrollY + gap}px` } : { bottom: `${clientHeight - (top + scrollY) + gap}px` }),
  });
}
