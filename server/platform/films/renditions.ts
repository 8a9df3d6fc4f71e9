import { randomUUID } from 'node:crypto';
import { readFile, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Files, Prepared } from '../files/files.ts';
import type { ContentType } from '../files/folders.ts';
import { contentOf, hashOf } from '../files/write-file.ts';
import { FfmpegFailure, runFfmpeg } from './ffmpeg.ts';
import { inputOf, lengthOf, type Source } from './ffmpeg-input.ts';

/** One version of a film: its number of lines, and the maximum bit rates of picture and sound. */
export type Rung = { lines: number; pictureBits: number; soundBits: number; picturesPerSecond: number };

/**
 * For a link of 100 kbit/s, sound and container included. With 10 pictures a second each of them gets enough bits for
 * writing on slides to be legible.
 */
const thinnest: Rung = { lines: 180, pictureBits: 56_000, soundBits: 32_000, picturesPerSecond: 10 };
/** Without a picture, for a link that is too slow for anything else. */
const soundOnly: Rung = { lines: 0, pictureBits: 0, soundBits: 32_000, picturesPerSecond: 0 };

/** In the order in which they are made: what the slowest links need comes first, and takes the least time. */
const rungs: readonly Rung[] = [
  thinnest,
  soundOnly,
  { lines: 240, pictureBits: 200_000, soundBits: 48_000, picturesPerSecond: 30 },
  { lines: 480, pictureBits: 600_000, soundBits: 64_000, picturesPerSecond: 30 },
  { lines: 720, pictureBits: 1_200_000, soundBits: 96_000, picturesPerSecond: 30 },
];
/** Up to here a version is made even of a film that has fewer lines, with as many lines as the film. */
const alwaysMade = 240;

/**
 * The versions to make of a film, in this order: none has more lines than the film itself, and one without a picture
 * has sound only.
 */
export function ladderOf({ width, height, hasSound }: { width: number; height: number; hasSound: boolean }): Rung[] {
  const lines = Math.min(width, height);
  if (lines === 0) return [soundOnly];
  return rungs.filter((rung) => (rung === soundOnly ? hasSound : rung.lines <= Math.max(lines, alwaysMade)));
}

export type Tools = {
  ffmpeg: string;
  files: Pick<Files, 'incoming' | 'keep' | 'receiveOwn'>;
  signal: AbortSignal;
  onProgress?: (seconds: number) => void;
};

async function preparedAt(path: string, contentType: ContentType): Promise<Prepared> {
  const { size } = await stat(path);
  const sha256 = await hashOf(contentOf(path));
  return { path, contentType, sizeBytes: size, sha256, originalName: basename(path) };
}

/** Makes a poster from a frame in the film's first tenth, at most 640 pixels wide. */
export async function makePoster(source: Source, { ffmpeg, files, signal }: Tools): Promise<Prepared> {
  const path = join(files.incoming, `${randomUUID()}.jpg`);
  const at = Math.min(10, source.durationSeconds / 10);
  const filter = `scale=w='min(640,iw)':h=-2${await commonColours(source, { ffmpeg, signal })}`;
  const shape = ['-map', '0:V:0', '-frames:v', '1', '-vf', filter, '-q:v', '5'];
  await runFfmpeg({ ffmpeg, signal, args: ['-ss', String(at), ...inputOf(source), '-an', ...shape, path] });
  return preparedAt(path, 'image/jpeg');
}

export type Version = { media: Prepared; playlist: string; mediaName: string };

/**
 * Makes one version of a film, cut into segments of about six seconds that are stored one after the other in a single
 * file, and the playlist with their offsets. The playlist has `mediaName` in place of the file's final name, which is
 * not known yet.
 */
export async function makeVersion(source: Source, rung: Rung, tools: Tools): Promise<Version> {
  const { ffmpeg, files, signal, onProgress } = tools;
  const mediaName = `${randomUUID()}.mp4`;
  const path = join(files.incoming, mediaName);
  const list = `${path}.m3u8`;
  try {
    await runFfmpeg({
      ffmpeg,
      signal,
      ...(onProgress && { onProgress }),
      args: [
        ...inputOf(source),
        ...(rung === soundOnly ? ['-vn'] : pictureOf(source, rung, await commonColours(source, tools))),
        ...soundOf(rung),
        ...lengthOf(source),
        ...['-f', 'hls', '-hls_time', '6', '-hls_playlist_type', 'vod', '-hls_segment_type', 'fmp4'],
        ...['-hls_flags', 'single_file', '-hls_segment_filename', path, list],
      ],
    });
    const media = await preparedAt(path, 'video/mp4');
    return { media, playlist: await readFile(list, 'utf8'), mediaName };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await rm(list, { force: true });
  }
}

/** Sound in stereo, whatever the film has; for the slowest links in mono, and without what speech does not need. */
const soundOf = (rung: Rung): string[] => [
  ...['-map', '0:a:0?', '-c:a', 'aac', '-b:a', String(rung.soundBits), '-sn', '-dn'],
  ...(rung === thinnest || rung === soundOnly ? ['-ac', '1', '-ar', '24000'] : ['-ac', '2']),
];

/** Maps a high dynamic range to what every screen shows; needs the library zimg, which most builds of ffmpeg have. */
const toneMap =
  ',zscale=t=linear:npl=100,format=gbrpf32le,zscale=p=bt709,tonemap=hable:desat=0,zscale=t=bt709:m=bt709:r=tv,' +
  'format=yuv420p';

/** The filters for a picture with a high dynamic range; none for others, or where ffmpeg has no such filters. */
async function commonColours({ highDynamicRange }: Source, { ffmpeg, signal }: Pick<Tools, 'ffmpeg' | 'signal'>) {
  if (!highDynamicRange) return '';
  const picture = ['-f', 'lavfi', '-i', 'color=size=16x16:duration=0.1', '-vf', 'zscale=w=16:h=16', '-f', 'null', '-'];
  const hasFilters = await runFfmpeg({ ffmpeg, signal, args: picture }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof FfmpegFailure) return false;
      throw error;
    },
  );
  return hasFilters ? toneMap : '';
}

/** Filters that scale a picture to square pixels and even numbers of them, by its display aspect ratio (`dar`). */
const lying = (lines: number) => `scale=w='2*round(dar*${lines}/2)':h=${lines}`;
const upright = (lines: number) => `scale=w=${lines}:h='2*round(${lines}/dar/2)'`;

function pictureOf(
  { width, height }: Source,
  { lines, pictureBits, picturesPerSecond }: Rung,
  colours: string,
): string[] {
  const target = Math.min(lines, width, height);
  const even = target - (target % 2);
  return [
    ...['-map', '0:V:0', '-vf', `${width < height ? upright(even) : lying(even)},setsar=1${colours}`],
    // A constant rate, no higher than the film's own: phones record at a rate that varies.
    ...['-fpsmax', String(picturesPerSecond)],
    // Main profile, which phones decode, and a fast preset with a short lookahead, so that memory use stays low.
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-profile:v', 'main', '-pix_fmt', 'yuv420p', '-crf', '25'],
    // A buffer of one second: the peak of a segment of six is little more than the maximum.
    ...['-maxrate', String(pictureBits), '-bufsize', String(pictureBits)],
    // Key frames at the same times in every version, so that a player can switch between them.
    ...['-force_key_frames', 'expr:gte(t,n_forced*6)', '-sc_threshold', '0'],
  ];
}
