import { AppError } from '../../../platform/errors.ts';
import { guessed } from '../../../platform/tables/decode-text.ts';
import { wordsOf } from './caption-words.ts';

/** A caption as it stands in a file. @property line of its time, counted from 1. */
type Found = { from: number; to: number; settings: string; line: number; lines: string[] };
type File = { cues: Found[]; remarks: string[] };
type Cue = Pick<Found, 'from' | 'to'> & { text: string };

const mostCues = 10_000;
const time = String.raw`(?:(\d{1,3}):)?([0-5]?\d):([0-5]?\d)(?:[.,](\d{1,3}))?`;
/** A line of times; behind them the settings of WebVTT or the coordinates of SubRip. */
const timing = new RegExp(String.raw`^${time}\s*-->\s*${time}((?:\s+[\w-]+:\S+)*)$`);

const refusal = (sentence: string) => new AppError('bad-file', sentence, { fields: { text: sentence } });
const quoted = (text: string) => `“${text.replace(/\s+/g, ' ').trim().slice(0, 80)}”`;

/**
 * Decodes a text file as a seafarer's computer wrote it: UTF-16 with or without a byte order mark, UTF-8, otherwise the
 * legacy Windows code page.
 *
 * @param remark called with a sentence where that is a guess.
 */
export function decodeText(bytes: Uint8Array, remark: (sentence: string) => void = () => undefined): string {
  const wide = wideOrder(bytes);
  if (wide) return new TextDecoder(wide).decode(bytes);
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  try {
    return utf8.decode(bytes);
  } catch {
    remark(guessed);
    return new TextDecoder('windows-1252').decode(bytes); // maps every byte to a character
  }
}

/** UTF-16 by its mark, or by its line ends, digits and spaces, of which one byte of each pair is zero. */
function wideOrder(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (bytes.length % 2 === 1) return undefined;
  const zeros = [0, 0];
  bytes.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  // a zero in both places is a file of another kind
  if (even === 0 && odd > bytes.length / 20) return 'utf-16le';
  return odd === 0 && even > bytes.length / 20 ? 'utf-16be' : undefined;
}

type Reading = {
  /** The length of the film, where it is known. */
  seconds?: number | undefined;
  /** Called with a sentence for each thing left out, and for captions that nobody will see. */
  remark?: (sentence: string) => void;
};

/**
 * Converts WebVTT or SubRip captions to WebVTT (W3C) with only times and text, without styles and settings, sorted by
 * time.
 *
 * @throws AppError `bad-file` for a file without captions, with a time that ends before it begins, with too many, or
 * whose captions all stand behind the end of the film.
 */
export function toWebVtt(text: string, { seconds, remark = () => undefined }: Reading = {}): string {
  const { cues: found, remarks } = cuesIn(text);
  if (found.length === 0) throw refusal('There are no captions in this file; please choose a WebVTT or SRT file.');
  if (found.length > mostCues) throw refusal(`There are ${found.length} captions in this file. The limit is 10,000.`);
  const worded = found.map((cue) => ({ ...cue, ...wordsOf(cue.lines) }));
  const cues = worded.filter((cue) => cue.text !== '');
  for (const sentence of remarks) remark(sentence);
  remarkOn('Captions without text', worded, ({ text: words }) => words === '' && '-', remark);
  remarkOn('Settings of place or style', worded, ({ settings }) => settings, remark);
  remarkOn('Marks in the text', worded, ({ lost }) => lost.join(' '), remark);
  noteEnd(cues, seconds, remark);
  const written = cues
    .toSorted((a, b) => a.from - b.from)
    .map(({ from, to, text: words }) => `${timeOf(from)} --> ${timeOf(to)}\n${words}`);
  return `WEBVTT\n\n${written.join('\n\n')}\n`;
}

const countOf = (count: number) => (count === 1 ? '1 caption' : `${count} captions`);

/** One sentence on all captions that lose something. @param lostOf what one loses; blank for nothing. */
function remarkOn<C extends Cue>(
  what: string,
  cues: readonly C[],
  lostOf: (cue: C) => string | false,
  remark: (sentence: string) => void,
): void {
  const losing = cues.filter(lostOf);
  const [first] = losing;
  if (!first) return;
  const said = new Set(losing.map((cue) => lostOf(cue) || ''));
  const such = said.has('-') ? '' : `, such as ${[...said].slice(0, 5).map(quoted).join(', ')}`;
  remark(`${what} left out of ${countOf(losing.length)}${such} at ${timeOf(first.from)}.`);
}

/** Captions behind the end of the film belong to another one, or to another cut. */
function noteEnd(cues: readonly Cue[], seconds: number | undefined, remark: (sentence: string) => void) {
  if (seconds === undefined) return;
  const behind = cues.filter(({ from }) => from >= seconds + 1);
  const [first] = behind;
  if (!first) return;
  const where = `the end of the video (${timeOf(seconds)})`;
  if (behind.length === cues.length) throw refusal(`All captions stand behind ${where}. Are they of another video?`);
  remark(
    `${countOf(behind.length)} ${behind.length === 1 ? 'stands' : 'stand'} behind ${where}, the first at ${timeOf(first.from)}. Are they of another video?`,
  );
}

/** Whether a line is meant as the times of a caption: players would show it, and all behind it, as words of another. */
const looksLikeTimes = (line: string) =>
  /^\d{1,3}:[\d:., ]{1,20}[-—–]{1,3}> {0,3}\d{1,3}:[\d:., ]{1,20}$/.test(line.trim());

/** The captions of a file, as players read it: a line of times begins one, also without a blank line before it. */
function cuesIn(text: string): File {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n?|\n/);
  const isVtt = /^WEBVTT(?:\s|$)/.test(lines[0] ?? '');
  const found: File = { cues: [], remarks: [] };
  let open: Found | undefined;
  let isNumbered = false;
  /** Lines that belong to no caption. */
  let beside: { line: number; lines: string[] } = { line: 1, lines: [] };
  const settle = () => {
    const sentence = besideOf(beside.lines, beside.line);
    if (sentence) found.remarks.push(sentence);
    beside = { line: 0, lines: [] };
  };
  for (const [at, raw] of lines.entries()) {
    const line = raw.trim();
    const times = timing.exec(line);
    if (times) {
      // the number or the name of a caption stands in the line before its times
      const name = open ? (isVtt ? undefined : numberIn(open.lines, isNumbered)) : beside.lines.at(-1);
      if (name !== undefined) (open?.lines ?? beside.lines).pop();
      isNumbered ||= /^\d+$/.test(name ?? '');
      settle();
      open = cueOf(times, at + 1);
      found.cues.push(open);
    } else if (looksLikeTimes(line)) {
      throw refusal(
        `Line ${at + 1}: ${quoted(line)} is no time of a caption. Write it as 00:00:04,500 --> 00:00:06,500.`,
      );
    } else if (open && !(isVtt && line === '')) open.lines.push(line);
    else {
      open = undefined;
      if (line === '') settle();
      else {
        if (beside.lines.length === 0) beside.line = at + 1;
        beside.lines.push(line);
      }
    }
  }
  settle();
  return found;
}

/** The number of the next caption of SubRip behind the text of this one; undefined where a number may be its text. */
function numberIn(lines: readonly string[], isNumbered: boolean): string | undefined {
  const said = lines.filter((line) => line !== '');
  const last = lines.at(-1) ?? '';
  return /^\d+$/.test(last) && (isNumbered || said.length > 1) ? last : undefined;
}

function cueOf(times: RegExpExecArray, line: number): Found {
  const [from, to] = [secondsOf(times.slice(1, 5)), secondsOf(times.slice(5, 9))];
  if (to <= from) throw refusal(`The caption at ${timeOf(from)} (line ${line}) ends before it begins.`);
  return { from, to, settings: times[9]?.trim() ?? '', line, lines: [] };
}

/** What lines that belong to no caption say, in a sentence; undefined for the head of a file alone. */
function besideOf(lines: readonly string[], line: number): string | undefined {
  const [first = ''] = lines;
  if (first === '' || /^WEBVTT$/.test(lines.join('\n'))) return undefined;
  const words = quoted(lines.join(' '));
  if (/^WEBVTT\b/.test(first)) return `The head of the file is left out: ${words}.`;
  if (/^STYLE$/.test(first)) return `Line ${line}: styles are left out: ${words}.`;
  if (/^REGION$/.test(first)) return `Line ${line}: a region is left out: ${words}.`;
  if (/^NOTE\b/.test(first)) return `Line ${line}: a comment is left out: ${words}.`;
  return `Line ${line}: ${words} has no time and is left out.`;
}

const secondsOf = ([hours = '0', minutes, seconds, fraction = '0']: (string | undefined)[]) =>
  Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(fraction.padEnd(3, '0')) / 1000;

function timeOf(seconds: number): string {
  const thousandths = Math.round(seconds * 1000);
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const [hours, minutes] = [thousandths / 3_600_000, (thousandths / 60_000) % 60];
  return `${two(hours)}:${two(minutes)}:${two((thousandths / 1000) % 60)}.${String(thousandths % 1000).padStart(3, '0')}`;
}
