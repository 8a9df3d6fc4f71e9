import { useCallback, useEffect, useState } from 'react';
import {
  type AboardFile,
  type AboardFilm,
  type AboardNow,
  aboardUrl,
  useAboard,
} from '../../lib/device/aboard/aboard-now.ts';
import { personNow } from './api.ts';
import { readUnsent } from './player/watch-queue.ts';
import { union } from './player/watched-stretches.ts';
import { isWatchedToEnd } from './player/watched-up-to.ts';
import type { Film, TrainingSet } from './wire.ts';

/** A film of a training; `isAboard` if it is played from this device. */
export type PlayableFilm = Film & { isAboard?: boolean };

/** A film with the URLs of this device; undefined while not all of it is here. */
function fromDevice(known: AboardNow, film: Film, files: AboardFilm): PlayableFilm | undefined {
  const { media, playlist, poster, texts } = files;
  const playing = media && aboardUrl(known, media);
  const list = playlist && aboardUrl(known, playlist);
  if (!media || !playing || (playlist && !list)) return undefined;
  const urlOf = (file: AboardFile | null) => (file && aboardUrl(known, file)) ?? null;
  return {
    ...film,
    ...{ isAboard: true, url: list ?? playing, ladder: list ?? null, versions: [], preparation: null },
    ...{ sizeBytes: media.bytes, poster: urlOf(poster) },
    texts: texts.flatMap(({ kind, language, ...file }) => {
      const url = urlOf(file);
      return url ? [{ kind, language, url }] : [];
    }),
  };
}

/**
 * The films of a training as this device can play them: those aboard from here. Without a network, a film that is aboard
 * opens when those before it were watched here, since the server cannot open it.
 *
 * @returns the films; the ids of those that were watched to their end here, which the server may not know yet; and a
 *   function that looks again at what was watched.
 */
export function useFilmsAboard({ courseId, films }: TrainingSet) {
  const known = useAboard();
  const pack = known.packs.find((one) => one.courseId === courseId);
  const [watchedHere, setWatchedHere] = useState<ReadonlySet<string>>(new Set());
  const look = useCallback(async () => {
    if (!pack) return;
    const person = personNow();
    const found = await Promise.all(
      films.map(async ({ id: filmId, watched, durationSeconds, checks }) => {
        const unsent = await readUnsent({ person, filmId });
        const isAnswered = checks.every(({ id, answered }) => answered || unsent?.answers[id] !== undefined);
        const played = union([...watched, ...(unsent?.stretches ?? [])]);
        return isAnswered && isWatchedToEnd(played, durationSeconds) ? filmId : undefined;
      }),
    );
    setWatchedHere(new Set(found.filter((id) => id !== undefined)));
  }, [films, pack]);
  useEffect(() => void look(), [look]);

  const isDone = ({ id, completed }: Film) => completed || watchedHere.has(id);
  const opened = films.map((film, index): PlayableFilm => {
    const files = pack?.films.find(({ id }) => id === film.id);
    const aboard = files && fromDevice(known, film, files);
    if (!aboard) return film;
    return film.locked ? { ...aboard, locked: !films.slice(0, index).every(isDone) } : aboard;
  });
  return {
    films: opened.map((film) => (film.locked ? { ...film, url: null } : film)),
    watchedHere,
    look,
  };
}
