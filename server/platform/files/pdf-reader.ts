import { inflateSync } from 'node:zlib';
import { Refusal } from '../inspection/refusal.ts';

/** The values of PDF objects (ISO 32000-1, 7.3); strings and booleans are read as null. */
export type PdfValue = PdfName | PdfRef | PdfDict | PdfValue[] | number | null;
export class PdfName {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}
export class PdfRef {
  readonly number: number;
  constructor(number: number) {
    this.number = number;
  }
}
/** A dictionary with all its entries: if two have the same key, viewers disagree which counts. */
export class PdfDict {
  readonly entries: [key: string, value: PdfValue][];
  /** Whether a stream of bytes follows it. */
  isStream = false;
  constructor(entries: [string, PdfValue][]) {
    this.entries = entries;
  }
  /** The last value of a key. */
  get(key: string): PdfValue | undefined {
    return this.entries.findLast(([name]) => name === key)?.[1];
  }
}

/** All objects of a PDF, whether or not the cross-reference table lists them. */
export type PdfContent = {
  /** Every revision of every object; objects in compressed streams come last. */
  objects: { number: number; value: PdfValue }[];
  /** The trailer dictionaries, where a reader begins. */
  trailers: PdfDict[];
};

export const damagedPdf = 'This PDF is damaged or incomplete; please save it again and send the new file.';
const encryptedPdf = 'This PDF is protected by a password; please save a copy without one and send that.';
const tooComplicated = 'This PDF is too complicated to be checked; please print it to a new PDF and send that.';

/** The maximum size of all decompressed object streams in bytes: the pictures of a scan are not among them. */
const maxUnfolded = 32 * 2 ** 20;
const maxDepth = 100;
/** The maximum number of values; a document of 60 pages with every word tagged has a tenth of it. */
const maxValues = 2_000_000;

/** The longest name in bytes (ISO 32000-1, annex C.2); with every byte escaped, its text has three times as many. */
const maxName = 127;

/** The maximum number of comments between the parts of a header; no program writes one there. */
const maxComments = 50;

const endOfStream = /[\0\t\n\f\r ]{0,4}endstream/y;

/**
 * Reads every object of a PDF from front to back, wherever one begins, so that none is missed because the
 * cross-reference table does not list it, or because it is inside another object's bytes. The time is proportional to
 * the size of the file.
 *
 * @throws Refusal for an object that cannot be read to its end, because a viewer might read it, and for passwords.
 */
export function readPdf(bytes: Buffer): PdfContent {
  const text = bytes.toString('latin1');
  const content: PdfContent = { objects: [], trailers: [] };
  const folded: { dict: PdfDict; start: number }[] = [];
  const count = { values: 0 };
  const lastEnd = text.lastIndexOf('endstream');
  const headers = new Headers(text);
  for (let header = headers.next(0), from = 0; header; header = headers.next(from)) {
    const lexer = new Lexer(text, header.end, count);
    const value = lexer.value();
    // A name or a number may contain the header of the next object: "/A7 0 obj".
    from = typeof value === 'object' && value !== null && !(value instanceof PdfName) ? lexer.at : header.end;
    if (header.number === undefined) {
      if (value instanceof PdfDict) content.trailers.push(value);
      continue;
    }
    content.objects.push({ number: header.number, value });
    if (!(value instanceof PdfDict)) continue;
    const start = lexer.streamStart();
    // The bytes of a stream are searched for objects too: a cross-reference table may point into them.
    if (start === undefined) continue;
    if (start > lastEnd) throw new Refusal(damagedPdf);
    value.isStream = true;
    if (value.get('Root') !== undefined) content.trailers.push(value);
    if (value.entries.some(([key, of]) => key === 'Type' && !(of instanceof PdfName))) throw new Refusal(damagedPdf);
    if (isNamed(value.get('Type'), 'ObjStm') || value.get('First') !== undefined) {
      // After anything but a line feed, readers disagree where the bytes begin.
      if (text[start - 1] !== '\n') throw new Refusal(damagedPdf);
      folded.push({ dict: value, start });
    }
  }
  if (content.trailers.some((dict) => dict.get('Encrypt') !== undefined)) throw new Refusal(encryptedPdf);
  let room = maxUnfolded;
  for (const { dict, start } of folded) {
    const unfolded = unfold(dict, bytes.subarray(start, endOf(text, dict, start)), room);
    room -= unfolded.length;
    content.objects.push(...objectsIn(unfolded.toString('latin1'), dict, count));
  }
  return content;
}

/** The header of an object, with its number, or a trailer, which has none; `end` is where its value may begin. */
type Header = { number: number | undefined; end: number };

const headerStart = /(?<!\d)\d+(?=[\0\t\n\v\f\r %])|trailer/g;
// VT is not white space in PDF, but some readers treat it as such.
const blank = /[\0\t\n\v\f\r ]*/y;
const generation = /[+-]*\d+/y;
const endOfLine = /[\r\n]|$/g;

/** Finds the headers of objects and trailers, with white space and comments of any length in them, in linear time. */
class Headers {
  readonly #text: string;
  /** The last comment that was skipped, because its end is needed once for every digit inside it. */
  #comment = { start: 0, end: -1 };
  constructor(text: string) {
    this.#text = text;
  }

  /** The first header that begins at `from` or later. */
  next(from: number): Header | undefined {
    headerStart.lastIndex = from;
    for (let found = headerStart.exec(this.#text); found; found = headerStart.exec(this.#text)) {
      const isTrailer = found[0] === 'trailer';
      const after = this.#skip(headerStart.lastIndex);
      if (isTrailer && this.#text.startsWith('<<', after)) return { number: undefined, end: after };
      if (isTrailer) continue;
      generation.lastIndex = after;
      if (!generation.test(this.#text)) continue;
      const keyword = this.#skip(generation.lastIndex);
      if (this.#text.startsWith('obj', keyword)) return { number: Number(found[0]), end: keyword + 3 };
    }
    return undefined;
  }

  /** Skips white space and comments. */
  #skip(at: number): number {
    for (let comments = 0; ; comments += 1) {
      blank.lastIndex = at;
      blank.test(this.#text);
      if (this.#text[blank.lastIndex] !== '%') return blank.lastIndex;
      if (comments === maxComments) throw new Refusal(tooComplicated);
      at = this.#endOfComment(blank.lastIndex);
    }
  }

  #endOfComment(start: number): number {
    if (start < this.#comment.start || start > this.#comment.end) {
      endOfLine.lastIndex = start;
      this.#comment = { start, end: endOfLine.exec(this.#text)?.index ?? this.#text.length };
    }
    return this.#comment.end;
  }
}

const isNamed = (value: PdfValue | undefined, name: string) => value instanceof PdfName && value.text === name;

/** The end of a stream: after its declared length, if its end marker is there, or else at the next end marker. */
function endOf(text: string, dict: PdfDict, start: number): number {
  const length = dict.get('Length');
  if (typeof length === 'number') {
    endOfStream.lastIndex = start + length;
    if (endOfStream.test(text)) return start + length;
  }
  const end = text.indexOf('endstream', start);
  if (end < 0) throw new Refusal(damagedPdf);
  return end;
}

/** @throws Refusal for a compression that no program uses for objects, or when the result is larger than `room`. */
function unfold(dict: PdfDict, bytes: Buffer, room: number): Buffer {
  const once = ['First', 'N', 'Filter', 'DecodeParms'];
  if (once.some((key) => dict.entries.filter(([name]) => name === key).length > 1)) throw new Refusal(damagedPdf);
  const how = [dict.get('Filter') ?? []].flat();
  const parameters = [dict.get('DecodeParms') ?? []].flat();
  if (parameters.some((one) => !(one === null || (one instanceof PdfDict && one.get('Predictor') === undefined))))
    throw new Refusal(tooComplicated);
  if (how.length === 0 && bytes.length <= room) return bytes;
  if (how.length !== 1 || !(isNamed(how[0], 'FlateDecode') || isNamed(how[0], 'Fl'))) throw new Refusal(tooComplicated);
  try {
    return inflateSync(bytes, { maxOutputLength: room });
  } catch (cause) {
    const tooLarge = (cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    throw new Refusal(tooLarge ? tooComplicated : damagedPdf, { cause });
  }
}

/**
 * The objects of a decompressed object stream (7.5.7): pairs of number and offset, then the objects in the order of
 * their offsets.
 */
function objectsIn(text: string, dict: PdfDict, count: Count): PdfContent['objects'] {
  const [first, length] = [dict.get('First'), dict.get('N')];
  if (typeof first !== 'number' || typeof length !== 'number') throw new Refusal(damagedPdf);
  const table = text.slice(0, Math.max(0, first));
  const pairs: number[] = [];
  for (const [digits] of table.matchAll(/\d+/g)) {
    countOne(count);
    pairs.push(Number(digits));
  }
  // Some readers look for pairs beyond the table, or read signs, fractions and comments in it.
  if (pairs.length < 2 * length || /[^\d\0\t\n\f\r ]/.test(table)) throw new Refusal(damagedPdf);
  const objects: PdfContent['objects'] = [];
  let end = 0;
  for (let i = 0; i + 1 < pairs.length; i += 2) {
    const [number = 0, at = 0] = pairs.slice(i, i + 2);
    // Objects that share bytes would be read several times, and a thousand of them a thousand times.
    if (at < end) throw new Refusal(damagedPdf);
    const lexer = new Lexer(text, first + at, count);
    objects.push({ number, value: lexer.value() });
    end = lexer.at - first;
  }
  return objects;
}

const white = /[\0\t\n\f\r ]*/y;
const regular = /[^\0\t\n\f\r ()<>[\]{}/%]*/y;
const comment = /%[^\r\n]*/y;
const plainText = /[^()\\]*/y;
const hexText = /<[\dA-Fa-f\0\t\n\f\r ]*>/y;
const streamKeyword = /stream(?:\r\n|\r|\n)?/y;
/** Characters that no program writes into a name, and at which some readers end it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters on purpose
const endsNameForSome = /[\x01-\x1f]|#00/;
const number = /^[+-]*(?:\d+-[\d-]*|\d*(?:\.[\d-]*)?)$/;

/** The number of values read so far. */
type Count = { values: number };

function countOne(count: Count): void {
  count.values += 1;
  if (count.values > maxValues) throw new Refusal(tooComplicated);
}

/** Reads values from a text, always forwards. */
class Lexer {
  at: number;
  readonly #text: string;
  readonly #count: Count;
  constructor(text: string, at: number, count: Count) {
    this.#text = text;
    this.at = at;
    this.#count = count;
  }

  /**
   * The value that begins here.
   *
   * @throws Refusal when there is none, or it does not end.
   */
  value(depth = 0): PdfValue {
    const value = this.#next(depth);
    if (value === undefined || value instanceof Mark) throw new Refusal(damagedPdf);
    if (depth > 0 || typeof value !== 'number') return value;
    // An object may consist of only a reference to another.
    const before = this.at;
    this.#skip();
    const hasGeneration = this.#take(generation) !== '';
    this.#skip();
    if (hasGeneration && this.#take(regular) === 'R') return new PdfRef(value);
    this.at = before;
    return value;
  }

  /** The offset of a stream's bytes, if a stream follows. */
  streamStart(): number | undefined {
    this.#skip();
    return this.#take(streamKeyword) ? this.at : undefined;
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const taken = pattern.exec(this.#text)?.[0] ?? '';
    this.at += taken.length;
    return taken;
  }

  #skip(): void {
    this.#take(white);
    while (this.#text[this.at] === '%') {
      refuseHidden(this.#take(comment));
      this.#take(white);
    }
  }

  #next(depth: number): PdfValue | Mark | undefined {
    this.#skip();
    countOne(this.#count);
    const char = this.#text[this.at];
    if (char === '/') {
      this.at += 1;
      const raw = this.#take(regular);
      if (raw.length > 3 * maxName || endsNameForSome.test(raw)) throw new Refusal(damagedPdf);
      const name = unescapeName(raw);
      if (name.length > maxName) throw new Refusal(damagedPdf);
      return new PdfName(name);
    }
    if (char === '(') return this.#string();
    if (char === '[') return this.#list(']', 1, depth);
    if (char === '<') {
      if (this.#text[this.at + 1] === '<') return dictOf(this.#list('>>', 2, depth));
      if (!this.#take(hexText)) throw new Refusal(damagedPdf);
      return null;
    }
    if (char === ']') return this.#mark(']');
    if (char === '>' && this.#text[this.at + 1] === '>') return this.#mark('>>');
    const word = this.#take(regular);
    if (['true', 'false', 'null'].includes(word) || (word === 'endobj' && depth === 0)) return null;
    if (word === 'R') return reference;
    if (word !== '' && number.test(word)) return Number.parseFloat(word) || 0;
    return undefined;
  }

  #mark(text: string): Mark {
    this.at += text.length;
    return new Mark(text);
  }

  #list(end: string, opening: number, depth: number): PdfValue[] {
    if (depth === maxDepth) throw new Refusal(damagedPdf);
    this.at += opening;
    const values: PdfValue[] = [];
    for (;;) {
      const value = this.#next(depth + 1);
      if (value === reference) {
        values.pop();
        const to = values.pop();
        if (typeof to !== 'number') throw new Refusal(damagedPdf);
        values.push(new PdfRef(to));
      } else if (value instanceof Mark && value.text === end) return values;
      else if (value === undefined || value instanceof Mark) throw new Refusal(damagedPdf);
      else values.push(value);
    }
  }

  #string(): null {
    const start = this.at;
    for (let open = 0; this.at < this.#text.length; ) {
      const char = this.#text[this.at];
      this.at += char === '\\' ? 2 : 1;
      if (char === '(') open += 1;
      if (char === ')') open -= 1;
      if (open === 0) {
        refuseHidden(this.#text.slice(start, this.at));
        return null;
      }
      this.#take(plainText);
    }
    throw new Refusal(damagedPdf);
  }
}

/** A token that ends a list, or turns the two numbers before it into a reference. */
class Mark {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}
const reference = new Mark('R');

/** Refuses an object inside a string or a comment, to which only a forged cross-reference table would point. */
function refuseHidden(text: string): void {
  if (new Headers(text).next(0)) throw new Refusal(damagedPdf);
}

const unescapeName = (raw: string): string =>
  raw.replace(/#([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

function dictOf(values: readonly PdfValue[]): PdfDict {
  const entries: [string, PdfValue][] = [];
  for (let i = 0; i < values.length; i += 2) {
    const [key, value] = [values[i], values[i + 1]];
    if (!(key instanceof PdfName) || value === undefined) throw new Refusal(damagedPdf);
    entries.push([key.text, value]);
  }
  return new PdfDict(entries);
}
