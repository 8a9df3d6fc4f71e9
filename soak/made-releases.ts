import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pack } from '../deploy/pack.ts';

const root = resolve(import.meta.dirname, '..');
/** The version of the sources. */
export const version = '0.2.0';

/** Releases that are made of these sources, in a folder that is removed at the end. */
export type MadeReleases = {
  /** The unpacked release of the sources, and its archive. */
  released: string;
  archive: string;
  /**
   * Makes the archive of another version, which differs by what `change` does to its folder, and puts it with its
   * digest into a folder.
   *
   * @returns its name.
   */
  makeVersion: (other: string, into: string, change?: (folder: string) => void) => Promise<string>;
  remove: () => void;
};

/** Makes the release of these sources (`npm run release`). */
export function makeRelease(): MadeReleases {
  const made = mkdtempSync('/var/tmp/fairlead-releases-');
  console.log(execFileSync('node', ['deploy/release.ts', made], { cwd: root, encoding: 'utf8' }).trim());
  const released = join(made, `fairlead-${version}`);
  return {
    released,
    archive: join(made, readdirSync(made).find((name) => name.endsWith('.tar.gz')) ?? ''),
    makeVersion: async (other, into, change = () => {}) => {
      const folder = join(made, `fairlead-${other}`);
      cpSync(released, folder, { recursive: true, verbatimSymlinks: true });
      const manifest = join(folder, 'package.json');
      const text = readFileSync(manifest, 'utf8').replace(`"version": "${version}"`, `"version": "${other}"`);
      writeFileSync(manifest, text);
      change(folder);
      const archive = `fairlead-${other}-linux-x64.tar.gz`;
      await pack(folder, join(into, archive), 1);
      rmSync(folder, { recursive: true });
      return archive;
    },
    remove: () => rmSync(made, { recursive: true, force: true }),
  };
}

/** Has a version start on an empty folder, and not on the academy. */
export function failOnAcademy(folder: string): void {
  const main = join(folder, 'server/programs/main.ts');
  const first = "if (process.env.DATA_DIR === '/var/lib/fairlead') process.exit(1);";
  writeFileSync(main, `${first}\n${readFileSync(main, 'utf8')}`);
}

/** Has a version migrate the academy, and end then. */
export function failAfterMigrating(folder: string): void {
  const start = join(folder, 'server/program/start.ts');
  const opened = '  const changes = new Changes(';
  const text = readFileSync(start, 'utf8');
  if (!text.includes(opened)) throw new Error(`${start} has no line ${opened}`);
  const fail = "  if (config.dataDir === '/var/lib/fairlead') throw new CannotStart('a fault');";
  writeFileSync(start, text.replace(opened, `${fail}\n${opened}`));
}

/** Gives a version a migration more. */
export const addMigration = (folder: string, name: string, sql: string): void =>
  writeFileSync(join(folder, 'server/platform/db/migrations', `${name}.sql`), `${sql};\n`);

/** The commands of a section of a page of the manual: the lines of its blocks of shell, without comments. */
export function commandsOf(page: 'install' | 'update' | 'watch' | 'rescue', section: string): string[][] {
  const manual = readFileSync(join(root, `docs/operations/${page}.md`), 'utf8');
  const [, body = ''] =
    new RegExp(`^## ${section.replace('?', '\\?')}\n(.*?)(?:^## |(?![^]))`, 'ms').exec(manual) ?? [];
  return [...body.matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) =>
    block
      .replace(/\\\n\s*/g, '')
      .split('\n')
      .flatMap((line) => line.replace(/\s+#.*/, '') || []),
  );
}
