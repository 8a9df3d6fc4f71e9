import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../../../..');

const sources = globSync(['web/app/**/*.{ts,tsx}', 'contract/**/*.ts'], { cwd: root })
  .filter((file) => !/features\/handbook\/|\.test\.|node_modules/.test(file))
  .map((file) => readFileSync(resolve(root, file), 'utf8').replaceAll(/\s+/g, ' '))
  .join('\n');

/** Whether a text stands on some screen as a whole: as a string in the sources, or between tags. */
export function isOnScreen(label: string): boolean {
  for (let at = sources.indexOf(label); at > 0; at = sources.indexOf(label, at + 1)) {
    const after = sources.slice(at + label.length, at + label.length + 2);
    if (/["'`>}] ?$/.test(sources.slice(at - 2, at)) && /^ ?["'`<{]/.test(after)) return true;
  }
  return false;
}
