import type { CompileDocArgs, NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import sharp from 'sharp';

/** As wide as a phone's screen has pixels; the text of the sheet is still read at that size. */
const width = 960;
/** The width of the sheet's drawing, A4 landscape, in points. */
const drawnWidth = 842;

/**
 * The sheet as a WebP picture, from the same source as its PDF, for screens. It weighs some 65 to 75 kB, half of what
 * the PDF does, and takes half a second of a processor, most of it for the fine lines. Throws an Error with the
 * compiler's reason when the sheet does not compile.
 */
export async function pictureOfSheet(compiler: NodeCompiler, source: CompileDocArgs): Promise<Buffer> {
  const compilation = compiler.compile(source);
  if (!compilation.result) {
    throw new Error(`The sheet does not compile: ${JSON.stringify(compilation.takeDiagnostics()?.shortDiagnostics)}`);
  }
  const drawing = Buffer.from(compiler.plainSvg(compilation.result));
  return sharp(drawing, { density: (72 * width) / drawnWidth })
    .resize({ width })
    .flatten({ background: '#fff' })
    .webp({ quality: 70 })
    .toBuffer();
}
