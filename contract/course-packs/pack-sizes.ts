import type { CoursePack, PackFile, PackFilm, PackSize } from './calls.ts';
import { type PackedCourse, type PackedFile, packedFiles } from './packed-course.ts';

/** A size in which a course can be taken aboard: its lines, and the bytes that a device needs for it. */
export type PackChoice = { lines: number | null; bytes: number };

/** The order of sizes: films as they were uploaded come after the largest version. */
const heightOf = ({ lines }: Pick<PackSize, 'lines'>): number => lines ?? Number.POSITIVE_INFINITY;

/**
 * A film in a size, or where it has none, in the next smaller one, or else in its smallest; undefined where there is
 * nothing to play. Sound alone stands only for itself.
 *
 * @param inPieces whether films in pieces can be played.
 */
export function sizeOf({ sizes }: PackFilm, lines: number | null, inPieces: boolean): PackSize | undefined {
  const playable = sizes.filter(({ playlist }) => inPieces || playlist === null);
  const exact = playable.find((size) => size.lines === lines);
  if (exact) return exact;
  const pictures = playable.filter((size) => size.lines !== 0).sort((a, b) => heightOf(b) - heightOf(a));
  return pictures.find((size) => heightOf(size) < heightOf({ lines })) ?? pictures.at(-1) ?? playable[0];
}

/** The sizes that at least one film of a course has, the smallest in bytes first. */
export function choicesOf(pack: CoursePack, inPieces: boolean): PackChoice[] {
  const sizes = pack.films.flatMap((film) => film.sizes).filter(({ playlist }) => inPieces || playlist === null);
  const lines = [...new Set(sizes.map((size) => size.lines))];
  return lines
    .map((one) => ({ lines: one, bytes: bytesIn(packIn(pack, one, inPieces)) }))
    .toSorted((a, b) => a.bytes - b.bytes);
}

/**
 * The offered size that comes nearest to a wanted one: the same, the next smaller one, or else the smallest picture.
 */
export function nearestLines(pack: CoursePack, lines: number | null): number | null {
  const offered = choicesOf(pack, true).map((choice) => choice.lines);
  if (offered.length === 0 || offered.includes(lines)) return lines;
  const pictures = offered.filter((one) => one !== 0).sort((a, b) => heightOf({ lines: b }) - heightOf({ lines: a }));
  return (
    pictures.find((one) => heightOf({ lines: one }) < heightOf({ lines })) ?? pictures.at(-1) ?? offered[0] ?? lines
  );
}

const bytesIn = (packed: PackedCourse): number => packedFiles(packed).reduce((sum, { bytes }) => sum + bytes, 0);

const fileOf = ({ name, bytes, type }: PackFile): PackedFile => ({ name, bytes, type });
const fileOrNull = (file: PackFile | null | undefined) => (file ? fileOf(file) : null);

/** The files of a course in a size, without their links, which expire. */
export function packIn(pack: CoursePack, lines: number | null, inPieces: boolean): PackedCourse {
  return {
    films: pack.films.map((film) => {
      const size = sizeOf(film, lines, inPieces);
      return {
        id: film._id,
        title: film.title,
        media: fileOrNull(size?.media),
        playlist: fileOrNull(size?.playlist),
        poster: fileOrNull(film.poster),
        texts: film.texts.map((text) => ({ ...fileOf(text), kind: text.kind, language: text.language })),
      };
    }),
    pictures: pack.pictures.map(fileOf),
  };
}
