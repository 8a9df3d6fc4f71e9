import { writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Writes `build/modules.json`: for each script of the browser build, its modules with their size in bytes before
 * compression, so that the content of a page can be looked up by file and not guessed from names.
 */
export function listModules(): Plugin {
  const project = resolve(import.meta.dirname, '..');
  return {
    name: 'list-modules',
    applyToEnvironment: ({ name }) => name === 'client',
    writeBundle(_, bundle) {
      const list: Record<string, Record<string, number>> = {};
      for (const part of Object.values(bundle)) {
        if (part.type !== 'chunk') continue;
        const sizes = Object.entries(part.modules).map(([id, { renderedLength }]) => [
          relative(project, id.replace(/^\0/, '').replace(/\?.*$/, '')).replaceAll('\\', '/'),
          renderedLength,
        ]);
        list[part.fileName] = Object.fromEntries(sizes);
      }
      writeFileSync(join(import.meta.dirname, 'build/modules.json'), JSON.stringify(list, undefined, 1));
    },
  };
}
