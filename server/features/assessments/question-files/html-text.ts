import { Parser } from 'htmlparser2';
import { ListMarks } from './list-marks.ts';
import {
  blocks,
  type Fate,
  fateOf,
  isKnown,
  lossOf,
  lostElements,
  mathChildren,
  plainColours,
} from './markup-elements.ts';
import { firstOf, type HtmlText, plainWords, quoted } from './plain-words.ts';
import { inSigns, type Level } from './raised-signs.ts';
import { chooseElements, type MarkupEvent } from './text-languages.ts';

/** Elements inside so many others of which the text alone does not say all are read as plain text. */
const deepest = 20;
/** More remarks on one text than anybody reads. */
const mostRemarks = 100;

type Frame = {
  name: string;
  /** Where its text begins. */
  from: number;
  /** What becomes of its text. */
  as: Fate;
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

/** The text of markup, and what it had besides. */
export function textOfMarkup(events: readonly MarkupEvent[]): HtmlText {
  const chosen = chooseElements(events, { quoted, firstOf });
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

/** Attributes that are written without a value. */
const switches = new Set(
  'allowfullscreen async autoplay checked controls disabled hidden loop multiple muted nowrap open readonly required selected'.split(
    ' ',
  ),
);

/**
 * The text of HTML, and what it had besides. Words behind a `<` that a browser takes for a tag are not lost: a tag or a
 * comment that never ends is text, and a tag with words in it has a remark.
 */
export function htmlText(html: string): HtmlText {
  const events: MarkupEvent[] = [];
  const remarks = new Set<string>();
  let [hasWords, isRead, read] = [false, false, 0];
  const markRead = () => {
    read = parser.endIndex + 1;
  };
  const parser = new Parser({
    onattribute: (name, _, quote) => {
      if (quote === undefined && !switches.has(name)) hasWords = true;
    },
    onopentag: (open, attributes) => {
      events.push({ open, attributes });
      markRead();
      if (hasWords) remarks.add(`${quoted(html.slice(parser.startIndex, read))} is read as a tag`);
      hasWords = false;
    },
    ontext: (text) => {
      events.push({ text });
      markRead();
    },
    onclosetag: (close, isImplied) => {
      events.push({ close });
      if (!isImplied) markRead();
    },
    oncomment: (comment) => {
      if (isRead) return;
      markRead();
      const lost = commentLeftOut(comment);
      if (lost) remarks.add(lost);
    },
  });
  parser.write(html);
  isRead = true;
  parser.end();
  const rest = html.slice(read);
  if (rest.trim() !== '') return htmlText(html.slice(0, read) + rest.replaceAll('<', '&lt;'));
  const text = textOfMarkup(events);
  return { ...text, remarks: [...remarks, ...text.remarks] };
}

/** The remark on a comment; undefined for those that Word and clipboards write. */
export const commentLeftOut = (comment: string): string | undefined =>
  /^(?:\s*|(?:Start|End)Fragment|\[(?:if|endif).*)$/s.test(comment)
    ? undefined
    : `the comment ${quoted(comment)} is left out`;

/** Text of markup with its white space as a browser shows it: hard spaces stay. */
const tidied = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.replace(/ +/g, ' ').trim().replaceAll('\u00a0', ' '))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
