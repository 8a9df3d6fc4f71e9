import { createCipheriv } from 'node:crypto';
import { readFileSync } from 'node:fs';

const MB = 2 ** 20;
const fixture = (name: string) =>
  readFileSync(new URL(`../../server/platform/films/fixtures/${name}`, import.meta.url));

/** Deterministic bytes that look like compressed film data; no megabyte repeats another. */
function* noise(megabytes: number): Generator<Buffer> {
  const cipher = createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16));
  for (let made = 0; made < megabytes; made += 1) yield cipher.update(Buffer.alloc(MB));
}

/** A film of two seconds whose media data were enlarged by the given number of megabytes. */
export function* largeFilm(megabytes: number, { headerLast }: { headerLast: boolean }): Generator<Buffer> {
  const film = fixture(headerLast ? 'h264-aac-moov-last.mp4' : 'h264-aac-moov-first.mp4');
  const boxAt = (type: string) => film.indexOf(type, 0, 'latin1') - 4;
  const media = boxAt('mdat');
  const behind = headerLast ? boxAt('moov') : film.length;
  film.writeUInt32BE(film.readUInt32BE(media) + megabytes * MB, media);
  yield film.subarray(0, behind);
  yield* noise(megabytes);
  yield film.subarray(behind);
}
