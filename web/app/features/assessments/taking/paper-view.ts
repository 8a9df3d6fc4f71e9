const key = 'paperView';

/** How a test paper is shown: all questions in a list, or one at a time. */
export type PaperView = 'list' | 'one';

/** Below this width, in CSS pixels, a question fills most of a screen. */
const narrow = 640;

/**
 * The view that was chosen on this device; otherwise one question at a time on a narrow screen, and the list on others.
 */
export function readPaperView(): PaperView {
  const chosen = localStorage.getItem(key);
  if (chosen === 'list' || chosen === 'one') return chosen;
  return window.innerWidth < narrow ? 'one' : 'list';
}

/** Remembers the view on this device, also after a logout. */
export const keepPaperView = (view: PaperView): void => localStorage.setItem(key, view);
