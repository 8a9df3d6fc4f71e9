import { expect } from 'vitest';
import type { Finding } from '../finding.ts';

/** The findings of the doctor that are not fine, in its words. */
export async function faults(found: Promise<Finding[]>): Promise<string[]> {
  const findings = await found;
  expect(findings.length).toBeGreaterThan(0);
  for (const { state, remedy } of findings) expect(remedy === undefined).toBe(state === 'fine');
  return findings.filter(({ state }) => state !== 'fine').map(({ state, says }) => `${state}: ${says}`);
}
