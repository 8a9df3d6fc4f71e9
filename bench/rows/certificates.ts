import { groupDigits } from '@fairlead/contract/values/numbers';
import { cpuSeconds, type Running, residentWithChildren, startServer } from '../harness/process.ts';
import { alternate, spreadOf } from '../harness/rounds.ts';
import { beside, type Row } from '../harness/table.ts';

/** `sheets`: number per round; `many`: number that the renderer produces while its memory is measured. */
type Size = { rounds: number; sheets: number; many: number };

const bursts = 10;
const press = new URL('../servers/press.ts', import.meta.url);

/**
 * Signed certificates compared with the bare compiler on the same sheet, and the memory of a renderer that produces
 * many.
 */
export async function measureCertificates({ rounds, sheets, many }: Size): Promise<Row[]> {
  const ours = await startServer(press);
  const limit = await startServer(press, ['--bare']);
  try {
    const measured = await alternate(
      rounds,
      () => drawnPerCpuSecond(ours, sheets),
      () => drawnPerCpuSecond(limit, sheets),
    );
    const held = await memoryInBursts(ours, many);
    // The renderer's heap and the allocator's caches reach their final size within the first fifth. After that the heap
    // rises and falls by some 40 MB with its collections, and what grows is the lowest of some readings.
    const settled = held.slice(Math.floor(bursts / 5));
    const grown = Math.min(...settled.slice(-4)) - Math.min(...settled.slice(0, 4));
    return [
      {
        what: 'certificates, drawn and signed',
        beside: 'the bare compiler on the same sheet',
        unit: 'per CPU-second',
        measured,
        goal: { atLeast: 0.7 },
      },
      beside(
        `memory of the press, grown over the last four fifths of ${groupDigits(many)} certificates`,
        spreadOf([grown]),
        { limit: 30, unit: 'MB', note: `MB after each tenth: ${held.map(Math.round).join(', ')}` },
      ),
    ];
  } finally {
    await limit.stop();
    await ours.stop();
  }
}

async function drawnPerCpuSecond(running: Running, times: number): Promise<number> {
  const before = cpuSeconds(running.pid);
  await running.ask(times);
  return times / (cpuSeconds(running.pid) - before);
}

/** Megabytes of memory at the beginning and after each tenth of `many` certificates. */
async function memoryInBursts(running: Running, many: number): Promise<number[]> {
  const held = [residentWithChildren(running.pid)];
  for (let burst = 0; burst < bursts; burst += 1) {
    await running.ask(Math.ceil(many / bursts));
    held.push(residentWithChildren(running.pid));
  }
  return held;
}
