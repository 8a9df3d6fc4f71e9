import { type Load, layLoad } from './load.ts';
import { cpuSeconds, type Running } from './process.ts';

/**
 * How many requests a server answers for one second of processor time: what else the machine does, and how fast the
 * load can ask, do not matter to it.
 *
 * @throws when an answer was a refusal: a refusal costs less than what is measured
 */
export async function perCpuSecond(
  { url, pid }: Running,
  load: Omit<Load, 'url'> & { path?: string },
): Promise<number> {
  const before = cpuSeconds(pid);
  const { failures } = await layLoad({ ...load, url: `${url}${load.path ?? '/'}` });
  if (failures > 0) throw new Error(`${failures} of ${load.requests} requests to ${load.path} were refused`);
  return load.requests / (cpuSeconds(pid) - before);
}
