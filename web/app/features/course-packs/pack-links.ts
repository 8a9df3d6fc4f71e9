import type { CoursePack } from '@fairlead/contract/course-packs/calls';

/** What this browser can play of what is on the device: films in pieces need Media Source Extensions. */
export const playsPieces = (): boolean => 'MediaSource' in window || 'ManagedMediaSource' in window;

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
