import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { isLong } from '../../testing/cases.ts';
import { createFiles } from '../files/files.ts';
import { folderStore } from '../files/stores/folder-store.ts';
import { Refusal } from '../inspection/refusal.ts';
import { listSubtitles } from './embedded-subtitles.ts';
import { FfmpegFailure, runFfmpeg } from './ffmpeg.ts';
import { inspect as inspectFilm } from './film-inspection.ts';
import { bitRatesOf, factsOf, masterPlaylist } from './master-playlist.ts';
import { ladderOf, makeVersion } from './renditions.ts';
import { describeWithFfmpeg, ffmpeg, ffprobe } from './testing/ffmpeg.ts';

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
  return { path, width, height, durationSeconds: 8, highDynamicRange: false };
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

/** The facts about a file by ffprobe, in the words of a master playlist. */
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

if (isLong)
  describeWithFfmpeg('the list of versions', () => {
    test('states peak and average bit rate, codecs, size and rate of pictures of each, as its segments have them', async () => {
      const film = await madeFilm('wide.mp4', { width: 426, height: 240 });
      const versions = [];
      const rungs = ladderOf({ ...film, hasSound: true });
      expect(rungs.map(({ lines }) => lines)).toEqual([180, 0, 240]);
      for (const rung of rungs) {
        const { media, playlist } = await makeVersion(film, rung, { ffmpeg, files, signal });
        versions.push({ lines: rung.lines, path: media.path, playlist });
      }
      const made = folderStore(files.incoming, []);
      const facts = versions.map(async ({ lines, path, playlist }) => {
        const media = await made.open(basename(path));
        return factsOf(`${lines}.m3u8`, { media, playlist }).finally(media.close);
      });
      const list = masterPlaylist(await Promise.all(facts));
      const entries = [...list.matchAll(/^#EXT-X-STREAM-INF:(.+)\n(\d+)\.m3u8$/gm)];
      expect(entries.map(([, , lines]) => Number(lines))).toEqual([0, 180, 240]);
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

/** A film of one second in a format that browsers do not play. */
async function oddFilm(name: string, { size, args }: { size: string; args: string[] }) {
  const path = join(dataDir, name);
  const picture = ['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=60:duration=1`];
  const sound = ['-f', 'lavfi', '-i', 'anoisesrc=duration=1,aformat=channel_layouts=5.1'];
  await runFfmpeg({ ffmpeg, args: [...picture, ...sound, ...args, path], signal });
  return path;
}
const version = async (path: string) => {
  const facts = await inspectFilm(path);
  expect(facts.obstacle).toMatch(/please export/);
  const rung = ladderOf({ ...facts, hasSound: true }).find(({ lines }) => lines === 240) ?? expect.unreachable();
  const { media } = await makeVersion({ path, ...facts }, rung, { ffmpeg, files, signal });
  return { path: media.path, facts, streams: streamsOf(media.path) };
};

if (isLong)
  describeWithFfmpeg('a version that every browser plays', () => {
    test('is made of HEVC of 10 bits with high dynamic range, with 5.1 sound, in MKV', async () => {
      const hdr = ['-color_primaries', 'bt2020', '-color_trc', 'smpte2084', '-colorspace', 'bt2020nc'];
      const quiet = 'log-level=error:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc';
      const picture = [
        '-c:v',
        'libx265',
        '-preset',
        'ultrafast',
        '-x265-params',
        quiet,
        '-pix_fmt',
        'yuv420p10le',
        ...hdr,
      ];
      const args = [...picture, '-c:a', 'ac3'];
      const film = await oddFilm('hdr.mkv', { size: '318x178', args });
      const { streams, facts, path } = await version(film);
      expect(facts).toMatchObject({ container: 'mkv', highDynamicRange: true });
      expect(streams).toMatchObject([
        { codec_name: 'h264', profile: 'Main', pix_fmt: 'yuv420p', width: 318, height: 178, r_frame_rate: '30/1' },
        { codec_name: 'aac', channels: 2 },
      ]);
      expect((streams[0] as { color_transfer?: string }).color_transfer).toBe('bt709');
      expect(statSync(path).size).toBeGreaterThan(1000);
    });

    test('is made of AV1 in MP4, and of a film that a phone has recorded upright, at a rate that varies, in odd numbers of pixels', async () => {
      const av1 = ['-c:v', 'libsvtav1', '-preset', '12', '-c:a', 'aac', '-ac', '2'];
      expect((await version(await oddFilm('av1.mp4', { size: '320x180', args: av1 }))).streams).toMatchObject([
        { codec_name: 'h264', width: 320, height: 180 },
        { codec_name: 'aac' },
      ]);
      const varying = [
        '-vf',
        "select='not(mod(n,3))+lt(n,20)'",
        '-vsync',
        'vfr',
        '-c:v',
        'libx264',
        '-preset',
        'ultrafast',
      ];
      const lying = await oddFilm('lying.mov', {
        size: '427x241',
        args: [...varying, '-pix_fmt', 'yuv444p', '-c:a', 'ac3'],
      });
      const upright = join(dataDir, 'upright.mov');
      await runFfmpeg({ ffmpeg, args: ['-i', lying, '-c', 'copy', '-metadata:s:v:0', 'rotate=90', upright], signal });
      const { facts, streams } = await version(upright);
      expect(facts.width).toBeLessThan(facts.height);
      expect(streams).toMatchObject([
        { width: 240, height: 426, pix_fmt: 'yuv420p', r_frame_rate: '30/1' },
        { channels: 2 },
      ]);
    });
  });

describeWithFfmpeg('ffmpeg', () => {
  const inside = fileURLToPath(new URL('./fixtures/h264-aac-moov-first.mp4', import.meta.url));
  const playlist = (media: string) => `#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n${media}\n#EXT-X-ENDLIST\n`;
  test.each([
    ['a playlist of a file', playlist(inside)],
    ['a playlist of a URL', playlist('http://127.0.0.1:9/film.ts')],
    ['a script that joins files', `ffconcat version 1.0\nfile '${inside}'\n`],
  ])('opens %s neither as a film nor what it refers to', async (_, content) => {
    const path = join(dataDir, 'list.mp4');
    writeFileSync(path, content);
    await expect(inspectFilm(path)).rejects.toThrow(Refusal);
    const source = { path, width: 64, height: 48, durationSeconds: 2, highDynamicRange: false };
    const [rung = expect.unreachable()] = ladderOf({ ...source, hasSound: true });
    await expect(makeVersion(source, rung, { ffmpeg, files, signal })).rejects.toThrow(/not on whitelist|Invalid data/);
    await expect(listSubtitles(source, { ffmpeg, files, signal })).rejects.toThrow(FfmpegFailure);
  });
});

describeWithFfmpeg('a codec that is not accepted', () => {
  test('is refused in words, and neither ffmpeg nor ffprobe starts its decoder', async () => {
    const path = await oddFilm('ffv1.mkv', { size: '64x48', args: ['-c:v', 'ffv1', '-c:a', 'aac'] });
    await expect(inspectFilm(path)).rejects.toThrow(/picture is in an unknown format.*please export it as MP4/);
    const source = { path, width: 64, height: 48, durationSeconds: 1, highDynamicRange: false };
    const [rung = expect.unreachable()] = ladderOf({ ...source, hasSound: true });
    await expect(makeVersion(source, rung, { ffmpeg, files, signal })).rejects.toThrow(/ffv1\) not on whitelist/);
    await expect(listSubtitles(source, { ffmpeg, files, signal })).rejects.toThrow(/ffv1\) not on whitelist/);
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
