import { Refusal } from '../inspection/refusal.ts';

export type Container = 'mp4' | 'webm';
type Track = { codec: string | null; parameters: string | null };

const exportHint = 'please export it as MP4 with H.264 picture and AAC sound.';

/** The codecs that every current browser plays, by container, phones without hardware decoders included. */
const playable = {
  mp4: { picture: ['avc'], sound: ['aac'] },
  webm: { picture: ['vp8', 'vp9', 'av1'], sound: ['opus', 'vorbis'] },
} as const;

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
  alac: 'Apple Lossless',
};
const nameOf = (codec: string | null) => (codec ? (names[codec] ?? codec.toUpperCase()) : 'an unknown format');

/** Constrained baseline, baseline, main and high (ITU-T H.264, A.2): 8 bits per colour, 4:2:0. */
const commonAvcProfiles = ['42', '4d', '58', '64'];

/**
 * Refuses formats that browsers do not play, and names them.
 *
 * @throws Refusal
 */
export function checkCodecs(container: Container, picture: Track, sound: Track | null): void {
  const known = playable[container];
  const box = container === 'mp4' ? 'MP4' : 'WebM';
  if (!known.picture.some((one) => one === picture.codec)) {
    throw new Refusal(
      `The picture is in ${nameOf(picture.codec)}, which many browsers cannot play from ${box}; ${exportHint}`,
    );
  }
  if (sound && !known.sound.some((one) => one === sound.codec)) {
    throw new Refusal(
      `The sound is in ${nameOf(sound.codec)}, which many browsers cannot play from ${box}; ${exportHint}`,
    );
  }
  const profile = /^avc[13]\.([0-9a-f]{2})/i.exec(picture.parameters ?? '')?.[1]?.toLowerCase();
  if (picture.codec === 'avc' && !(profile && commonAvcProfiles.includes(profile))) {
    throw new Refusal(
      'The picture is in a studio form of H.264 (10 bits a colour or finer colour), which phones cannot play; ' +
        'please export it with 8 bits and 4:2:0.',
    );
  }
}
