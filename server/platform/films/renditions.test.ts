import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { describeWithFfmpeg, ffmpeg, ffprobe } from '../../testing/ffmpeg.ts';
import { createFiles } from '../files/files.ts';
import { runFfmpeg } from './ffmpeg.ts';
import { bitRatesOf, factsOf, masterPlaylist } from './master-playlist.ts';
import { ladderOf, makeVersion } from './renditions.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'renditions-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
const files = createFiles({ dataDir, secret: 'x'.repeat(32), vault: 'v'.repeat(32), clock: () => new Date() });
const { signal } = new AbortController();

/** A film of eight seconds. */
async function madeFilm(name: string, { width, height }: { width: number; height: number }) {
  const path = join(dataDir, name);
  const picture = ['-f', 'lavfi', '-i', `testsrc2=size=${width}x${height}:rate=12`];
  const sound = ['-f', 'lavfi', '-i', 'anoisesrc=color=pink:duration=8'];
  const shape = ['-t', '8', '-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac', path];
  await runFfmpeg({ ffmpeg, args: [...picture, ...sound, ...shape], signal });
  return { path, width, height, durationSeconds: 8 };
}

type Stream = {
  codec_name: string;
  profile: string;
  level: number;
  width?: number;
  height?: number;
  r_frame_rate: string;
};
const streamsOf = (path: string): Stream[] =>
  JSON.parse(execFileSync(ffprobe, ['-v', 'error', '-show_streams', '-of', 'json', path], { encoding: 'utf8' }))
    .streams;

/** What ffprobe reads of a file, in the words of a master playlist. */
function probed(path: string): { codecs: string; resolution: string | undefined; rate: string | undefined } {
  const [first, second] = streamsOf(path);
  const video = first?.codec_name === 'h264' ? first : undefined;
  expect((video ? second : first)?.profile).toBe('LC');
  if (!video) return { codecs: 'mp4a.40.2', resolution: undefined, rate: undefined };
  expect(video.profile).toBe('Main');
  const [pictures = 0, seconds = 1] = video.r_frame_rate.split('/').map(Number);
  return {
    // 4d is Main (77), 40 the constraint that x264 states for it, then the level.
    codecs: `avc1.4d40${video.level.toString(16).padStart(2, '0')},mp4a.40.2`,
    resolution: `${video.width}x${video.height}`,
    rate: (pictures / seconds).toFixed(3),
  };
}

describeWithFfmpeg('the list of versions', () => {
  test('states peak and average bit rate, codecs, size and rate of pictures of each, as its segments have them', async () => {
    const film = await madeFilm('wide.mp4', { width: 854, height: 480 });
    const versions = [];
    const rungs = ladderOf({ ...film, hasSound: true });
    expect(rungs.map(({ lines }) => lines)).toEqual([180, 0, 240, 480]);
    for (const rung of rungs) {
      const { media, playlist } = await makeVersion(film, rung, { ffmpeg, files, signal });
      versions.push({ lines: rung.lines, path: media.path, playlist });
    }
    const facts = versions.map(({ lines, path, playlist }) => factsOf(`${lines}.m3u8`, { mediaPath: path, playlist }));
    const list = masterPlaylist(await Promise.all(facts));
    const entries = [...list.matchAll(/^#EXT-X-STREAM-INF:(.+)\n(\d+)\.m3u8$/gm)];
    expect(entries.map(([, , lines]) => Number(lines))).toEqual([0, 180, 240, 480]);
    for (const [, attributes = '', lines] of entries) {
      const { path, playlist } = versions.find((one) => one.lines === Number(lines)) ?? expect.unreachable();
      const { codecs, resolution, rate } = probed(path);
      const number = (name: string) => Number(new RegExp(`(?:^|,)${name}=(\\d+)`).exec(attributes)?.[1]);
      // Two segments, of six seconds and of two; the second is too short to count by itself.
      const seconds = [...playlist.matchAll(/#EXTINF:([\d.]+)/g)].map(([, value]) => Number(value));
      const bytes = [...playlist.matchAll(/#EXT-X-BYTERANGE:(\d+)@/g)].map(([, value]) => Number(value));
      const header = Number(/#EXT-X-MAP:.*BYTERANGE="(\d+)@0"/.exec(playlist)?.[1]);
      expect(seconds).toHaveLength(2);
      const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
      expect(sum(bytes) + header).toBe(statSync(path).size);
      const average = (sum(bytes) * 8) / sum(seconds);
      expect(number('AVERAGE-BANDWIDTH')).toBe(Math.ceil(average));
      expect(number('BANDWIDTH')).toBe(Math.ceil(Math.max(average, ((bytes[0] ?? 0) * 8) / (seconds[0] ?? 1))));
      expect(attributes).toContain(`CODECS="${codecs}"`);
      expect(/RESOLUTION=(\w+)/.exec(attributes)?.[1]).toBe(resolution);
      expect(/FRAME-RATE=([\d.]+)/.exec(attributes)?.[1]).toBe(rate);
      if (lines === '180') expect(number('BANDWIDTH')).toBeLessThanOrEqual(100_000);
    }
  });
});

const playlistOf = (...segments: [seconds: number, bytes: number][]) =>
  `#EXTM3U\n#EXT-X-TARGETDURATION:6\n${segments
    .map(([seconds, bytes]) => `#EXTINF:${seconds.toFixed(6)},\n#EXT-X-BYTERANGE:${bytes}@0\nx.mp4`)
    .join('\n')}\n#EXT-X-ENDLIST\n`;

test.each([
  ['of the largest segment', playlistOf([6, 6000], [6, 12_000], [6, 3000]), 16_000],
  ['without a last segment that is shorter than half', playlistOf([6, 6000], [6, 6000], [0.5, 4000]), 12_308],
  ['of several short segments together', playlistOf([2, 1000], [2, 4000], [2, 4000], [2, 1000]), 16_000],
  ['of all of a film that is shorter than a segment', playlistOf([1, 500]), 4000],
])('the peak is the bit rate %s', (_, playlist, peak) => {
  expect(bitRatesOf(playlist).peak).toBe(peak);
});
