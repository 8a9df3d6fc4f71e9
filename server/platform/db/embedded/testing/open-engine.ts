import { onTestFinished } from 'vitest';
import { EmbeddedEngine, type EngineOptions } from '../engine.ts';

/** Opens the engine until the end of a test; returns it, and what it logs as an error. */
export async function openEngine(options: Partial<EngineOptions> & { folder: string }) {
  const errors: string[] = [];
  const log = {
    info: () => {},
    warn: () => {},
    error: (_: unknown, message?: string) => void errors.push(message ?? ''),
  };
  const engine = await EmbeddedEngine.open({ log, ...options });
  onTestFinished(() => engine.close());
  return { engine, errors };
}

/** A statement that never ends by itself. */
export const endless = 'with recursive n(i) as (select 1 union all select 1 from n) select count(*) from n';
