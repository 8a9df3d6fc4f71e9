import { join } from 'node:path';
import sharp from 'sharp';

/** Draws the picture for shared links, of 1200 by 630 as those who show it expect: `node web/art/draw.ts`. */
const { size } = await sharp(join(import.meta.dirname, 'share-picture.svg'))
  .resize(1200, 630)
  .png({ palette: true, effort: 10, colours: 64 })
  .toFile(join(import.meta.dirname, '../public/share.png'));
console.log(`share.png ${size} bytes`);
