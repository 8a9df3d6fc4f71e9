import { dayFromDigits } from '@fairlead/contract/dates';

/**
 * Helps a date input where the engine does not: WebKit shows today's date in an empty one, which components.css hides by
 * `data-empty`, and does not go on to the next part after two digits, so that eight of them are read here.
 *
 * @returns ends it.
 */
export function attendDate(input: HTMLInputElement): () => void {
  const ends = new AbortController();
  const on = <T extends keyof HTMLElementEventMap>(type: T, listen: (event: HTMLElementEventMap[T]) => void) =>
    input.addEventListener(type, listen, { signal: ends.signal });

  const mark = () => void input.toggleAttribute('data-empty', input.value === '' && !input.validity.badInput);
  mark();
  for (const type of ['input', 'change', 'blur'] as const) on(type, mark);

  let typed = '';
  on('blur', () => {
    typed = '';
  });
  on('keydown', ({ key }) => {
    typed = /^\d$/.test(key) ? typed + key : '';
  });
  on('keyup', () => {
    const day = typed.length === 8 && input.validity.badInput && dayFromDigits(typed);
    if (!day) return;
    input.valueAsNumber = Date.parse(day); // React would not notice a changed `value`
    for (const type of ['input', 'change']) input.dispatchEvent(new Event(type, { bubbles: true }));
  });
  return () => ends.abort();
}
