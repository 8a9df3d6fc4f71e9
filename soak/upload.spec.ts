import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, open, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { training } from '@fairlead/contract/training/calls';
import { expect, test } from '@playwright/test';
import { largeFilm } from '../bench/harness/large-film.ts';
import { residentMegabytes } from '../bench/harness/process.ts';
import { type Academy, startAcademy } from '../e2e/academy.ts';
import { ask } from '../e2e/ask.ts';
import { openSchool } from '../e2e/pages/school.ts';
import { announce, sendingOf } from '../e2e/tus.ts';

const MB = 2 ** 20;
const megabytes = Number(process.env.MEGABYTES ?? 1024);
/** The size of a piece, as the pages send them. */
const pieceBytes = 8 * MB;
const kills = 3;
/** How much more memory the program may use while a film of any size is uploaded, in megabytes. */
const mostGrown = 150;

/** Memory of one process of the program, in megabytes: before the upload, at most during it, and afterwards. */
type Life = { before: number; most: number; after?: number };

const hashOf = async (path: string) => {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: MB })) hash.update(chunk);
  return hash.digest('hex');
};

/** Measures ten times a second how much memory the program uses, for each of its processes. */
function watchMemory(academy: Academy) {
  const lives: Life[] = [];
  const look = () => residentMegabytes(academy.pid());
  let watched: Life | undefined;
  const timer = setInterval(() => {
    // a process that was just killed has none
    if (watched) watched.most = Math.max(watched.most, look() || 0);
  }, 100);
  return {
    lives,
    begin: () => {
      const before = look();
      watched = { before, most: before };
      lives.push(watched);
    },
    pause: () => {
      watched = undefined;
    },
    end: () => {
      clearInterval(timer);
      const last = lives.at(-1);
      if (last) last.after = look();
    },
  };
}

test(`a film of ${megabytes} MB survives ${kills} kills to the last byte, and memory use stays constant`, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fairlead-soak-'));
  const path = join(folder, 'film.mp4');
  await writeFile(path, largeFilm(megabytes, { headerLast: false }));
  const [{ size }, sha256] = [await stat(path), await hashOf(path)];
  const film = await open(path);
  const academy = await startAcademy({ mail: 'files' });
  const memory = watchMemory(academy);
  try {
    const courseId = await (await openSchool(academy)).course('Long films', { films: 0, test: false });
    const sender = async () => ({
      url: academy.url,
      token: (await openSchool(academy)).principal.login.accessToken,
    });
    const pieceAt = async (offset: number) => {
      const { buffer, bytesRead } = await film.read(Buffer.alloc(pieceBytes), 0, pieceBytes, offset);
      return buffer.subarray(0, bytesRead);
    };
    /** A first small upload, so that code that any upload loads counts as start-up. */
    const warmUp = async () => {
      const desk = await sender();
      await sendingOf(desk, await announce(desk, 'small.mp4', MB)).send(0, (await pieceAt(0)).subarray(0, MB));
    };

    await warmUp();
    const id = await announce(await sender(), 'film.mp4', size);
    let sending = sendingOf(await sender(), id);
    const killAt = Array.from({ length: kills }, (_, i) => ((i + Math.random()) / kills) * size);
    const begun = performance.now();
    memory.begin();
    for (let offset = 0; offset < size; ) {
      const piece = await pieceAt(offset);
      const kill = killAt[0] !== undefined && offset + piece.length > killAt[0];
      if (!kill) {
        offset = await sending.send(offset, piece);
        continue;
      }
      killAt.shift();
      const sent = sending.send(offset, piece).catch(() => 'broken off');
      await wait(Math.random() * 40);
      memory.pause();
      await academy.crash();
      await sent;
      await warmUp();
      sending = sendingOf(await sender(), id);
      const there = await sending.offset();
      console.log(`killed at ${Math.round(offset / MB)} MB: ${there - offset} bytes of the piece on its way are there`);
      expect(there).toBeGreaterThanOrEqual(offset);
      memory.begin();
      offset = there;
    }
    const sentSeconds = (performance.now() - begun) / 1000;
    await ask(await sender(), training.addUploaded, { body: { courseId, title: 'Long', uploads: [id] } });
    const addedSeconds = (performance.now() - begun) / 1000 - sentSeconds;
    await wait(10_000);
    memory.end();

    const stored = join(academy.dataDir, 'files/trainingVideo');
    const [name = '', ...others] = await readdir(stored);
    expect(others).toEqual([]);
    expect(await hashOf(join(stored, name))).toBe(sha256);
    console.log(
      `${Math.round(size / MB)} MB in ${sentSeconds.toFixed(0)} s, ${kills} starts among them; examined and kept in ${addedSeconds.toFixed(1)} s`,
    );
    for (const [index, { before, most, after }] of memory.lives.entries()) {
      const figures = [`${before.toFixed(0)} MB before`, `${most.toFixed(0)} MB at most`];
      if (after !== undefined) figures.push(`${after.toFixed(0)} MB ten seconds after`);
      console.log(`memory of life ${index + 1}: ${figures.join(', ')}`);
      expect(most - before).toBeLessThan(mostGrown);
    }
  } finally {
    memory.end();
    await academy.stop();
    await film.close();
    await rm(folder, { recursive: true, force: true });
  }
});
