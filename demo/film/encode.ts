import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { timing } from './script.ts';
import { frame } from './slide.ts';
import { sampleRate } from './sound.ts';

async function ffmpeg(
  args: readonly string[],
  feed?: (write: (bytes: Uint8Array) => Promise<void>) => Promise<void>,
): Promise<void> {
  const child = spawn('ffmpeg', ['-hide_banner', '-loglevel', 'error', '-y', ...args], {
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  const ended = once(child, 'close');
  if (feed) {
    await feed(async (bytes) => {
      if (!child.stdin.write(bytes)) await Promise.race([once(child.stdin, 'drain'), ended]);
    });
  }
  child.stdin.end();
  const [code] = await ended;
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`);
}

const raw = [
  '-f',
  'rawvideo',
  '-pix_fmt',
  'rgb24',
  '-s',
  `${frame.width}x${frame.height}`,
  '-r',
  `${timing.framesPerSecond}`,
];

/** Encoder settings for streams that every browser plays; bit-exact, so that the same frames give the same file. */
const delivery = (quality: number): string[] => [
  ...['-c:v', 'libx264', '-profile:v', 'high', '-pix_fmt', 'yuv420p', '-preset', 'veryslow', '-tune', 'animation'],
  ...['-crf', `${quality}`, '-g', '300', '-x264-params', 'threads=1', '-c:a', 'aac', '-b:a', '20k', '-ac', '1'],
  ...[
    '-movflags',
    '+faststart',
    '-map_metadata',
    '-1',
    '-fflags',
    '+bitexact',
    '-flags:v',
    '+bitexact',
    '-flags:a',
    '+bitexact',
  ],
];

/**
 * Writes an MP4 (H.264 High and AAC, index first) of at most `maxBytes`: the frames are stored losslessly in a
 * temporary file, then encoded with lower quality until they fit.
 */
export async function encodeFilm(
  target: string,
  frames: AsyncIterable<Uint8Array>,
  sound: Int16Array,
  maxBytes: number,
): Promise<number> {
  const work = await mkdtemp(join(tmpdir(), 'film-'));
  const [master, audio] = [join(work, 'master.mkv'), join(work, 'sound.pcm')];
  try {
    await writeFile(audio, new Uint8Array(sound.buffer, sound.byteOffset, sound.byteLength));
    await ffmpeg(
      [...raw, '-i', '-', '-c:v', 'libx264rgb', '-preset', 'ultrafast', '-qp', '0', master],
      async (write) => {
        for await (const image of frames) await write(image);
      },
    );
    for (let quality = 31; quality <= 41; quality += 2) {
      const pcm = ['-f', 's16le', '-ar', `${sampleRate}`, '-ac', '1', '-i', audio];
      await ffmpeg(['-i', master, ...pcm, ...delivery(quality), '-shortest', target]);
      const { size } = await stat(target);
      if (size <= maxBytes) return size;
    }
    throw new Error(`${target} does not fit into ${maxBytes} bytes`);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
