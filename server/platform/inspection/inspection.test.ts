import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { groundLost } from '../outage.ts';
import type { Bounds } from '../processes/carry-out-orders.ts';
import { hasEnded } from '../processes/testing/processes.ts';
import { withOrigin } from '../request/request-origin.ts';
import { fairTurns } from './fair-turns.ts';
import { inspector } from './inspection.ts';
import { createInspectionProcesses } from './inspection-processes.ts';
import { Refusal } from './refusal.ts';
import type { Misbehaviour, Seen } from './testing/misbehaving-inspection.ts';

const module = new URL('./testing/misbehaving-inspection.ts', import.meta.url);
const bounds: Bounds = { seconds: 1, megabytes: 100 };

/** Inspectors with processes of their own. */
function inspection({ patience = 60, ...settings }: { patience?: number; restMs?: number; file?: URL } = {}) {
  const processes = createInspectionProcesses(settings);
  const options = { bounds, processes, patience, turns: fairTurns(2) };
  const inspect = inspector<Seen, Misbehaviour>(module, options);
  const byPerson = (ip: string, how: Misbehaviour) =>
    withOrigin({ accountId: null, ip, device: null }, () => inspect(how));
  /** The same work, as another kind of file. */
  const ofOtherKind = inspector<Seen, Misbehaviour>(new URL('?other', module), options);
  return { inspect, byPerson, ofOtherKind, processes };
}

const outcomeOf = (inspected: Promise<Seen>) =>
  inspected.then(
    () => 'facts',
    (error: unknown) => error,
  );

const tooComplicated = 'This file is too complicated to be checked; please save or export it again.';
const damaged = 'This file is damaged; please save or export it again.';

// shows: threats/slow-file, threats/file-that-ends-the-program, asvs/15.2.2
describe('a file whose inspection', () => {
  const { inspect, byPerson, processes } = inspection();

  test.each<[Misbehaviour, string, RegExp]>([
    // on a slow machine the second of computing is over before
    ['fills its heap', tooComplicated, /ended (by|with)|more than 1 s of computing/],
    ['fills memory with bytes', tooComplicated, /ended (by SIGKILL|with)/],
    ['loops', tooComplicated, /more than 1 s of computing|ended with/],
    ['aborts', tooComplicated, /ended (by SIGABRT|with code 134)/],
    ['exits', tooComplicated, /ended with code 0/],
    ['exits with an error', tooComplicated, /ended with code 7/],
    ['is killed', tooComplicated, /ended (by SIGKILL|with)/],
    ['fails', damaged, /TypeError: x is not a function/],
    ['fails beside its work', damaged, /TypeError: x is not a function/],
  ])(
    '%s is refused, and disturbs neither those of others at that time nor the next one',
    async (how, sentence, cause) => {
      const [refused, ofAnother] = await Promise.all([
        outcomeOf(byPerson('192.0.2.1', how)),
        outcomeOf(byPerson('192.0.2.2', 'answers after a while')),
      ]);
      expect(refused).toBeInstanceOf(Refusal);
      expect(refused).toMatchObject({ message: sentence, cause: expect.stringMatching(cause) });
      expect(ofAnother).toBe('facts');
      expect(await outcomeOf(byPerson('192.0.2.1', 'answers'))).toBe('facts');
    },
  );

  test('prints garbage is answered, and none of it reaches the output of the program', async () => {
    const written = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, 'write'));
    expect(await outcomeOf(inspect('prints garbage'))).toBe('facts');
    const texts = written.flatMap(({ mock }) => mock.calls.map(([text]) => String(text)));
    expect(texts.filter((text) => text.includes('garbage'))).toEqual([]);
  });

  test('is not done in time is for later', async () => {
    const late = inspection({ patience: 0.2 }).inspect('never answers');
    await expect(late).rejects.toMatchObject({ code: 'unavailable', retryAfter: 60 });
  });

  test('never settles is refused as damaged, and the next one is not', async () => {
    expect(await outcomeOf(inspect('never settles'))).toMatchObject({
      message: damaged,
      cause: 'the inspection never settled',
    });
    expect(await outcomeOf(inspect('answers'))).toBe('facts');
  });

  test('finds no room on the disk is not to blame: it is an outage', async () => {
    const lost = await outcomeOf(inspect('finds no room on the disk'));
    expect(lost).toBeInstanceOf(Error);
    expect(groundLost(lost)).toBe('disk');
  });

  test('leaves no process at work', () => {
    expect(processes.use().running).toBe(0);
  });
});

describe('a process of inspections', () => {
  test('is used again for the same kind of file after a clean result alone', async () => {
    const { inspect, ofOtherKind } = inspection();
    const { pid } = await inspect('answers');
    expect((await inspect('answers')).pid).toBe(pid);
    expect((await ofOtherKind('answers')).pid).not.toBe(pid);
    expect((await inspect('answers')).pid).toBe(pid);
    await outcomeOf(inspect('fails'));
    expect((await inspect('answers')).pid).not.toBe(pid);
    expect(hasEnded(pid)).toBe(true);
  });

  test('does not blame a file for what follows from the one before it', async () => {
    const { inspect } = inspection();
    const { pid } = await inspect('fails after its answer');
    expect((await inspect('answers after a while')).pid).toBe(pid);
  });

  test('knows none of the program’s secrets', async () => {
    vi.stubEnv('DATABASE_URL', 'postgres://user:password@example.org/academy');
    const { environment } = await inspection().inspect('answers');
    expect(environment.filter((name) => !/^NODE_|^MALLOC_/.test(name))).toEqual([]);
  });

  test('ends when it has had no work for a while', async () => {
    const { inspect, processes } = inspection({ restMs: 1 });
    const { pid } = await inspect('answers');
    await expect.poll(() => hasEnded(pid), { timeout: 20_000 }).toBe(true);
    expect(processes.use()).toEqual({ running: 0, bytes: 0 });
  });

  test('is started ahead once, for whatever file comes first', async () => {
    const { inspect, processes } = inspection();
    processes.startAhead();
    const { bytes } = processes.use();
    expect(bytes).toBeGreaterThan(0);
    processes.startAhead();
    const ahead = processes.take(module.href);
    expect(processes.use()).toMatchObject({ running: 1 });
    processes.giveBack(ahead, module.href, true);
    const { pid } = await inspect('answers');
    expect((await inspect('answers')).pid).toBe(pid);
    expect(processes.take('another')).not.toBe(ahead);
  });

  test('at most three of them wait', async () => {
    const { processes } = inspection();
    const taken = ['a', 'b', 'c', 'd'].map((kind) => processes.take(kind));
    for (const [index, worker] of taken.entries()) processes.giveBack(worker, 'abcd'[index] ?? '', true);
    expect(taken.map(({ hasEnded }) => hasEnded)).toEqual([true, false, false, false]);
  });

  test('that cannot be started says nothing of the file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fairlead-inspection-'));
    afterAll(() => rmSync(folder, { recursive: true }));
    const file = pathToFileURL(join(folder, 'broken.mjs'));
    writeFileSync(file, 'process.exit(3)');
    await expect(inspection({ file }).inspect('answers')).rejects.toMatchObject({
      code: 'unavailable',
      cause: { how: 'with code 3' },
    });
  });
});
