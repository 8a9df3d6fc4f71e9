import type { CompileDocArgs, NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import sharp from 'sharp';

/** A4 landscape, as wide as a phone's screen has pixels; the text of the sheet is still read at that size. */
const size = { width: 960, height: 679 } as const;

/** The photograph in pixels; it has 136 × 175 of the picture's. To draw it as large as for print takes 10 ms. */
export const photoOfPicture = { width: 224, height: 288 } as const;

/** The ground of every picture as pixels. */
export type PictureGround = { data: Buffer; info: { width: number; height: number; channels: 3 } };

/** Draws the ground of every picture, which takes half a second of a processor for its fine lines. */
export async function pictureGround(ground: string): Promise<PictureGround> {
  const density = (72 * size.width) / 842;
  const data = await sharp(Buffer.from(ground), { density })
    .resize({ ...size, fit: 'fill' })
    .flatten({ background: '#fff' })
    .removeAlpha()
    .raw()
    .toBuffer();
  return { data, info: { ...size, channels: 3 } };
}

/**
 * The sheet as a WebP picture, from the same source as its PDF, for screens. It weighs some 65 to 75 kB, half of what
 * the PDF does. Throws an Error with the compiler's reason when the sheet does not compile.
 *
 * @param source the sheet without its ground
 * @param ground from `pictureGround`
 */
export async function pictureOfSheet(
  compiler: NodeCompiler,
  source: CompileDocArgs,
  ground: PictureGround,
): Promise<Buffer> {
  const compilation = compiler.compile(source);
  if (!compilation.result) {
    throw new Error(`The sheet does not compile: ${JSON.stringify(compilation.takeDiagnostics()?.shortDiagnostics)}`);
  }
  const drawing = Buffer.from(inPixels(joinedGlyphs(compiler.plainSvg(compilation.result))));
  // an effort of 4 takes twice as long for 1 % fewer bytes
  return sharp(ground.data, { raw: ground.info })
    .composite([{ input: drawing }])
    .webp({ quality: 70, effort: 2 })
    .toBuffer();
}

/** The drawing in the size of the picture: it is drawn once, and not enlarged and reduced. */
const inPixels = (svg: string): string =>
  svg.replace(
    / width="[\d.]+pt" height="[\d.]+pt"/,
    ` width="${size.width}" height="${size.height}" preserveAspectRatio="none"`,
  );

const symbol = /^<symbol id="(\w+)"/;
const glyphPath = '<path d="M 0 0m ';
const glyph = /^<use xlink:href="#(\w+)" x="([\d.-]+)" y="([\d.-]+)" fill="(#\w+)" fill-rule="nonzero"\/>$/;

/**
 * The same drawing with one path for each run of glyphs in one colour, in place of a reference to a symbol for each
 * glyph, which takes a sixth longer to draw. The path of a symbol is relative to its first point, so that it is moved
 * by moving that. What is not drawn in this way, such as a glyph in colours, stays as it is.
 *
 * @param svg as the compiler writes it, an element a line.
 */
export function joinedGlyphs(svg: string): string {
  const lines = svg.split('\n').map((line) => line.trim());
  const paths = new Map<string, string>();
  for (const [index, line] of lines.entries()) {
    const [, id] = symbol.exec(line) ?? [];
    const path = lines[index + 1];
    if (id && path?.startsWith(glyphPath) && path.endsWith('"/>') && lines[index + 2] === '</symbol>')
      paths.set(id, path.slice(glyphPath.length - 2, -'"/>'.length));
  }
  const joined: string[] = [];
  let run = { fill: '', path: '' };
  const endRun = () => {
    if (run.path !== '') joined.push(`<path fill="${run.fill}" d="${run.path}"/>`);
    run = { fill: '', path: '' };
  };
  for (const line of lines) {
    const [, id = '', x, y, fill = ''] = glyph.exec(line) ?? [];
    const path = paths.get(id);
    if (path === undefined || fill !== run.fill) endRun();
    if (path === undefined) joined.push(line);
    else run = { fill, path: `${run.path}M ${x} ${y}${path}` };
  }
  endRun();
  return joined.join('\n');
}
