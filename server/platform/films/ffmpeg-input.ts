/** A film that the inspection has accepted, with its facts; sizes in pixels. */
export type Source = {
  path: string;
  width: number;
  height: number;
  durationSeconds: number;
  highDynamicRange: boolean;
};

/**
 * The maximum number of pixels of a film's picture. It is checked again here, because the picture may differ from the
 * size in the header.
 */
const mostPixels = 4096 * 4096;
/**
 * Seconds of processor time for one version: even a film of 4K in AV1 takes less than a tenth of it for each of its
 * seconds, on a slow machine.
 */
const mostProcessorSeconds = (durationSeconds: number) => Math.ceil(300 + durationSeconds * 30);
/** In bytes: the largest picture with 16 bits a colour takes 100 MB. */
const largestAllocation = 2 ** 29;

/**
 * ffmpeg's names of the decoders that may be started: those of the codecs that the inspection accepts (film-codecs.ts),
 * of subtitles, and of cover pictures. Most faults of ffmpeg are in decoders of formats that no film of today has.
 */
const decoders = [
  ...['h264', 'hevc', 'vp8', 'libvpx', 'vp9', 'libvpx-vp9', 'av1', 'libdav1d', 'libaom-av1', 'prores'],
  ...['aac', 'mp3', 'mp3float', 'ac3', 'eac3', 'dca', 'opus', 'libopus', 'vorbis', 'libvorbis', 'flac'],
  ...['pcm_u8', 'pcm_s8', 'pcm_s16le', 'pcm_s16be', 'pcm_s24le', 'pcm_s24be', 'pcm_s32le', 'pcm_s32be'],
  ...['pcm_f32le', 'pcm_f32be', 'pcm_f64le', 'pcm_f64be', 'pcm_mulaw', 'pcm_alaw'],
  ...['subrip', 'srt', 'ass', 'ssa', 'mov_text', 'webvtt', 'text'],
  // Subtitles that are pictures: ffprobe names no track of a film if it may not open the decoder of one of them.
  ...['pgssub', 'dvdsub', 'dvbsub', 'xsub'],
  ...['mjpeg', 'png'],
];

/**
 * ffmpeg's options for reading an untrusted film: limited in size, memory and processor time, only as what the
 * inspection has found it to be, and without access to anything that it refers to.
 */
export const inputOf = ({ path, durationSeconds }: Source): string[] => [
  ...['-timelimit', String(mostProcessorSeconds(durationSeconds))],
  ...['-max_pixels', String(mostPixels)],
  ...openingOf(path),
];

/** How ffmpeg and ffprobe open it. */
export const openingOf = (path: string): string[] => [
  ...['-max_alloc', String(largestAllocation), '-codec_whitelist', decoders.join(',')],
  ...['-protocol_whitelist', 'file', '-format_whitelist', 'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm'],
  ...['-i', path],
];

/** A film that goes on after its inspected length is cut off. */
export const lengthOf = ({ durationSeconds }: Source): string[] => [
  ...['-t', String(Math.ceil(durationSeconds * 1.05 + 2))],
];
