import { AppError } from '../../../platform/errors.ts';

type Cue = { from: number; to: number; text: string };

const mostCues = 10_000;
const timing = /^(?:(\d{1,3}):)?(\d{2}):(\d{2})[.,](\d{3})\s+-->\s+(?:(\d{1,3}):)?(\d{2}):(\d{2})[.,](\d{3})(?:\s.*)?$/;

const refusal = (sentence: string) => new AppError('bad-file', sentence, { fields: { text: sentence } });

/** Decodes a text file as a seafarer's computer wrote it: UTF-8, otherwise the legacy Windows code page. */
export function decodeText(bytes: Uint8Array): string {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  try {
    return utf8.decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes); // maps every byte to a character
  }
}

/**
 * Converts WebVTT or SubRip captions to WebVTT (W3C) with only times and text, without styles and settings, sorted by
 * time.
 *
 * @throws AppError bad-file for a file without captions, with a time that ends before it begins, or with too many.
 */
export function toWebVtt(text: string): string {
  const cues = text
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/)
    .flatMap((block) => cueOf(block) ?? []);
  if (cues.length === 0) throw refusal('There are no captions in this file; please choose a WebVTT or SRT file.');
  if (cues.length > mostCues) throw refusal(`There are ${cues.length} captions in this file. The limit is 10,000.`);
  const written = cues
    .toSorted((a, b) => a.from - b.from)
    .map(({ from, to, text: words }) => `${timeOf(from)} --> ${timeOf(to)}\n${words}`);
  return `WEBVTT\n\n${written.join('\n\n')}\n`;
}

function cueOf(block: string): Cue | undefined {
  const lines = block.split('\n');
  const at = lines.findIndex((line) => timing.test(line.trim()));
  const [, ...parts] = timing.exec(lines[at]?.trim() ?? '') ?? [];
  // A heading, a note or a style: nothing that is displayed.
  if (at === -1) return undefined;
  const [from = 0, to = 0] = [secondsOf(parts.slice(0, 4)), secondsOf(parts.slice(4))];
  if (to <= from) throw refusal(`The caption at ${timeOf(from)} ends before it begins.`);
  return { from, to, text: wordsOf(lines.slice(at + 1)) };
}

const secondsOf = ([hours = '0', minutes, seconds, thousandths]: (string | undefined)[]) =>
  Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(thousandths) / 1000;

/** Plain text: tags and styles are removed, and characters that would be read as markup are escaped. */
const wordsOf = (lines: readonly string[]) =>
  lines
    .map((line) => line.replace(/<[^<>]*>|\{\\[^{}]*\}/g, '').trim())
    .filter((line) => line !== '')
    .join('\n')
    .replaceAll('&amp;', '&')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('-->', '--&gt;');

function timeOf(seconds: number): string {
  const thousandths = Math.round(seconds * 1000);
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const [hours, minutes] = [thousandths / 3_600_000, (thousandths / 60_000) % 60];
  return `${two(hours)}:${two(minutes)}:${two((thousandths / 1000) % 60)}.${String(thousandths % 1000).padStart(3, '0')}`;
}
