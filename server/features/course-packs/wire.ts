import type { CoursePack, PackFile } from '@fairlead/contract/course-packs/calls';
import type { Files } from '../../platform/files/files.ts';
import type { Folder } from '../../platform/files/folders.ts';
import type { findPack } from './queries.ts';

/** A course's pack as a device gets it, with links for the person of the request. */
export function toCoursePack(
  course: { id: string; title: string },
  { films, files }: Awaited<ReturnType<typeof findPack>>,
  { link }: Pick<Files, 'link'>,
): CoursePack {
  const fileNamed = (name: string | null): PackFile | null => {
    const file = files.get(name ?? '');
    if (!file) return null;
    const { folder, filename, sizeBytes: bytes, contentType: type } = file;
    return { name: filename, bytes, type, url: link(folder as Folder, filename) };
  };
  const sizeOf = (lines: number | null, mediaName: string, playlistName: string | null) => {
    const [media, playlist] = [fileNamed(mediaName), fileNamed(playlistName)];
    return media && (playlist || !playlistName) ? [{ lines, media, playlist }] : [];
  };
  return {
    courseId: course.id,
    courseTitle: course.title,
    films: films.map(({ id: _id, title, filename, originalPlays, posterFilename, media, texts }) => ({
      _id,
      title,
      sizes: [
        ...(originalPlays ? sizeOf(null, filename, null) : []),
        ...media.flatMap((version) => sizeOf(version.lines, version.media, version.playlist)),
      ],
      poster: fileNamed(posterFilename),
      texts: texts.flatMap(({ kind, language, filename: name }) => {
        const file = fileNamed(name);
        return file ? [{ ...file, kind, language }] : [];
      }),
    })),
    pictures: [...files.values()]
      .filter(({ folder }) => folder === ('question_pictures' satisfies Folder))
      .flatMap(({ filename }) => fileNamed(filename) ?? []),
  };
}
