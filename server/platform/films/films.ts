import { badFile } from '../files/bad-file.ts';
import type { Incoming, Prepared } from '../files/files.ts';
import { sniff } from '../files/sniff.ts';
import { replaceFile } from '../files/write-file.ts';
import { fairTurns } from '../inspection/fair-turns.ts';
import { inspector } from '../inspection/inspection.ts';
import { Refusal } from '../inspection/refusal.ts';
import { withHeaderFirst } from './fast-start.ts';
import type { FilmFacts } from './film-inspection.ts';

/** A film with the facts that its player and the proof of watching need. */
export type PreparedFilm = Prepared &
  Pick<FilmFacts, 'durationSeconds' | 'width' | 'height' | 'videoCodec' | 'audioCodec'>;

/** Inspects a film, as `inspect` of film-inspection.ts does, in a worker thread. */
export const inspectFilm = inspector<FilmFacts>(new URL('./film-inspection.ts', import.meta.url), {
  turns: fairTurns(1),
  bounds: { seconds: 10, megabytes: 512 },
});

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
  const { container, headerLast, ...facts } = await inspectFilm(incoming.path).catch((error: unknown) => {
    throw error instanceof Refusal ? badFile(incoming, error.message, error) : error;
  });
  const written = headerLast
    ? await replaceFile(incoming.path, withHeaderFirst(incoming.path, headerLast))
    : writtenOf(incoming);
  const contentType = container === 'webm' ? 'video/webm' : 'video/mp4';
  return { ...facts, ...written, contentType, path: incoming.path, originalName: incoming.originalName };
}

const writtenOf = ({ size, sha256 }: Incoming) => ({ sizeBytes: size, sha256 });
