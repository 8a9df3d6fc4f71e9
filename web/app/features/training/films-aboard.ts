import type { PackedFilm } from '@fairlead/contract/course-packs/packed-course';
import { type AboardFile, type AboardNow, aboardUrl, useAboard } from '../../lib/device/aboard/aboard-now.ts';
import type { Film } from './wire.ts';

/** A film of a training; `isAboard` if it is played from this device. */
export type PlayableFilm = Film & { isAboard?: boolean };

/** A film with the URLs of this device; undefined while not all of it is here. */
function fromDevice(known: AboardNow, film: Film, files: PackedFilm): PlayableFilm | undefined {
  const { media, playlist, poster, texts } = files;
  const playing = media && aboardUrl(known, media);
  const list = playlist && aboardUrl(known, playlist);
  if (!media || !playing || (playlist && !list)) return undefined;
  const urlOf = (file: AboardFile | null) => (file && aboardUrl(known, file)) ?? null;
  return {
    ...film,
    isAboard: true,
    url: list ?? playing,
    ladder: list ?? null,
    versions: [],
    preparation: null,
    sizeBytes: media.bytes,
    poster: urlOf(poster),
    texts: texts.flatMap(({ kind, language, ...file }) => {
      const url = urlOf(file);
      return url ? [{ kind, language, url }] : [];
    }),
  };
}

/** The films of a training as this device can play them: those that are aboard from here, while they are open. */
export function useFilmsAboard(courseId: string, films: readonly Film[]): PlayableFilm[] {
  const known = useAboard();
  const pack = known.packs.find((one) => one.courseId === courseId);
  return films.map((film) => {
    if (film.locked) return { ...film, url: null };
    const files = pack?.films.find(({ id }) => id === film.id);
    return (files && fromDevice(known, film, files)) ?? film;
  });
}
