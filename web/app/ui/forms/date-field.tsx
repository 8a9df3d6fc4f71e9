import { partsOfDay } from '@fairlead/contract/values/dates';
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import { type InputProps, TextField } from './text-fields.tsx';

type DateFieldProps = Omit<InputProps, 'type' | 'ref'> & { ref?: Ref<HTMLInputElement> };

/** A calendar day, with the browser's own picker; its value is YYYY-MM-DD. */
export function DateField({ ref, ...props }: DateFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref, () => input.current as HTMLInputElement);
  useEffect(() => (input.current ? attend(input.current) : undefined), []);
  return <TextField {...props} ref={input} type="date" />;
}

/**
 * Helps a date input where the engine does not: WebKit shows today's date in an empty one, which components.css hides
 * by `data-empty`, and does not go on to the next part after two digits: eight of them end in one part of the date that
 * was there before. So they are read here where the engine has made another day of them.
 *
 * @returns ends it.
 */
function attend(input: HTMLInputElement): () => void {
  const ends = new AbortController();
  const on = <T extends keyof HTMLElementEventMap>(type: T, listen: (event: HTMLElementEventMap[T]) => void) =>
    input.addEventListener(type, listen, { signal: ends.signal });

  const mark = () => void input.toggleAttribute('data-empty', input.value === '' && !input.validity.badInput);
  mark();
  for (const type of ['input', 'change', 'blur'] as const) on(type, mark);

  let typed = '';
  for (const type of ['blur', 'pointerdown'] as const)
    on(type, () => {
      typed = '';
    });
  on('keydown', ({ key }) => {
    typed = /^\d$/.test(key) ? typed + key : '';
  });
  on('keyup', () => {
    const day = typed.length === 8 && !isMadeOf(typed, input.value) && dayFromDigits(typed);
    if (!day) return;
    input.valueAsNumber = Date.parse(day); // React would not notice a changed `value`
    for (const type of ['input', 'change']) input.dispatchEvent(new Event(type, { bubbles: true }));
  });
  return () => ends.abort();
}

/** Whether a day, YYYY-MM-DD, has the parts that eight digits have, in whichever order the engine takes them. */
function isMadeOf(digits: string, day: string): boolean {
  const [y, m, d] = day.split('-');
  return [`${d}${m}${y}`, `${m}${d}${y}`, `${y}${m}${d}`].includes(digits);
}

/**
 * The day of eight digits in the order of a language, by default the device's, such as 25122031; undefined where there
 * is no such day.
 */
export function dayFromDigits(digits: string, language?: string): string | undefined {
  const written: Record<string, string> = {};
  let rest = digits;
  // biome-ignore lint/plugin: the order of the parts is read, and nothing is written
  for (const { type } of new Intl.DateTimeFormat(language).formatToParts()) {
    const length = { year: 4, month: 2, day: 2 }[type as string] ?? 0;
    written[type] = rest.slice(0, length);
    rest = rest.slice(length);
  }
  const day = `${written.year}-${written.month}-${written.day}`;
  return partsOfDay(day) && day;
}
