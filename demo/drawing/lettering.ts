import { fontFamily } from './fonts.ts';
import { round } from './svg.ts';

export type Lettering = {
  x: number;
  y: number;
  size: number;
  fill: string;
  weight?: 400 | 600 | 700;
  anchor?: 'start' | 'middle' | 'end';
  spacing?: number;
  opacity?: number;
};

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escapeXml = (text: string): string => text.replace(/[&<>"]/g, (character) => escapes[character] ?? '');

/** One line of text. */
export function letter(text: string, l: Lettering): string {
  const spacing = l.spacing === undefined ? '' : ` letter-spacing="${l.spacing}"`;
  const opacity = l.opacity === undefined || l.opacity >= 1 ? '' : ` opacity="${round(l.opacity)}"`;
  return `<text x="${round(l.x)}" y="${round(l.y)}" font-family="${fontFamily}" font-size="${l.size}" font-weight="${l.weight ?? 400}" fill="${l.fill}" text-anchor="${l.anchor ?? 'start'}"${spacing}${opacity}>${escapeXml(text)}</text>`;
}

/** A place where a line may break: a space, unless a unit follows, which stays with its number. */
const gap = / (?!(?:°C|%|ppm|mm)(?:\W|$))/;

function fill(text: string, characters: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(gap)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= characters) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/**
 * Breaks text into the smallest number of lines with at most `characters` each, and balances them, so that no single
 * word is left on the last line. A longer word gets a line of its own.
 */
export function wrap(text: string, characters: number): string[] {
  let lines = fill(text, characters);
  for (let width = characters - 1; width > 0; width--) {
    const narrower = fill(text, width);
    if (narrower.length > lines.length || narrower.some((line) => line.length > characters)) break;
    lines = narrower;
  }
  return lines;
}
