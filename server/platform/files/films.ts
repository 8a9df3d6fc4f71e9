import { badFile } from './bad-file.ts';
import { withHeaderFirst } from './fast-start.ts';
import type { Incoming, Prepared } from './files.ts';
import type { FilmFacts } from './film-inspection.ts';
import { inspect } from './inspection.ts';
import { Refusal } from './refusal.ts';
import { sniff } from './sniff.ts';
import { replaceFile } from './write-file.ts';

/** A film with the facts that its player and the proof of watching need. */
export type PreparedFilm = Prepared &
  Pick<FilmFacts, 'durationSeconds' | 'width' | 'height' | 'videoCodec' | 'audioCodec'>;

const films = ['video/mp4', 'video/x-m4v', 'video/quicktime', 'video/webm'];

/**
 * Examines a received film and moves an MP4's header to the front, so that playback starts at once on a slow link.
 *
 * MOV is the same container as MP4 with another label, and is served as MP4, the name that browsers know.
 *
 * @throws AppError bad-file with the reason: not a film, damaged, of doubtful length, or in a format that browsers do
 * not play.
 */
export async function prepareFilm(incoming: Incoming): Promise<PreparedFilm> {
  const mediaType = await sniff(incoming.path);
  if (mediaType === 'video/matroska') {
    throw badFile(
      incoming,
      'Browsers cannot play MKV films; please export it as MP4 with H.264 picture and AAC sound.',
    );
  }
  if (!mediaType || !films.includes(mediaType)) {
    throw badFile(incoming, 'This is not a film that can be played here; please choose an MP4 or WebM file.');
  }
  const { container, headerLast, ...facts } = await inspect('film', incoming.path).catch((error: unknown) => {
    throw error instanceof Refusal ? badFile(incoming, error.message, error) : error;
  });
  const written = headerLast
    ? await replaceFile(incoming.path, withHeaderFirst(incoming.path, headerLast))
    : writtenOf(incoming);
  const contentType = container === 'webm' ? 'video/webm' : 'video/mp4';
  return { ...facts, ...written, contentType, path: incoming.path, originalName: incoming.originalName };
}

const writtenOf = ({ size, sha256 }: Incoming) => ({ sizeBytes: size, sha256 });
