import { type Load, layLoad } from './load.ts';
import { cpuSeconds, type Running } from './process.ts';

/**
 * Requests that a server answers per second of its processor time: independent of other load on the machine, and of how
 * fast the load generator is.
 *
 * @throws when a request was refused: a refusal costs less than what is measured
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
