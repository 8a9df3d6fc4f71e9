import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import subsetFont from 'subset-font';

/**
 * Draws the site's letters out of the variable font of the package: what English and the names of its readers need,
 * in the weights that the site uses. What it writes is kept in the repository; run it again when the package or the
 * set of letters changes: `node web/type/subset.ts`.
 */
const files = join(createRequire(import.meta.url).resolve('@fontsource-variable/archivo/package.json'), '../files');
const kept = join(import.meta.dirname, '../app/ui/styles');

const span = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)).join('');

/** What English is written in: ASCII, a space that holds, and the typographer's signs. Every page needs these. */
const basic = `${span(0x20, 0x7e)}\u00a0\u00a9\u00b7\u00d7\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026\u2212`;
/** The letters and signs of Latin-1 beyond it, which names of people bring. */
const further = `${span(0xa1, 0xff)}\u20ac`;
/** The sign of the rupee stands in the package's file of further letters. */
const rupee = '\u20b9';

async function draw(source: string, text: string, target: string) {
  const font = await subsetFont(readFileSync(join(files, source)), text, {
    targetFormat: 'woff2',
    variationAxes: { wght: { min: 400, max: 700 } },
    // kerning, and figures of one width for tables; accents stand on letters of their own, so none is placed
    keepFeatures: ['kern', 'tnum'],
  });
  writeFileSync(join(kept, target), font);
  console.log(`${target} ${font.length} bytes`);
}

await draw('archivo-latin-wght-normal.woff2', basic, 'archivo.woff2');
await draw('archivo-latin-wght-normal.woff2', further, 'archivo-further.woff2');
await draw('archivo-latin-ext-wght-normal.woff2', rupee, 'archivo-rupee.woff2');
