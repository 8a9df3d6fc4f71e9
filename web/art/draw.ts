import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

// Draws the pictures that are kept in web/public: `node web/art/draw.ts`.

const target = (name: string) => join(import.meta.dirname, '../public', name);
const palette = { palette: true, effort: 10, colours: 64 } as const;

/** The picture for shared links, of 1200 by 630 as those who show it expect. */
const { size } = await sharp(join(import.meta.dirname, 'share-picture.svg'))
  .resize(1200, 630)
  .png(palette)
  .toFile(target('share.png'));
console.log(`share.png ${size} bytes`);

/** The icon of the installed site. A maskable one is cut to a circle or a square, so its mark keeps to the middle. */
async function drawIcon(name: string, edge: number, { isMaskable = false } = {}) {
  const mark = isMaskable ? Math.round(edge * 0.7) : edge;
  const margin = Math.round((edge - mark) / 2);
  const background = isMaskable ? '#0b2444' : { r: 0, g: 0, b: 0, alpha: 0 };
  const drawn = await sharp(readFileSync(target('favicon.svg')), { density: 72 * (mark / 40) })
    .resize(mark, mark)
    .extend({ top: margin, bottom: edge - mark - margin, left: margin, right: edge - mark - margin, background })
    .flatten(isMaskable ? { background } : false)
    .png(palette)
    .toFile(target(name));
  console.log(`${name} ${drawn.size} bytes`);
}
await drawIcon('icon-192.png', 192);
await drawIcon('icon-512.png', 512);
// iPhones look for it under this name
await drawIcon('apple-touch-icon.png', 180, { isMaskable: true });
await drawIcon('icon-maskable-512.png', 512, { isMaskable: true });
