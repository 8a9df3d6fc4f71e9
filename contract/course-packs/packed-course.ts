/** A file of a course in one size: its stored name, its size in bytes and its media type. */
export type PackedFile = { name: string; bytes: number; type: string };

/** A film in the size that was chosen; without media while the academy is still preparing it. */
export type PackedFilm = {
  id: string;
  title: string;
  media: PackedFile | null;
  /** The playlist that names the media file; null where that is played as it is. */
  playlist: PackedFile | null;
  poster: PackedFile | null;
  texts: (PackedFile & { kind: 'captions' | 'transcript'; language: string })[];
};

/**
 * The files of a course in one size: those of its films, and the pictures of the questions for practice and of their
 * options.
 */
export type PackedCourse = { films: PackedFilm[]; pictures: PackedFile[] };

/** All files of a course, those that are needed first in front. */
export const packedFiles = ({ films, pictures }: PackedCourse): PackedFile[] => [
  ...films.flatMap(({ media, playlist, poster, texts }) =>
    [playlist, poster, ...texts, media].filter((file) => file !== null),
  ),
  ...pictures,
];
