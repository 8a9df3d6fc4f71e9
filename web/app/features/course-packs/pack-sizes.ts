import type { CoursePack, PackFile, PackFilm, PackSize } from '@fairlead/contract/course-packs';
import type { AboardFile, Pack } from '../../lib/device/aboard/aboard-now.ts';

/** A size in which a course can be taken aboard: its lines, and the bytes that the device needs for it. */
export type PackChoice = { lines: number | null; bytes: number };

/** What this browser can play of what is on the device: films in pieces need Media Source Extensions. */
export const playsPieces = (): boolean => 'MediaSource' in window || 'ManagedMediaSource' in window;

/** The order of sizes: films as they were uploaded come after the largest version. */
const heightOf = ({ lines }: Pick<PackSize, 'lines'>): number => lines ?? Number.POSITIVE_INFINITY;

/**
 * A film in a size, or where it has none, in the next smaller one, or else in its smallest; undefined where there is
 * nothing to play. Sound alone stands only for itself.
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

const bytesIn = ({ films, pictures }: Pick<Pack, 'films' | 'pictures'>): number =>
  [...films.flatMap(({ media, playlist, poster, texts }) => [media, playlist, poster, ...texts]), ...pictures].reduce(
    (sum, file) => sum + (file?.bytes ?? 0),
    0,
  );

const fileOf = ({ name, bytes, type }: PackFile): AboardFile => ({ name, bytes, type });
const fileOrNull = (file: PackFile | null | undefined) => (file ? fileOf(file) : null);

/** The files of a course in a size, without their links, which expire. */
export function packIn(pack: CoursePack, lines: number | null, inPieces: boolean): Pick<Pack, 'films' | 'pictures'> {
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

/** The links of a course's files, by their names. */
export const linksOf = ({ films, pictures }: CoursePack): ReadonlyMap<string, string> =>
  new Map(
    [
      ...films.flatMap(({ sizes, poster, texts }) => [
        ...sizes.flatMap(({ media, playlist }) => [media, playlist]),
        poster,
        ...texts,
      ]),
      ...pictures,
    ].flatMap((file) => (file ? [[file.name, file.url] as const] : [])),
  );

/**
 * A playlist as it is stored: the server sends it with a link in place of each file name, and by the names alone a
 * player finds the files next to it.
 */
export const withoutLinks = (playlist: string): string =>
  playlist.replace(/\/api\/uploads\/trainingVideo\/([0-9a-f-]{36}\.(?:mp4|m3u8))\?[^\s"]*/g, '$1');
