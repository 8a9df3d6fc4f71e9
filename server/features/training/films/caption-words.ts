import { Parser } from 'htmlparser2';

/**
 * Tags of WebVTT and SubRip: a known name after `<` or `</`, of which some have more words, or a time. Any other `<` is
 * text, as in 'O2 < 23.5 %' and in 'a<b and c>d'.
 */
const tag =
  /<(\/?)(?:(b|i|u|s|c|q|p|br|em|strong|ruby|rt|rp)(?:\.[\w.-]{0,99})?\s?\/?|(?:v|font|span|lang)(?:[\s.][^<>\n]{0,300})?)>|<\d{1,3}:\d{2}[\d:.,]{0,20}>/gi;
/** The overrides of SubStation Alpha, which SubRip files have too. */
const override = /\{\\[^{}\n]*\}/g;
const entity = /&(?:[a-z]{2,32}\d{0,2}|#\d{1,7}|#x[\da-f]{1,6});/gi;

export type Words = { text: string; lost: string[] };

/**
 * The words of a caption as WebVTT has them, on lines that are not blank: tags are removed, entities are decoded once,
 * and what would be read as markup is escaped once.
 *
 * @returns also what is lost with the tags: speakers, and tags and overrides.
 */
export function wordsOf(lines: readonly string[]): Words {
  const lost: string[] = [];
  const drop = (written: string) => {
    lost.push(written);
    return '';
  };
  const text = lines
    .join('\n')
    .replace(tag, (written, end: string | undefined, name: string | undefined) => {
      if (name?.toLowerCase() === 'br') return '\n';
      return end === '/' ? '' : drop(written);
    })
    .replace(override, drop)
    .replace(entity, decoded)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('-->', '--&gt;')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
  return { text, lost };
}

/** The character that an entity of HTML stands for; one that is unknown is text. */
function decoded(written: string): string {
  let text = '';
  const parser = new Parser({
    ontext: (part) => {
      text += part;
    },
  });
  parser.end(written);
  return text;
}
