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
  Pick<FilmFacts, 'durationSeconds' | 'width' | 'height' | 'videoCodec' | 'audioCodec'> & {
    /** Whether browsers play it as it was uploaded; otherwise they play the versions that are made of it. */
    originalPlays: boolean;
  };

/** Inspects a film, as `inspect` of film-inspection.ts does, in a process of its own. */
export const inspectFilm = inspector<FilmFacts>(new URL('./film-inspection.ts', import.meta.url), {
  turns: fairTurns(1, 'films'),
  // a film of four hours takes 0.15 s
  bounds: { seconds: 4, megabytes: 512 },
});

const films = [
  'video/mp4',
  'video/x-m4v',
  'video/quicktime',
  'video/webm',
  'video/matroska',
  'audio/x-m4a',
  'audio/mp4',
];
const contentTypes = { mp4: 'video/mp4', webm: 'video/webm', mkv: 'video/matroska' } as const;

/**
 * Examines a received film and moves an MP4's header to the front, so that playback starts at once on a slow link.
 *
 * MOV is the same container as MP4 with another label, and is served as MP4, the name that browsers know.
 *
 * @param options.converts whether films are converted here, so that one that browsers do not play is taken too.
 * @throws AppError `bad-file` with the reason: not a film, damaged, of doubtful length, or in a format that browsers do
 * not play and that is not converted here.
 */
export async function prepareFilm(incoming: Incoming, { converts }: { converts: boolean }): Promise<PreparedFilm> {
  if (incoming.size === 0) throw badFile(incoming, 'This file is empty; please choose the video again.');
  const mediaType = await sniff(incoming.path);
  if (!mediaType || !films.includes(mediaType)) {
    throw badFile(incoming, 'This is not a video that can be played here. Please choose an MP4, WebM or MKV file.');
  }
  const { container, headerLast, obstacle, ...facts } = await inspectFilm(incoming.path).catch((error: unknown) => {
    throw error instanceof Refusal ? badFile(incoming, error.message, error) : error;
  });
  if (obstacle && !converts) throw badFile(incoming, obstacle);
  const written = headerLast
    ? await replaceFile(incoming.path, withHeaderFirst(incoming.path, headerLast))
    : writtenOf(incoming);
  const contentType = contentTypes[container];
  const { path, originalName } = incoming;
  return { ...facts, ...written, contentType, path, originalName, originalPlays: obstacle === undefined };
}

const writtenOf = ({ size, sha256 }: Incoming) => ({ sizeBytes: size, sha256 });
