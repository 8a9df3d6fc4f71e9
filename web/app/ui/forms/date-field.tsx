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
  const correct = () => input.setCustomValidity('');
  for (const type of ['blur', 'pointerdown'] as const)
    on(type, () => {
      typed = '';
    });
  on('pointerdown', correct);
  on('keydown', ({ key }) => {
    typed = /^\d$/.test(key) ? typed + key : '';
    if (!/^(Tab|Enter|Shift)$/.test(key)) correct();
  });
  on('keyup', () => {
    if (typed.length !== 8 || isMadeOf(typed, input.value)) return;
    const day = dayFromDigits(typed);
    // the day that the field shows is not the one that was typed
    if (!day) return input.setCustomValidity('There is no such day.');
    typed = '';
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
 * The day of eight digits, such as 25122031, in the order of a language, by default the device's, or in another order
 * if that is no day; undefined where none is.
 */
export function dayFromDigits(digits: string, language?: string): string | undefined {
  // biome-ignore lint/plugin: the order of the parts is read, and nothing is written
  const parts = new Intl.DateTimeFormat(language).formatToParts().map(({ type }) => type[0]);
  const usual = parts.filter((part) => part && 'dmy'.includes(part)).join('');
  return [usual, 'dmy', 'mdy', 'ymd'].map((order) => dayInOrder(digits, order)).find((day) => day !== undefined);
}

/** The day of eight digits in an order, such as 'dmy'. */
function dayInOrder(digits: string, order: string): string | undefined {
  const length = (part: string) => (part === 'y' ? 4 : 2);
  const cut = (part: string) => {
    const before = [...order.slice(0, order.indexOf(part))].reduce((sum, one) => sum + length(one), 0);
    return digits.slice(before, before + length(part));
  };
  const day = `${cut('y')}-${cut('m')}-${cut('d')}`;
  return partsOfDay(day) && day;
}
