import { Parser } from 'htmlparser2';

/** Elements that begin a new line. */
export const blockElements = new Set(
  'address article blockquote br div dd dl dt figure h1 h2 h3 h4 h5 h6 hr li ol p pre section table tr ul'.split(' '),
);
/** Elements whose content is not text for people. */
const silent = new Set(['head', 'script', 'style', 'template', 'title']);
/** Elements that say something which plain text cannot. */
export const lostElements: Readonly<Record<string, string>> = {
  audio: 'a sound',
  video: 'a film',
  object: 'an embedded object',
  embed: 'an embedded object',
  iframe: 'a frame',
  math: 'a formula',
  svg: 'a drawing',
  table: 'a table',
};

export type HtmlText = {
  /** The plain text, with line breaks. */
  text: string;
  images: { src: string; alt: string }[];
  /** What the text had besides, in words. */
  lost: string[];
};

/** The text of HTML, which questions here have instead of markup, and the pictures that it names. */
export function htmlText(html: string): HtmlText {
  const images: HtmlText['images'] = [];
  const found = new Set<string>();
  let text = '';
  let hidden = 0;
  const breakLine = () => {
    if (!endsInLineBreak(text)) text += '\n';
  };
  const parser = new Parser({
    onopentag(name, attributes) {
      if (silent.has(name)) hidden += 1;
      if (name === 'br') text += '\n';
      else if (blockElements.has(name)) breakLine();
      else if (name === 'td' || name === 'th') text += ' ';
      else if (name === 'img') images.push({ src: attributes.src ?? '', alt: attributes.alt ?? '' });
      const what = lostElements[name];
      if (what) found.add(what);
    },
    ontext(part) {
      if (hidden === 0) text += part.replace(/[ \t\r\n\f]+/g, ' ');
    },
    onclosetag(name) {
      if (silent.has(name)) hidden = Math.max(0, hidden - 1);
      if (name !== 'br' && blockElements.has(name)) breakLine();
    },
  });
  parser.end(html);
  return { text: tidied(text), images, lost: [...found] };
}

/** Whether a line has just begun: nothing but a space follows the last line break. */
export const endsInLineBreak = (text: string): boolean => /^$|\n ?$/.test(text.slice(-2));

/** Text of markup with its white space as a browser shows it: hard spaces stay. */
export const tidied = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.replace(/ +/g, ' ').trim().replaceAll('\u00a0', ' '))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
