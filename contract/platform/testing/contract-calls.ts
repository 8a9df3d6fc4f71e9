import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { Call } from '../call.ts';

const isObject = (value: unknown): value is Record<string, unknown> => value instanceof Object;
const isCall = (value: object): value is Call => 'method' in value && 'path' in value;

/** Every call of the contract, named by its method and path. */
export async function contractCalls(): Promise<{ name: string; call: Call }[]> {
  const contract = join(import.meta.dirname, '../..');
  const files = globSync('**/*.ts', { cwd: contract, exclude: ['node_modules/**', '**/*.test.ts', '**/*.d.ts'] });
  const modules = await Promise.all(
    files.map((name) => import(join(contract, name)) as Promise<Record<string, unknown>>),
  );
  const exported = modules.flatMap((one) => Object.values(one)).filter(isObject);
  const calls = new Set(exported.flatMap((one) => [one, ...Object.values(one)].filter(isObject).filter(isCall)));
  return [...calls].map((call) => ({ name: `${call.method} ${call.path}`, call }));
}
