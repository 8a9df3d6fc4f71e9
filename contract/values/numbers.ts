/** A number with at most three decimals, its digits grouped as in India: 1,25,000. */
export const groupDigits = (value: number): string => withCommas(String(Number(value.toFixed(3))));

/** A number with its noun: 1 file, 12 files. @param several the plural, unless it ends in s. */
export const counted = (count: number, one: string, several = `${one}s`): string =>
  `${groupDigits(count)} ${count === 1 ? one : several}`;

/** Puts commas into a decimal number such as '125000.50': before its last three whole digits, and then every two. */
export function withCommas(decimal: string): string {
  const [whole = '', ...decimals] = decimal.replace('-', '').split('.');
  const groups = [whole.slice(-3)];
  for (let end = whole.length - 3; end > 0; end -= 2) groups.unshift(whole.slice(Math.max(0, end - 2), end));
  return (decimal.startsWith('-') ? '-' : '') + [groups.join(','), ...decimals].join('.');
}

/** A list as a sentence has it: 'a, b and c'. `comma` stands before the last of three or more. */
export function listInWords(items: readonly string[], comma: '' | ',' = ''): string {
  const rest = items.slice(0, -1);
  const before = rest.length > 1 ? `${rest.join(', ')}${comma}` : rest.join('');
  return [before, ...items.slice(-1)].filter(Boolean).join(' and ');
}
