/** A colour of tokens.css in both themes, as hexadecimal. */
export type Token = { name: string; light: string; dark: string };
type Theme = 'light' | 'dark';

const declared = /\s--color-([\w-]+): (?:light-dark\((#\w+), (#\w+)\)|(#\w+));/g;

/** Parses the colours from the text of tokens.css. */
export function tokensIn(css: string): Token[] {
  return [...css.matchAll(declared)].map(([, name = '', light, dark, both]) => ({
    name,
    light: light ?? both ?? '',
    dark: dark ?? both ?? '',
  }));
}

/**
 * Text colour, background colour, and the minimum contrast that WCAG requires: 4.5 for text, 3 for the borders of
 * controls.
 */
export const pairs: readonly (readonly [text: string, ground: string, least: number])[] = [
  ...['ink', 'soft', 'link'].flatMap((text) =>
    ['paper', 'surface', 'sunken'].map((ground) => [text, ground, 4.5] as const),
  ),
  ...['on-navy', 'on-navy-soft'].flatMap((text) =>
    ['navy', 'deep', 'shoal'].map((ground) => [text, ground, 4.5] as const),
  ),
  ['on-navy', 'second', 4.5],
  ['on-navy', 'second-strong', 4.5],
  ['on-signal', 'signal', 4.5],
  ['on-signal', 'signal-strong', 4.5],
  ...['good', 'warn', 'bad', 'info'].flatMap(
    (state) =>
      [
        [state, `${state}-soft`, 4.5],
        [state, 'surface', 4.5],
      ] as const,
  ),
  ['bad', 'paper', 4.5],
  ['edge', 'surface', 3],
  ['edge', 'paper', 3],
  ['buoy', 'navy', 3],
  ['signal', 'paper', 3],
];

/** The contrast ratio of two colours of one theme, by WCAG 2.2; throws for a name that tokens.css lacks. */
export function contrast(tokens: readonly Token[], theme: Theme, one: string, other: string): number {
  const [dark = 0, light = 0] = [one, other].map((name) => luminance(find(tokens, name)[theme])).sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function find(tokens: readonly Token[], name: string): Token {
  const token = tokens.find((candidate) => candidate.name === name);
  if (!token) throw new Error(`There is no colour ${name}`);
  return token;
}

/** Relative luminance of sRGB, 0 to 1. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
