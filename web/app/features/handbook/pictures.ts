import type { Reader } from './readers.ts';

const files = import.meta.glob<string>('./pictures/*.webp', { eager: true, query: '?url', import: 'default' });

/** The width and height of a picture on screen, in pixels: seafarers read on a phone, staff at a desk. */
export const sizeOf = (reader: Reader) =>
  reader === 'seafarer' ? { width: 256, height: 512 } : { width: 880, height: 560 };

/** The URL of the picture of a page of the handbook; undefined for one without. */
export const pictureOf = (reader: Reader, page: string): string | undefined =>
  files[`./pictures/${reader}-${page}.webp`];
