import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readByFfprobe, runFfmpeg } from './ffmpeg.ts';
import { inputOf, openingOf, type Source } from './ffmpeg-input.ts';
import type { Tools } from './renditions.ts';

/** A track of subtitles in a film's file. `index` is its number among all tracks; `language` is as in the file. */
export type SubtitleTrack = { index: number; codec: string; language: string | undefined; isText: boolean };

/** Codecs that consist of text, by ffmpeg's names: SubRip, SubStation Alpha, those of MP4 and WebVTT. */
const textCodecs = ['subrip', 'srt', 'ass', 'ssa', 'mov_text', 'webvtt', 'text'];
/** More than any film has. */
const mostTracks = 20;
/** The same as the maximum of a caption file that staff upload. */
const mostBytes = 2 ** 20;

type Stream = { index?: unknown; codec_name?: unknown; tags?: { language?: unknown } };

/**
 * The tracks of subtitles in a film's file, at most 20. None if there is no ffprobe beside ffmpeg.
 *
 * @throws FfmpegFailure
 */
export async function listSubtitles(source: Source, { ffmpeg, signal }: Tools): Promise<SubtitleTrack[]> {
  const ffprobe = join(dirname(ffmpeg), process.platform === 'win32' ? 'ffprobe.exe' : 'ffprobe');
  if (!existsSync(ffprobe)) return [];
  const wanted = ['-select_streams', 's', '-show_entries', 'stream=index,codec_name:stream_tags=language'];
  const { streams = [] } = await readByFfprobe(ffprobe, [...wanted, ...openingOf(source.path)], signal);
  return (streams as Stream[]).slice(0, mostTracks).flatMap(({ index, codec_name: codec, tags }) =>
    typeof index === 'number' && typeof codec === 'string'
      ? {
          index,
          codec,
          language: typeof tags?.language === 'string' ? tags.language : undefined,
          isText: textCodecs.includes(codec),
        }
      : [],
  );
}

/**
 * The text of some tracks as WebVTT, in their order, each cut off after a mebibyte.
 *
 * @throws FfmpegFailure
 */
export async function readSubtitles(
  source: Source,
  tracks: readonly SubtitleTrack[],
  { ffmpeg, signal, files }: Tools,
): Promise<string[]> {
  const paths = tracks.map(() => join(files.incoming, `${randomUUID()}.vtt`));
  const outputs = tracks.flatMap(({ index }, at) => [
    ...['-map', `0:${index}`, '-c:s', 'webvtt', '-f', 'webvtt', '-fs', String(mostBytes), paths[at] ?? ''],
  ]);
  try {
    await runFfmpeg({ ffmpeg, signal, args: [...inputOf(source), ...outputs] });
    return await Promise.all(paths.map((path) => readFile(path, 'utf8')));
  } finally {
    await Promise.all(paths.map((path) => rm(path, { force: true })));
  }
}
