import encodeQR from 'qr';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { stopClock } from '../../../testing/clock.ts';
import { type StandInWorker, standInWorkers } from '../../../testing/stand-in-worker.ts';
import { loadCodeWorker, openCodeWorker } from './code-worker.ts';
import { NoCodeReader } from './no-code-reader.ts';

const worker = openCodeWorker();
afterEach(worker.end);

/** A picture of squares that are dark where `isDark` says so. */
function drawn(side: number, isDark: (x: number, y: number) => boolean): ImageData {
  const pixels = new ImageData(side, side);
  for (let at = 0; at < side * side; at++) {
    pixels.data.fill(isDark(at % side, Math.floor(at / side)) ? 0 : 255, 4 * at, 4 * at + 3);
    pixels.data[4 * at + 3] = 255;
  }
  return pixels;
}

function codeOf(text: string): ImageData {
  const modules = encodeQR(text, 'raw');
  return drawn(modules.length * 5, (x, y) => modules[Math.floor(y / 5)]?.[Math.floor(x / 5)] === true);
}

/** A picture full of the squares in the corners of a code, over which the library takes seconds. */
const hostile = () =>
  drawn(1500, (x, y) => {
    const at = (pixel: number) => Math.abs(Math.floor((pixel % 18) / 2) - 4);
    const ring = Math.max(at(x), at(y));
    return ring === 3 || ring < 2;
  });

test.each([false, true])('a worker reads a code in a picture, of a camera: %s', async (isFrame) => {
  expect(await worker.look({ pixels: codeOf('https://academy.example/C'), isFrame }, 15_000)).toBe(
    'https://academy.example/C',
  );
  expect(await worker.look({ pixels: drawn(100, () => false), isFrame }, 15_000)).toBeUndefined();
});

test('a picture that takes too long is given up, does not stop the page meanwhile, and the next one is read', async () => {
  const ended = vi.spyOn(Worker.prototype, 'terminate');
  onTestFinished(() => ended.mockRestore());
  const pixels = hostile();
  let answer: unknown = 'none yet';
  const looking = worker.look({ pixels, isFrame: false }, 1000).then((text) => {
    answer = text;
  });
  let turns = 0;
  for (; answer === 'none yet'; turns++) await new Promise((resume) => setTimeout(resume));
  await looking;
  expect(answer).toBeUndefined();
  // it was the limit that ended it, and a page that stood still would have had no turn
  expect(ended).toHaveBeenCalledOnce();
  expect(turns).toBeGreaterThan(10);
  expect(await worker.look({ pixels: codeOf('next'), isFrame: false }, 15_000)).toBe('next');
});

test('a look that is under way finds nothing when the worker is ended', async () => {
  const looking = worker.look({ pixels: hostile(), isFrame: true }, 15_000);
  worker.end();
  expect(await looking).toBeUndefined();
});

describe('a worker that is loaded slowly, or never', () => {
  const look = (limit = 1000) => worker.look({ pixels: new ImageData(1, 1), isFrame: true }, limit);
  /** What a promise has come to so far. */
  function outcomeOf(looking: Promise<unknown>) {
    const found: { text?: unknown; error?: unknown } = {};
    looking.then(
      (text) => Object.assign(found, { text }),
      (error: unknown) => Object.assign(found, { error }),
    );
    return found;
  }
  const failed = { error: expect.any(NoCodeReader) };

  test('has the whole limit of a look from when it is ready', async () => {
    const clock = stopClock();
    const started = standInWorkers();
    const found = outcomeOf(look());
    await clock.passes(30);
    expect(found).toEqual({});
    started[0]?.onmessage?.({ data: { kind: 'ready' } });
    await clock.passes(0.9);
    expect([found, started[0]?.isEnded]).toEqual([{}, false]);
    await clock.passes(0.2);
    expect([found, started[0]?.isEnded]).toEqual([{ text: undefined }, true]);
  });

  test('fails after a minute', async () => {
    const clock = stopClock();
    const started = standInWorkers();
    const found = outcomeOf(look());
    await clock.passes(59);
    expect(found).toEqual({});
    await clock.passes(2);
    expect([found, started[0]?.isEnded]).toEqual([failed, true]);
  });

  test.each([
    ['cannot be loaded', (one) => one?.onerror?.({})],
    ['fails at a look', (one) => one?.onmessage?.({ data: { kind: 'error', message: 'out of memory' } })],
  ] satisfies [string, (one: StandInWorker | undefined) => void][])(
    'that %s rejects the look, and the next look starts another',
    async (_, fails) => {
      const started = standInWorkers();
      const looking = look();
      fails(started[0]);
      await expect(looking).rejects.toThrow(NoCodeReader);
      expect(started[0]?.isEnded).toBe(true);
      const next = look();
      started[1]?.onmessage?.({ data: { kind: 'answer', text: 'next' } });
      expect(await next).toBe('next');
    },
  );

  test('a second look is refused while one is under way, which gets its own answer', async () => {
    const [first, second] = [look(), look()];
    await expect(second).rejects.toThrow('Another look is under way');
    expect(await first).toBeUndefined();
  });

  test('its file counts as loaded when all of it is there, and not when there is none', async () => {
    let close = () => {};
    const body = new ReadableStream({
      start: (all) => {
        close = () => all.close();
      },
    });
    vi.stubGlobal('fetch', async () => new Response(body));
    const found = outcomeOf(loadCodeWorker());
    for (let turn = 0; turn < 5; turn++) await new Promise((resume) => setTimeout(resume));
    expect(found).toEqual({});
    close();
    await expect.poll(() => found).toEqual({ text: undefined });
    vi.stubGlobal('fetch', async () => new Response('Not found', { status: 404 }));
    await expect(loadCodeWorker()).rejects.toThrow(NoCodeReader);
  });
});
