/** A picture without colours: a byte for each pixel, 0 for black, row by row. */
export type GreyPicture = { pixels: Uint8Array; width: number; height: number };

/** The brightness at a point between pixels; undefined outside of the picture. */
export function brightnessAt({ pixels, width, height }: GreyPicture, x: number, y: number): number | undefined {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) return undefined;
  const [right, low, at] = [x - left, y - top, top * width + left];
  const row = (from: number) => (pixels[from] ?? 0) * (1 - right) + (pixels[from + 1] ?? 0) * right;
  return row(at) * (1 - low) + row(at + width) * low;
}

/** A picture whose width is at most `most`, each pixel the mean of a square of `factor` by `factor`. */
export function shrink(picture: GreyPicture, most: number): GreyPicture & { factor: number } {
  const factor = Math.ceil(picture.width / most);
  if (factor === 1) return { ...picture, factor };
  const [width, height] = [Math.floor(picture.width / factor), Math.floor(picture.height / factor)];
  const pixels = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      let sum = 0;
      for (let row = 0; row < factor; row += 1) {
        const from = (y * factor + row) * picture.width + x * factor;
        for (let i = from; i < from + factor; i += 1) sum += picture.pixels[i] ?? 0;
      }
      pixels[y * width + x] = sum / factor ** 2;
    }
  return { pixels, width, height, factor };
}

/** A pixel darker than this part of its surroundings is ink. */
const inkBelow = 0.84;
/** Surroundings darker than this have no ink that could be told apart. */
const blackBelow = 16;

/** Where there is ink (1): what is darker than the mean within `radius` pixels, whatever the light. */
export function inkOf({ pixels, width, height }: GreyPicture, radius: number): Uint8Array {
  const sums = new Float64Array((width + 1) * (height + 1));
  const sumAt = (x: number, y: number) => sums[y * (width + 1) + x] ?? 0;
  for (let y = 0; y < height; y += 1) {
    let row = 0;
    for (let x = 0; x < width; x += 1) {
      row += pixels[y * width + x] ?? 0;
      sums[(y + 1) * (width + 1) + x + 1] = sumAt(x + 1, y) + row;
    }
  }
  const ink = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    const [top, bottom] = [Math.max(0, y - radius), Math.min(height, y + radius + 1)];
    for (let x = 0; x < width; x += 1) {
      const [left, right] = [Math.max(0, x - radius), Math.min(width, x + radius + 1)];
      const sum = sumAt(right, bottom) - sumAt(right, top) - sumAt(left, bottom) + sumAt(left, top);
      const mean = sum / ((bottom - top) * (right - left));
      if (mean > blackBelow && (pixels[y * width + x] ?? 0) < mean * inkBelow) ink[y * width + x] = 1;
    }
  }
  return ink;
}
