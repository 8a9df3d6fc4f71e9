/** The keyword of the chunk, and the tag, in which a picture carries a badge (Open Badges 3.0, 5.3 Baked Badge). */
export const chunkKeyword = 'openbadgecredential';
export const tagName = 'openbadges:credential';
export const tagNamespace = 'https://purl.imsglobal.org/ob/v3p0';

export const pngSignature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const utf8 = new TextDecoder();
const latin1 = new TextDecoder('latin1');

/**
 * The text of the badge in a file: baked into a PNG or SVG, or the file itself, if it is a text. Undefined for a
 * picture without a badge, and for any other file.
 */
export function badgeTextIn(file: Uint8Array): string | undefined {
  if (pngSignature.every((byte, at) => file[at] === byte)) return inPng(file);
  const text = utf8.decode(file);
  if (text.includes(`<${tagName}`)) return inSvg(text);
  return /^\s*(\{|[\w-]+\.[\w-]+\.[\w-]+\s*$)/.test(text.slice(0, 300_000)) ? text.trim() : undefined;
}

/** The text of the first iTXt chunk with the keyword; a compressed one is not permitted. */
function inPng(png: Uint8Array): string | undefined {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  for (let at = pngSignature.length; at + 12 <= png.length; ) {
    const length = view.getUint32(at);
    const end = at + 8 + length;
    if (end + 4 > png.length) return undefined;
    if (latin1.decode(png.subarray(at + 4, at + 8)) === 'iTXt') {
      const text = textOf(png.subarray(at + 8, end));
      if (text !== undefined) return text;
    }
    at = end + 4;
  }
  return undefined;
}

/** keyword NUL, compression flag, compression method, language NUL, translated keyword NUL, text (PNG, 11.3.3.4). */
function textOf(chunk: Uint8Array): string | undefined {
  const keyword = chunk.indexOf(0);
  if (latin1.decode(chunk.subarray(0, Math.max(keyword, 0))) !== chunkKeyword || chunk[keyword + 1] !== 0) {
    return undefined;
  }
  const language = chunk.indexOf(0, keyword + 3);
  const translated = language === -1 ? -1 : chunk.indexOf(0, language + 1);
  return translated === -1 ? undefined : utf8.decode(chunk.subarray(translated + 1)).trim();
}

/** The content of the tag's CDATA section, or its attribute `verify`. The file is searched, not parsed as XML. */
function inSvg(svg: string): string | undefined {
  const begin = svg.indexOf(`<${tagName}`);
  const open = svg.indexOf('>', begin);
  if (open === -1) return undefined;
  const jws = /\sverify="([\w.-]+)"/.exec(svg.slice(begin, open))?.[1];
  if (jws !== undefined) return jws;
  const end = svg.indexOf(`</${tagName}>`, open);
  const data = svg.indexOf('<![CDATA[', open);
  const close = svg.indexOf(']]>', data);
  return data === -1 || close === -1 || close > end ? undefined : svg.slice(data + '<![CDATA['.length, close).trim();
}
