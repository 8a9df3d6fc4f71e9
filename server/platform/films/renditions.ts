import { randomUUID } from 'node:crypto';
import { readFile, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Files, Prepared } from '../files/files.ts';
import type { ContentType } from '../files/folders.ts';
import { contentOf, hashOf } from '../files/write-file.ts';
import { runFfmpeg } from './ffmpeg.ts';

/** One version of a film: its number of lines, and the maximum bit rates of picture and sound. */
export type Rung = { lines: number; pictureBits: number; soundBits: number };

const rungs: readonly Rung[] = [
  { lines: 720, pictureBits: 1_200_000, soundBits: 96_000 },
  { lines: 480, pictureBits: 600_000, soundBits: 64_000 },
  { lines: 240, pictureBits: 200_000, soundBits: 48_000 },
];
/** Without a picture, for a link that is too slow for anything else. */
export const soundOnly: Rung = { lines: 0, pictureBits: 0, soundBits: 48_000 };

/** The versions to make of a film: none has more lines than the film itself. */
export function ladderOf({ width, height, hasSound }: { width: number; height: number; hasSound: boolean }): Rung[] {
  const lines = Math.min(width, height);
  const pictures = rungs.filter((rung) => rung.lines <= lines || rung === rungs.at(-1));
  return hasSound ? [...pictures, soundOnly] : pictures;
}

/**
 * The maximum number of pixels of a film's picture. It is checked again here, because the picture may differ from the
 * size in the header.
 */
const mostPixels = 4096 * 4096;

/**
 * ffmpeg's options for reading an untrusted film: limited in size, and without access to anything that it refers to.
 */
const inputOf = ({ path }: Source): string[] => [
  ...['-max_pixels', String(mostPixels)],
  ...['-protocol_whitelist', 'file'],
  ...['-i', path],
];

type Source = { path: string; width: number; height: number; durationSeconds: number };
type Tools = {
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
  const shape = ['-frames:v', '1', '-vf', "scale='min(640,iw)':-2", '-q:v', '5'];
  await runFfmpeg({ ffmpeg, signal, args: ['-ss', String(at), ...inputOf(source), '-an', ...shape, path] });
  return preparedAt(path, 'image/jpeg');
}

export type Version = { media: Prepared; playlist: string; mediaName: string; bitsPerSecond: number };

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
        ...(rung === soundOnly ? ['-vn'] : pictureOf(source, rung)),
        ...['-map', '0:a:0?', '-c:a', 'aac', '-b:a', String(rung.soundBits), '-ac', '2', '-sn', '-dn'],
        ...['-f', 'hls', '-hls_time', '6', '-hls_playlist_type', 'vod', '-hls_segment_type', 'fmp4'],
        ...['-hls_flags', 'single_file', '-hls_segment_filename', path, list],
      ],
    });
    const media = await preparedAt(path, 'video/mp4');
    const bitsPerSecond = Math.ceil((media.sizeBytes * 8) / source.durationSeconds);
    return { media, playlist: await readFile(list, 'utf8'), mediaName, bitsPerSecond };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await rm(list, { force: true });
  }
}

function pictureOf({ width, height }: Source, { lines, pictureBits }: Rung): string[] {
  const target = Math.min(lines, width, height);
  const even = target - (target % 2);
  return [
    ...['-map', '0:v:0', '-vf', width < height ? `scale=${even}:-2` : `scale=-2:${even}`],
    // Main profile, which phones decode, and a fast preset with a short lookahead, so that memory use stays low.
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-profile:v', 'main', '-pix_fmt', 'yuv420p', '-crf', '25'],
    ...['-maxrate', String(pictureBits), '-bufsize', String(pictureBits * 2)],
    // Key frames at the same times in every version, so that a player can switch between them.
    ...['-force_key_frames', 'expr:gte(t,n_forced*6)', '-sc_threshold', '0'],
  ];
}

/** The playlist by which a player chooses among the versions with a picture, the smallest first (RFC 8216, 4.3.4.2). */
export function masterPlaylist(versions: readonly { playlist: string; bitsPerSecond: number }[]): string {
  const entries = versions
    .toSorted((a, b) => a.bitsPerSecond - b.bitsPerSecond)
    .map(({ playlist, bitsPerSecond }) => `#EXT-X-STREAM-INF:BANDWIDTH=${bitsPerSecond}\n${playlist}`);
  return `#EXTM3U\n#EXT-X-VERSION:7\n${entries.join('\n')}\n`;
}
