import { cpSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');

/**
 * Copies the sources into a new folder, where faults can be put into them, and returns its path; the caller removes it.
 * The modules are links, and those of the workspaces lead into the copy.
 */
export function copySources(): string {
  const copy = mkdtempSync(join(tmpdir(), 'fairlead-faults-'));
  for (const part of readdirSync(root)) {
    const isSource = /^(contract|server|demo|deploy|docs|tools|transparency|web)$|\.(json|ts|mjs)$/.test(part);
    const filter = (from: string) => !/\/node_modules(\/|$)|\/web\/build(\/|$)/.test(from.slice(root.length));
    if (isSource) cpSync(join(root, part), join(copy, part), { recursive: true, filter });
  }
  symlinkSync(join(root, 'web/build'), join(copy, 'web/build'));
  const modules = join(copy, 'node_modules');
  mkdirSync(join(modules, '@fairlead'), { recursive: true });
  for (const one of readdirSync(join(root, 'node_modules')))
    if (one !== '@fairlead' && one !== '.vite') symlinkSync(join(root, 'node_modules', one), join(modules, one));
  for (const one of ['contract', 'server', 'web']) symlinkSync(join(copy, one), join(modules, '@fairlead', one));
  return copy;
}
