import sharp from 'sharp';
import { expect, test } from 'vitest';
import { measurePicture } from './pictures.ts';

const lines = Array.from(
  { length: 18 },
  (_, i) =>
    `<text x="60" y="${90 + i * 40}" font-size="26" font-family="sans-serif">Nautilus ${i} Certificate 4839201</text>`,
);
const page = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="850"><rect width="1200" height="850" fill="#eee"/>${lines.join('')}</svg>`,
);

const sharpnessOf = async (blur: number, onTable = false): Promise<number> => {
  let picture = sharp(page);
  if (onTable) {
    const edge = { top: 500, bottom: 500, left: 500, right: 500, background: '#887' };
    picture = sharp(await picture.extend(edge).png().toBuffer());
  }
  const sent = await (blur ? picture.blur(blur) : picture).jpeg({ quality: 85 }).toBuffer();
  return (await measurePicture(sent))?.sharpness ?? Number.NaN;
};

test('a page in focus is sharper than a blurred one, and also if it lies on a table without edges', async () => {
  const [clear, soft, blurred] = [await sharpnessOf(0), await sharpnessOf(1.5), await sharpnessOf(5)];
  expect(clear).toBeGreaterThan(30);
  expect(soft).toBeGreaterThan(5);
  expect(blurred).toBeLessThan(5);
  expect(await sharpnessOf(0, true)).toBeGreaterThan(15);
  expect(await sharpnessOf(8, true)).toBeLessThan(5);
});

test('a picture that no upload may have is not decoded', async () => {
  const huge = { width: 8_000, height: 6_400, channels: 3, background: '#fff' } as const;
  expect(await measurePicture(await sharp({ create: huge }).png({ compressionLevel: 1 }).toBuffer())).toBeUndefined();
});

test('its size is that of the stored picture, and what is no picture has none', async () => {
  const picture = await sharp(page).resize(300).jpeg().toBuffer();
  expect(await measurePicture(picture)).toMatchObject({ width: 300, height: 213 });
  expect(await measurePicture(picture.subarray(0, 200))).toBeUndefined();
});
