import { Parser } from 'htmlparser2';
import { ListMarks } from './list-marks.ts';
import { inSigns, type Level } from './raised-signs.ts';
import { chooseElements, chooseMarked, type MarkupEvent } from './text-languages.ts';

export type HtmlText = {
  /** The plain text, with line breaks. */
  text: string;
  images: { src: string; alt: string }[];
  /** What the text had besides, each as a clause that says what it was and what became of it. */
  remarks: string[];
};

/** Elements that begin a new line. */
const blocks = names(
  'address article aside blockquote body br caption center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr html legend li main menu nav ol p pre section summary table tr ul',
);
/** Elements of which the words say all. Any other has a remark. */
const wordsAlone = names(
  'abbr acronym b bdi big cite code colgroup col contentbody data dfn em font i img kbd label lang nobr noscript picture rb rp rt rtc ruby samp small span strong tbody td tfoot th thead time tt var wbr',
);
/** Elements whose content is not text for people. */
const silent = names('annotation annotation-xml head script style template title');
/** Elements that say something which plain text cannot. */
const lostElements: Readonly<Record<string, string>> = {
  a: 'a link',
  area: 'a place in a picture',
  audio: 'a sound',
  video: 'a film',
  object: 'an embedded object',
  embed: 'an embedded object',
  iframe: 'a frame',
  math: 'a formula',
  svg: 'a drawing',
  table: 'a table',
  source: 'a media file',
  track: 'a file of captions',
  u: 'underlined text',
  ins: 'inserted text',
  mark: 'marked text',
};
/** Elements of MathML, which stand in one that has a remark. */
const mathElements = names(
  'menclose merror mfenced mfrac mi mmultiscripts mn mo mover mpadded mphantom mroot mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover semantics',
);
/** What the children of an element of MathML are, by their places. */
const mathChildren: Readonly<Record<string, readonly (Level | undefined)[]>> = {
  msup: [undefined, 'sup'],
  msub: [undefined, 'sub'],
  msubsup: [undefined, 'sub', 'sup'],
};
/** Elements inside so many others of which the text alone does not say all are read as plain text. */
const deepest = 20;
/** More remarks on one text than anybody reads. */
const mostRemarks = 100;

function names(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}

/** What a remark quotes: the beginning of a text, on one line. */
export function quoted(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return `“${line.length > 120 ? `${line.slice(0, 120)}…` : line}”`;
}

type Frame = {
  name: string;
  /** Where its text begins. */
  from: number;
  /** What becomes of its text. */
  as: Level | 'struck' | 'hidden' | undefined;
  /** Whether its text is looked at when it ends. */
  isWatched: boolean;
  children: number;
  /** What it shows without a text. */
  said: string;
};

const isPreformatted = (name: string) => name === 'pre' || name === 'textarea';

/** The text of markup, which questions here have instead, part by part. */
class MarkupText {
  readonly images: HtmlText['images'] = [];
  readonly remarks = new Set<string>();
  #parts: string[] = [];
  #frames: Frame[] = [];
  #watched = 0;
  #preformatted = 0;
  #lists = new ListMarks();

  get text(): string {
    return this.#parts.join('');
  }

  open(name: string, attributes: Record<string, string>): void {
    const parent = this.#frames.at(-1);
    const mathLevel = mathChildren[parent?.name ?? '']?.[parent?.children ?? 0];
    if (parent) parent.children += 1;
    if (name === 'br') this.#add('\n');
    else if (blocks.has(name)) this.#breakLine();
    else if ((name === 'td' || name === 'th') && parent && parent.children > 1) this.#add(' | ');
    else if (name === 'rt') this.#add(' (');
    else if (name === 'q') this.#add('“');
    else if (name === 'msqrt') this.#add('√(');
    else if (parent?.name === 'mfrac' && parent.children === 2) this.#add('/');
    const empty = name === 'li' ? this.#lists.take() : undefined;
    if (empty) this.#add(`${empty} `);
    this.#lists.open(name, attributes);
    if (name === 'img') this.#image(attributes);
    if (isPreformatted(name)) this.#preformatted += 1;
    this.#frames.push(this.#frameOf(name, attributes, mathLevel));
    this.#styles(attributes);
  }

  #frameOf(name: string, attributes: Record<string, string>, level: Level | undefined): Frame {
    const as = level ?? fateOf(name, attributes);
    const wanted = as !== undefined || name in lostElements || !isKnown(name);
    const isWatched = wanted && this.#watched < deepest;
    if (wanted && !isWatched) this.remark(`markup inside more than ${deepest} elements is held as its words alone`);
    if (isWatched) this.#watched += 1;
    const mark = isWatched && as ? this.#lists.take() : undefined;
    if (mark) this.#add(`${mark} `);
    const { src, data, href, value, placeholder, alt } = attributes;
    const said = src ?? data ?? href ?? value ?? placeholder ?? alt ?? '';
    return { name, from: this.#parts.length, as: isWatched ? as : undefined, isWatched, children: 0, said };
  }

  /** Adds a remark, of which nobody reads more than some. */
  remark(clause: string): void {
    if (this.remarks.size < mostRemarks) this.remarks.add(clause);
    else this.remarks.add('more is left out that is not named here');
  }

  say(part: string): void {
    const text =
      this.#preformatted > 0
        ? part.replace(/\r\n?/g, '\n').replace(/[ \t]/g, '\u00a0')
        : part.replace(/[ \t\r\n\f]+/g, ' ');
    const mark = text.trim() === '' ? undefined : this.#lists.take();
    this.#add(mark ? `${mark} ${text.trimStart()}` : text);
  }

  close(name: string): void {
    const frame = this.#frames.pop();
    if (!frame) return;
    if (isPreformatted(name)) this.#preformatted -= 1;
    if (frame.isWatched) this.#watched -= 1;
    if (name === 'rt') this.#add(')');
    else if (name === 'q') this.#add('”');
    else if (name === 'msqrt') this.#add(')');
    const mark = name === 'li' ? this.#lists.take() : undefined;
    if (mark) this.#add(mark);
    this.#lists.close(name);
    if (frame.isWatched) this.#settle(frame);
    if (name !== 'br' && blocks.has(name)) this.#breakLine();
  }

  /** Gives the text of an element that ends the form in which it is held, and remarks what that loses. */
  #settle({ name, from, as, said }: Frame): void {
    const text = this.#parts.slice(from).join('');
    if (as === 'hidden') {
      this.#replace(from, '');
      if (text.trim()) this.remark(`hidden text ${quoted(text)} is left out`);
    } else if (as === 'struck') {
      if (text.trim() === '') return;
      this.#replace(from, `[struck out: ${text.trim()}]`);
      this.remark(`${quoted(text)} is struck out there, and is marked so in words here`);
    } else if (as) {
      if (text.trim() === '') return;
      const signs = inSigns(text, as);
      this.#replace(from, signs ?? `${as === 'sup' ? '^' : '_'}(${text.trim()})`);
      const where = as === 'sup' ? 'above' : 'below';
      if (signs === undefined) this.remark(`${quoted(text)} stands ${where} the line there, and in brackets here`);
    }
    const what = lostElements[name];
    const words = text.trim() || said;
    if (what && (words || name !== 'a')) this.remark(lossOf(name, what, text, said));
    else if (!what && !isKnown(name)) this.remark(lossOf(name, `the element ${name}`, text, said));
  }

  #image({ src = '', alt = '', class: classes = '', ...rest }: Record<string, string>): void {
    const formula =
      rest['data-equation-content'] ?? (/(^|\s)(equation_image|texrender)(\s|$)/.test(classes) ? alt : '');
    if (formula === '') this.images.push({ src, alt });
    else {
      this.#add(formula);
      this.remark(`a formula is held as its code ${quoted(formula)}`);
    }
  }

  #styles({ style = '', color = '', title = '' }: Record<string, string>): void {
    const colours = [...style.matchAll(/(?:^|;)\s*(?:background-)?color\s*:\s*([^;]+)/gi)].map(([, one]) => one ?? '');
    const seen = [...colours, color].find((one) => one !== '' && !plainColours.test(one.trim()));
    if (seen) this.remark(`its colour ${quoted(seen)} is left out`);
    if (/text-transform\s*:\s*(upper|lower|capital)/i.test(style))
      this.remark('its style changes capitals, which is left out');
    if (title) this.remark(`the title ${quoted(title)} is left out`);
  }

  #add(part: string): void {
    if (part !== '') this.#parts.push(part);
  }

  #replace(from: number, text: string): void {
    this.#parts.length = Math.min(from, this.#parts.length);
    this.#add(text);
  }

  /** Begins a new line, unless nothing but a space follows the last line break. */
  #breakLine(): void {
    const end = this.#parts.slice(-2).join('').slice(-2);
    if (!/^ ?$|\n ?$/.test(end)) this.#add('\n');
  }
}

const isKnown = (name: string): boolean =>
  blocks.has(name) ||
  wordsAlone.has(name) ||
  silent.has(name) ||
  mathElements.has(name) ||
  /^(s|del|strike|sup|sub|q|o:p)$/.test(name);
const plainColours =
  /^(black|white|inherit|initial|transparent|currentcolor|windowtext|#0{3,8}|#f{3,8}|rgb\(0, ?0, ?0\)|rgb\(255, ?255, ?255\))$/i;

/** What becomes of the text of an element. */
function fateOf(name: string, { style = '', hidden }: Record<string, string>): Frame['as'] {
  if (silent.has(name) || hidden !== undefined || /display\s*:\s*none|visibility\s*:\s*hidden/i.test(style))
    return 'hidden';
  if (name === 's' || name === 'del' || name === 'strike' || /line-through/i.test(style)) return 'struck';
  if (name === 'sup' || /vertical-align\s*:\s*(super|text-top)/i.test(style)) return 'sup';
  if (name === 'sub' || /vertical-align\s*:\s*(sub\b|text-bottom)/i.test(style)) return 'sub';
  return undefined;
}

function lossOf(name: string, what: string, text: string, source: string): string {
  const words = text.trim();
  if (name === 'a') return `the link ${quoted(source || words)} is left out`;
  if (words === '') return `${what} ${source ? `${quoted(source)} ` : ''}is left out`;
  return `${what} is held as its words alone: ${quoted(words)}${source ? `, without ${quoted(source)}` : ''}`;
}

/** The text of markup, and what it had besides. */
export function textOfMarkup(events: readonly MarkupEvent[]): HtmlText {
  const chosen = chooseElements(events, quoted);
  const written = new MarkupText();
  for (const event of chosen.events) {
    if ('open' in event) written.open(event.open, event.attributes);
    else if ('close' in event) written.close(event.close);
    else written.say(event.text);
  }
  const { text, remarks } = plainWords(tidied(written.text));
  return { text, images: written.images, remarks: [...chosen.remarks, ...written.remarks, ...remarks] };
}

/** Whether a text has tags or entities. */
export const looksLikeMarkup = /<[a-z/!]|&#?\w+;/i;

/** The text of HTML, and what it had besides. */
export function htmlText(html: string): HtmlText {
  const events: MarkupEvent[] = [];
  const parser = new Parser({
    onopentag: (open, attributes) => void events.push({ open, attributes }),
    ontext: (text) => void events.push({ text }),
    onclosetag: (close) => void events.push({ close }),
  });
  parser.end(html);
  return textOfMarkup(events);
}

/** A text without markup, with the remarks on what the filters of other programs would have made of it. */
export function plainWords(written: string): HtmlText {
  const { text, remarks } = chooseMarked(written, quoted);
  const formulas = formulasIn(text);
  if (formulas.length > 0) remarks.push(`a formula is held as its code ${formulas.map(quoted).join(', ')}`);
  return { text: remarks.length > 0 ? withoutGaps(text.split('\n')) : text, images: [], remarks };
}

/** A text in Markdown, which is held as it is written. */
export function markdownText(written: string): HtmlText {
  const { text, images, remarks } = plainWords(written);
  const isMarked = /[*_`~^|]|\]\(|^\s*(?:#|>|[-+] |\d+\. )/m.test(text);
  return {
    text,
    images,
    remarks: isMarked ? [...remarks, `its Markdown is held as it is written: ${quoted(text)}`] : remarks,
  };
}

const delimiters = [
  ['\\(', '\\)'],
  ['\\[', '\\]'],
  ['$$', '$$'],
  ['[tex]', '[/tex]'],
  ['<tex>', '</tex>'],
  ['\\begin{', '\\end{'],
] as const;

/** The formulas of TeX in a text. Each sign is looked at a bounded number of times. */
function formulasIn(text: string): string[] {
  const delimited = delimiters.flatMap(([begin, end]) => {
    const found: string[] = [];
    for (let at = text.indexOf(begin); at !== -1; ) {
      const close = text.indexOf(end, at + begin.length);
      if (close === -1) break;
      found.push(text.slice(at, close + end.length));
      at = text.indexOf(begin, close + end.length);
    }
    return found;
  });
  if (delimited.length > 0) return delimited;
  // between single signs, or without any
  return [...(/\$[^$\n]{0,200}[\\^_][^$\n]{0,200}\$|\\[a-z]{2,20}\{|[\^_]\{/i.exec(text) ?? [])].map((one) => one);
}

/** Lines of a text of which parts were left out, without empty lines in their places. */
export const withoutGaps = (lines: readonly string[]): string =>
  lines
    .map((line) => line.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

/** Text of markup with its white space as a browser shows it: hard spaces stay. */
const tidied = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.replace(/ +/g, ' ').trim().replaceAll('\u00a0', ' '))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
