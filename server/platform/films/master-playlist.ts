import type { StoredBytes } from '../files/stores/file-store.ts';

/** A version of a film as it is stored: its open media file, and the text of its playlist. */
type StoredVersion = { media: Pick<StoredBytes, 'sizeBytes' | 'read'>; playlist: string };

/** One version as a master playlist describes it. */
export type VersionFacts = {
  /** The name of its playlist. */
  playlist: string;
  /** Bits per second, as `bitRatesOf` measures them. */
  peak: number;
  average: number;
  /** As in RFC 6381: 'avc1.4d401f,mp4a.40.2'. */
  codecs: string;
  /** Undefined for sound only. */
  picture: { width: number; height: number; picturesPerSecond: number } | undefined;
};

/** Versions are made with a constant rate of pictures, so that a few of them show it. */
const picturesToMeasure = 50;

type Segment = { seconds: number; bytes: number };

/**
 * The bit rates of a version by the sizes and durations of its segments (RFC 8216, 4.3.4.2): its peak is the largest
 * rate of consecutive segments that together last half to one and a half times the target duration, so that a short
 * last segment does not count by itself.
 */
export function bitRatesOf(playlist: string): { peak: number; average: number } {
  const segments = segmentsOf(playlist);
  const target = Number(/^#EXT-X-TARGETDURATION:(\d+)/m.exec(playlist)?.[1] ?? 0);
  const average = rateOf(segments);
  const rates = segments.flatMap((_, first) => ratesFrom(segments, first, target));
  return { peak: Math.ceil(Math.max(...rates, average)), average: Math.ceil(average) };
}

/**
 * The rates of the sets of consecutive segments that begin with the one at `first`, and last about `target` seconds.
 */
function ratesFrom(segments: readonly Segment[], first: number, target: number): number[] {
  const rates: number[] = [];
  let [seconds, bytes] = [0, 0];
  for (const segment of segments.slice(first, first + 100)) {
    seconds += segment.seconds;
    bytes += segment.bytes;
    if (seconds > target * 1.5) break;
    if (seconds >= target * 0.5) rates.push((bytes * 8) / seconds);
  }
  return rates;
}

function rateOf(segments: readonly Segment[]): number {
  const seconds = segments.reduce((sum, segment) => sum + segment.seconds, 0);
  const bytes = segments.reduce((sum, segment) => sum + segment.bytes, 0);
  return seconds > 0 ? (bytes * 8) / seconds : 0;
}

function segmentsOf(playlist: string): Segment[] {
  const lines = /^#EXTINF:([\d.]{1,20}),\n#EXT-X-BYTERANGE:(\d{1,20})/gm;
  return [...playlist.matchAll(lines)].map(([, seconds, bytes]) => ({
    seconds: Number(seconds),
    bytes: Number(bytes),
  }));
}

/** The facts about a version for a master playlist, read from its stored files. */
export async function factsOf(name: string, { media, playlist }: StoredVersion): Promise<VersionFacts> {
  // the library is read when it is needed: not every process makes versions
  const { CustomSource, Input, MP4 } = await import('mediabunny');
  const source = new CustomSource({
    getSize: () => media.sizeBytes,
    read: async (start, end) => {
      const bytes = new Uint8Array(end - start);
      await media.read(bytes, start);
      return bytes;
    },
  });
  const input = new Input({ source, formats: [MP4] });
  try {
    const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()];
    const codecs = [await video?.getCodecParameterString(), await audio?.getCodecParameterString()];
    return {
      playlist: name,
      ...bitRatesOf(playlist),
      codecs: codecs.filter((codec) => codec !== undefined && codec !== null).join(','),
      picture: video
        ? {
            width: await video.getDisplayWidth(),
            height: await video.getDisplayHeight(),
            picturesPerSecond: (await video.computePacketStats(picturesToMeasure)).averagePacketRate,
          }
        : undefined,
    };
  } finally {
    input.dispose();
  }
}

/**
 * The playlist by which a player chooses among the versions of a film, the smallest first (RFC 8216, 4.3.4.2). Players
 * that choose by bandwidth take sound alone only if nothing else fits.
 */
export function masterPlaylist(versions: readonly VersionFacts[]): string {
  const entries = versions
    .toSorted((a, b) => a.peak - b.peak)
    .map((version) => `${infoOf(version)}\n${version.playlist}`);
  return `#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-INDEPENDENT-SEGMENTS\n${entries.join('\n')}\n`;
}

function infoOf({ peak, average, codecs, picture }: VersionFacts): string {
  const ofPicture = picture && [
    `RESOLUTION=${picture.width}x${picture.height}`,
    `FRAME-RATE=${picture.picturesPerSecond.toFixed(3)}`,
  ];
  const attributes = [`BANDWIDTH=${peak}`, `AVERAGE-BANDWIDTH=${average}`, `CODECS="${codecs}"`, ...(ofPicture ?? [])];
  return `#EXT-X-STREAM-INF:${attributes.join(',')}`;
}
