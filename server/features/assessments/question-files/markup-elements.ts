import { quoted } from './plain-words.ts';
import type { Level } from './raised-signs.ts';

/** What becomes of the text of an element. */
export type Fate = Level | 'struck' | 'hidden' | undefined;

/** Elements that begin a new line. */
export const blocks = names(
  'address article aside blockquote body br caption center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr html legend li main menu nav ol p pre section summary table tr ul',
);
/** Elements of which the words say all. Any other has a remark. */
const wordsAlone = names(
  'abbr acronym b bdi big cite code colgroup col contentbody data dfn em font i img kbd label lang nobr noscript picture rb rp rt rtc ruby samp small span strong tbody td tfoot th thead time tt var wbr',
);
/** Elements whose content is not text for people. */
const silent = names('annotation annotation-xml head script style template title');
/** Elements that say something which plain text cannot. */
export const lostElements: Readonly<Record<string, string>> = {
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
export const mathChildren: Readonly<Record<string, readonly (Level | undefined)[]>> = {
  msup: [undefined, 'sup'],
  msub: [undefined, 'sub'],
  msubsup: [undefined, 'sub', 'sup'],
};
function names(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}

export const isKnown = (name: string): boolean =>
  blocks.has(name) ||
  wordsAlone.has(name) ||
  silent.has(name) ||
  mathElements.has(name) ||
  /^(s|del|strike|sup|sub|q|o:p)$/.test(name);
export const plainColours =
  /^(black|white|inherit|initial|transparent|currentcolor|windowtext|#0{3,8}|#f{3,8}|rgb\(0, ?0, ?0\)|rgb\(255, ?255, ?255\))$/i;

/** What becomes of the text of an element. */
export function fateOf(name: string, { style = '', hidden }: Record<string, string>): Fate {
  if (silent.has(name) || hidden !== undefined || /display\s*:\s*none|visibility\s*:\s*hidden/i.test(style))
    return 'hidden';
  if (name === 's' || name === 'del' || name === 'strike' || /line-through/i.test(style)) return 'struck';
  if (name === 'sup' || /vertical-align\s*:\s*(super|text-top)/i.test(style)) return 'sup';
  if (name === 'sub' || /vertical-align\s*:\s*(sub\b|text-bottom)/i.test(style)) return 'sub';
  return undefined;
}

export function lossOf(name: string, what: string, text: string, source: string): string {
  const words = text.trim();
  if (name === 'a') return `the link ${quoted(source || words)} is left out`;
  if (words === '') return `${what} ${source ? `${quoted(source)} ` : ''}is left out`;
  return `${what} is held as its words alone: ${quoted(words)}${source ? `, without ${quoted(source)}` : ''}`;
}
