import sharp, { type Sharp } from 'sharp';
import type { Grey } from '../../../../web/app/lib/codes/read-pixels.ts';
import { dice } from '../../training/testing/stretches.ts';

const printDpi = 300;
/** Samples of the print for each dot of the scan, across and down. */
const samples = 2;
/** The right-hand part of the sheet is scanned, which has the code and takes less time. */
const scannedFrom = 0.7;

const pictureOf = ({ width, height, data }: Grey): Sharp => sharp(data, { raw: { width, height, channels: 1 } });

/** The shades of grey of a picture. */
export async function greyOf(picture: Sharp): Promise<Grey> {
  const grey = picture.greyscale().toColourspace('b-w').raw();
  const { data, info } = await grey.toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

/** A sheet rendered at 300 dpi, as it comes out of a printer: its ink spreads. */
export const printed = (rendered: Sharp): Promise<Grey> => greyOf(rendered.greyscale().blur(0.8).linear(1.6, -100));

/**
 * The right-hand part of a printed sheet as an office scanner sees it: laid down at an angle of half a degree to twelve
 * degrees, a little skewed, blurred by 0.3 to 1.1 dots, with less contrast, with noise, and as a JPEG of quality 60.
 * The same `seed` gives the same scan.
 */
export async function scanned(print: Grey, { dpi, seed }: { dpi: number; seed: number }): Promise<Grey> {
  const random = dice(seed);
  const between = (least: number, most: number) => least + (most - least) * random();
  const tilt = (between(0.5, seed % 2 === 0 ? 3 : 12) * (random() < 0.5 ? -1 : 1) * Math.PI) / 180;
  const [skew, blur, contrast] = [between(-0.01, 0.01), between(0.3, 1.1), between(0.6, 0.95)];
  const [black, noise] = [between(15, 45), between(2, 8)];
  const step = printDpi / dpi;
  const [left, width, height] = [
    Math.round((print.width / step) * scannedFrom),
    Math.round((print.width / step) * (1 - scannedFrom)),
    Math.round(print.height / step),
  ];
  const [cos, sin] = [Math.cos(tilt), Math.sin(tilt)];
  const [middleX, middleY] = [print.width / 2 + random() * step, print.height / 2 + random() * step];
  const shadeAt = (x: number, y: number): number => {
    const u = x * step - print.width / 2;
    const v = y * step - print.height / 2;
    const column = Math.round(cos * u + (sin + skew) * v + middleX);
    const row = Math.round(cos * v - sin * u + middleY);
    const isOnSheet = column >= 0 && row >= 0 && column < print.width && row < print.height;
    return isOnSheet ? (print.data[row * print.width + column] ?? 255) : 255;
  };
  const dots = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let sum = 0;
      for (let down = 0.5; down < samples; down++) {
        for (let across = 0.5; across < samples; across++)
          sum += shadeAt(left + x + across / samples, y + down / samples);
      }
      dots[y * width + x] = sum / (samples * samples);
    }
  }
  const { data } = await greyOf(pictureOf({ width, height, data: dots }).blur(blur));
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const seen = Uint8ClampedArray.from(data, (shade) => shade * contrast + black + normal() * noise);
  const jpeg = await pictureOf({ width, height, data: new Uint8Array(seen) })
    .jpeg({ quality: 60 })
    .toBuffer();
  return greyOf(sharp(jpeg));
}
