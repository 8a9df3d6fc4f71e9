import { Refusal } from '../inspection/refusal.ts';

export type Container = 'mp4' | 'webm' | 'mkv';
type Picture = { codec: string | null; parameters: string | null };
type Sound = { codec: string | null };

const exportHint = 'please export it as MP4 with H.264 picture and AAC sound.';

/** The codecs that every current browser plays, by container, phones without hardware decoders included. */
const playable: Readonly<Record<Container, { picture: readonly string[]; sound: readonly string[] }>> = {
  mp4: { picture: ['avc'], sound: ['aac'] },
  webm: { picture: ['vp8', 'vp9', 'av1'], sound: ['opus', 'vorbis'] },
  mkv: { picture: [], sound: [] },
};
const boxes: Readonly<Record<Container, string>> = { mp4: 'MP4', webm: 'WebM', mkv: 'MKV' };

/** The codecs that ffmpeg can convert for browsers; PCM sound too. */
const convertible = {
  picture: ['avc', 'hevc', 'vp8', 'vp9', 'av1', 'prores'],
  sound: ['aac', 'mp3', 'ac3', 'eac3', 'dts', 'opus', 'vorbis', 'flac'],
};

const names: Readonly<Record<string, string>> = {
  hevc: 'HEVC (H.265)',
  avc: 'H.264',
  vp8: 'VP8',
  vp9: 'VP9',
  av1: 'AV1',
  prores: 'ProRes',
  aac: 'AAC',
  mp3: 'MP3',
  ac3: 'Dolby AC-3',
  eac3: 'Dolby E-AC-3',
  opus: 'Opus',
  vorbis: 'Vorbis',
  flac: 'FLAC',
};
const nameOf = (codec: string | null) => (codec ? (names[codec] ?? codec.toUpperCase()) : 'an unknown format');

/** Constrained baseline, baseline, main and high (ITU-T H.264, A.2): 8 bits per colour, 4:2:0. */
const commonAvcProfiles = ['42', '4d', '58', '64'];

/**
 * Why browsers do not play a film as it is: a sentence that names the format and says what to do, for where the film
 * cannot be converted. Undefined when they play it.
 *
 * @throws Refusal for a format that cannot be converted either.
 */
export function obstacleOf(container: Container, picture: Picture | null, sound: Sound | null): string | undefined {
  const box = boxes[container];
  const known = playable[container];
  const cannot = (part: string, codec: string | null) =>
    `The ${part} is in ${nameOf(codec)}, which many browsers cannot play from ${box}; ${exportHint}`;
  if (picture && !isAmong(convertible.picture, picture.codec)) throw new Refusal(cannot('picture', picture.codec));
  if (sound && !isAmong(convertible.sound, sound.codec) && !sound.codec?.startsWith('pcm-')) {
    throw new Refusal(cannot('sound', sound.codec));
  }
  if (container === 'mkv') {
    const parts = [picture && `${nameOf(picture.codec)} picture`, sound && `${nameOf(sound.codec)} sound`];
    return `Browsers cannot play MKV videos (this one has ${parts.filter(Boolean).join(' and ')}); ${exportHint}`;
  }
  if (picture && !isAmong(known.picture, picture.codec)) return cannot('picture', picture.codec);
  if (sound && !isAmong(known.sound, sound.codec)) return cannot('sound', sound.codec);
  const profile = /^avc[13]\.([0-9a-f]{2})/i.exec(picture?.parameters ?? '')?.[1]?.toLowerCase();
  if (picture?.codec === 'avc' && !(profile && commonAvcProfiles.includes(profile))) {
    return (
      'The picture is in a studio form of H.264 (10 bits a colour or finer colour), which phones cannot play; ' +
      'please export it with 8 bits and 4:2:0.'
    );
  }
  return undefined;
}

const isAmong = (codecs: readonly string[], codec: string | null) => codec !== null && codecs.includes(codec);
