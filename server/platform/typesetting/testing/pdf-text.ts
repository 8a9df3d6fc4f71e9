import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFNumber,
  PDFRawStream,
  PDFString,
} from '@cantoo/pdf-lib';

/** A text on the page: in points from the bottom left, `y` at the baseline. */
export type DrawnText = {
  text: string;
  size: number;
  left: number;
  right: number;
  y: number;
  /** The visible area at that place. */
  clip: Box;
};
type Box = { left: number; right: number; bottom: number; top: number };

type Matrix = readonly [number, number, number, number, number, number];
type Font = { textOf: Map<number, string>; widthOf: Map<number, number>; defaultWidth: number };

const identity: Matrix = [1, 0, 0, 1, 0, 0];
const times = (a: Matrix, b: Matrix): Matrix => [
  a[0] * b[0] + a[1] * b[2],
  a[0] * b[1] + a[1] * b[3],
  a[2] * b[0] + a[3] * b[2],
  a[2] * b[1] + a[3] * b[3],
  a[4] * b[0] + a[5] * b[2] + b[4],
  a[4] * b[1] + a[5] * b[3] + b[5],
];
const placed = (m: Matrix, x: number, y: number): [number, number] => [
  m[0] * x + m[2] * y + m[4],
  m[1] * x + m[3] * y + m[5],
];

/**
 * The texts of a page of a PDF, by default the first, with their positions, for tests on machines without a PDF reader.
 * Supports what our own PDFs use: two-byte fonts with a ToUnicode table, and text outside of form XObjects.
 */
export async function drawnTexts(pdf: Uint8Array, pageIndex = 0): Promise<DrawnText[]> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false });
  const page = document.getPage(pageIndex);
  const fonts = new Map<string, Font>();
  const dictionary = page.node.Resources()?.lookupMaybe(PDFName.of('Font'), PDFDict);
  for (const [name] of dictionary?.entries() ?? [])
    fonts.set(name.asString(), fontOf(dictionary?.lookup(name, PDFDict)));
  const contents = page.node.Contents();
  const streams = contents instanceof PDFArray ? contents.asArray().map((_, at) => contents.lookup(at)) : [contents];
  const program = streams.map((stream) => decoded(stream)).join('\n');
  const { width, height } = page.getSize();
  return textsOf(program, fonts, { left: 0, bottom: 0, right: width, top: height });
}

/** All texts of a page of a PDF, by default the first, in drawing order, one per line. */
export async function wordsOf(pdf: Uint8Array, pageIndex = 0): Promise<string> {
  return (await drawnTexts(pdf, pageIndex)).map(({ text }) => text).join('\n');
}

function decoded(stream: unknown): string {
  if (!(stream instanceof PDFRawStream)) throw new Error('Not a stream');
  return Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1');
}

function fontOf(font: PDFDict | undefined): Font {
  const textOf = new Map<number, string>();
  const map = font?.lookup(PDFName.of('ToUnicode'));
  for (const [, code = '', text = ''] of map ? decoded(map).matchAll(/<([0-9A-F]{4})> <([0-9A-F]+)>\n/gi) : []) {
    textOf.set(Number.parseInt(code, 16), utf16(text));
  }
  const descendant = font?.lookup(PDFName.of('DescendantFonts'), PDFArray).lookup(0, PDFDict);
  const widthOf = new Map<number, number>();
  const widths = descendant?.lookup(PDFName.of('W'), PDFArray);
  for (let at = 0; widths && at < widths.size(); ) {
    const first = widths.lookup(at, PDFNumber).asNumber();
    const next = widths.lookup(at + 1);
    if (next instanceof PDFArray) {
      for (let index = 0; index < next.size(); index++)
        widthOf.set(first + index, next.lookup(index, PDFNumber).asNumber());
      at += 2;
    } else {
      const last = widths.lookup(at + 1, PDFNumber).asNumber();
      for (let glyph = first; glyph <= last; glyph++) widthOf.set(glyph, widths.lookup(at + 2, PDFNumber).asNumber());
      at += 3;
    }
  }
  return { textOf, widthOf, defaultWidth: descendant?.lookupMaybe(PDFName.of('DW'), PDFNumber)?.asNumber() ?? 1000 };
}

// A string may contain balanced brackets: two levels are more than our PDF writer ever leaves unescaped.
const string = String.raw`\((?:\\[^]|[^\\()]|\((?:\\[^]|[^\\()]|\([^()]*\))*\))*\)`;
const token = new RegExp(
  String.raw`<<[^]*?>>|\[(?:${string}|[^\]()])*\]|${string}|<[0-9A-F]*>|\/[^\s/<>[\]()]+|[-+.\d]+|[A-Za-z*'"]+`,
  'gi',
);

/** The operands and operators of a content stream, in their order. */
export const contentTokens = (program: string): string[] => program.match(token) ?? [];

function textsOf(program: string, fonts: Map<string, Font>, page: Box): DrawnText[] {
  const texts: DrawnText[] = [];
  const saved: { matrix: Matrix; clip: Box }[] = [];
  const actual: (string | undefined)[] = [];
  let state = { matrix: identity, clip: page };
  let textMatrix = identity;
  let font: Font | undefined;
  let size = 0;
  let path: [number, number][] = [];
  let operands: string[] = [];
  const matrix = (): Matrix => {
    const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = operands.map(Number);
    return [a, b, c, d, e, f];
  };
  const operators: Record<string, () => void> = {
    q: () => saved.push(state),
    Q: () => {
      state = saved.pop() ?? state;
    },
    cm: () => {
      state = { ...state, matrix: times(matrix(), state.matrix) };
    },
    m: () => path.push(placed(state.matrix, Number(operands[0]), Number(operands[1]))),
    l: () => path.push(placed(state.matrix, Number(operands[0]), Number(operands[1]))),
    W: () => {
      state = { ...state, clip: within(state.clip, path) };
    },
    BMC: () => actual.push(undefined),
    BDC: () => actual.push(/ActualText\s*<FEFF([0-9A-F]*)>/i.exec(operands[1] ?? '')?.[1]),
    EMC: () => actual.pop(),
    Tm: () => {
      textMatrix = matrix();
    },
    Tf: () => {
      font = fonts.get(operands[0] ?? '');
      size = Number(operands[1]);
    },
    TJ: () => {
      if (!font) throw new Error('Text without a font');
      const said = actual.findLast((text) => text !== undefined);
      texts.push(shown(operands[0] ?? '', said, font, size, times(textMatrix, state.matrix), state.clip));
    },
  };
  const ended = /^(n|f|S|s|B|b)\*?$/;
  const unknown = /^(Td|TD|T\*|'|"|Tz|Ts|Tc|Tw)$/;
  for (const part of contentTokens(program)) {
    if (!/^[A-Za-z*'"]+$/.test(part)) {
      operands.push(part);
      continue;
    }
    if (unknown.test(part)) throw new Error(`Not understood: ${part}`);
    if (ended.test(part)) path = [];
    else operators[part === 'Tj' ? 'TJ' : part]?.();
    operands = [];
  }
  return texts;
}

function shown(
  operand: string,
  said: string | undefined,
  font: Font,
  size: number,
  matrix: Matrix,
  clip: Box,
): DrawnText {
  let text = '';
  let width = 0;
  // The space that ends a wrapped line extends beyond it, invisibly.
  let inkedWidth = 0;
  for (const [part] of operand.matchAll(new RegExp(`${string}|[-.\\d]+`, 'g'))) {
    if (!part.startsWith('(')) {
      width -= Number(part);
      continue;
    }
    const codes = PDFString.of(part.slice(1, -1)).asBytes();
    for (let at = 0; at + 1 < codes.length; at += 2) {
      const glyph = (codes[at] ?? 0) * 256 + (codes[at + 1] ?? 0);
      const character = font.textOf.get(glyph) ?? '';
      text += character;
      width += font.widthOf.get(glyph) ?? font.defaultWidth;
      if (character.trim() !== '') inkedWidth = width;
    }
  }
  const [left, y] = placed(matrix, 0, 0);
  const [right] = placed(matrix, (inkedWidth / 1000) * size, 0);
  return { text: said === undefined ? text : utf16(said), size, left, right, y, clip };
}

const utf16 = (hex: string): string => Buffer.from(hex, 'hex').swap16().toString('utf16le');

function within(clip: Box, path: [number, number][]): Box {
  const xs = path.map(([x]) => x);
  const ys = path.map(([, y]) => y);
  return {
    left: Math.max(clip.left, Math.min(...xs)),
    right: Math.min(clip.right, Math.max(...xs)),
    bottom: Math.max(clip.bottom, Math.min(...ys)),
    top: Math.min(clip.top, Math.max(...ys)),
  };
}
