// Checks every regular expression of the program for more than linear time: with quadratic time, one request of a
// megabyte would block the program for everybody. `npm run check` runs it.
import { globSync, readFileSync } from 'node:fs';
import { parseSync } from '@swc/core';
import { check } from 'recheck';

/** A regular expression in a source; without a pattern where it is composed at run time. */
export type Pattern = { file: string; source?: string; flags?: string };
type Node = { type?: string; pattern?: string; flags?: string; callee?: { value?: string } };

/** Sources whose patterns match input, or may one day; tests and tools match only files of ours. */
const rooms = ['contract', 'server', 'web/app', 'web/worker'];
const isOwnMaking = (file: string) => /\.test\.tsx?$|\/testing\/|node_modules|\/build\//.test(file);

/** Patterns that are composed at run time, and why that is safe. */
const putTogether: Readonly<Record<string, string>> = {
  'server/features/training/films/captions.ts': 'two times of a fixed form, and what follows in words',
  'server/platform/files/folders.ts': 'an anchored list of endings of ours',
  'server/platform/files/pdf-reader.ts': 'parts of bounded length; a test has what would be slow',
};

/** Every regular expression in a TypeScript source, including those made by `RegExp`. */
export function patternsIn(text: string, file: string): Pattern[] {
  const found: Pattern[] = [];
  JSON.stringify(parseSync(text, { syntax: 'typescript', tsx: file.endsWith('x') }), (_, node: Node | null) => {
    if (node?.type === 'RegExpLiteral') found.push({ file, source: node.pattern ?? '', flags: node.flags ?? '' });
    const isMade = node?.type === 'NewExpression' || node?.type === 'CallExpression';
    if (isMade && node.callee?.value === 'RegExp') found.push({ file });
    return node;
  });
  return found;
}

/**
 * Only a whole check is bounded in time, in milliseconds: the longest takes 12 s of a processor, which a busy machine
 * may give it in minutes. Limits of its phases would make that machine skip a part, and report patterns that are safe.
 */
const bounds = { timeout: 600_000, seedingTimeout: null, incubationTimeout: null, attackTimeout: null };

/** Returns a sentence for each unsafe pattern. */
export async function faultsOf(patterns: readonly Pattern[]): Promise<string[]> {
  const verdicts = new Map<string, string | undefined>();
  const faults: string[] = [];
  for (const { file, source, flags = '' } of patterns) {
    const written = `/${source ?? ''}/${flags}`;
    if (source !== undefined && !verdicts.has(written)) {
      // its native build where npm has one for the machine: a third of the time of the one in JavaScript
      const found = await check(source, flags, bounds);
      const order = found.status === 'vulnerable' ? found.complexity.summary : 'not decided';
      verdicts.set(written, found.status === 'safe' ? undefined : order);
    }
    const verdict = verdicts.get(written);
    if (source === undefined && !(file in putTogether)) faults.push(`${file}: a pattern is put together as it runs`);
    if (source !== undefined && verdict !== undefined) faults.push(`${file}: ${written} is ${verdict}`);
  }
  return faults;
}

if (import.meta.main) {
  const files = globSync(`{${rooms.join(',')}}/**/*.{ts,tsx}`).filter((file) => !isOwnMaking(file));
  const patterns = files.flatMap((file) => patternsIn(readFileSync(file, 'utf8'), file.replaceAll('\\', '/')));
  const faults = await faultsOf(patterns);
  for (const fault of faults) console.error(fault);
  console.log(`${patterns.length} patterns in ${files.length} files, ${faults.length} at fault`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
