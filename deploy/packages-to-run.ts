import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

type Locked = { dev?: boolean; link?: boolean };

/** Installed packages by their places, such as `node_modules/sharp`. */
export type InstalledPackages = { toRun: readonly string[]; toDevelop: readonly string[] };

/**
 * The installed packages of the project in a folder: those that run the program, and those that build, check or measure
 * it. Read from the lock file: `npm ls` fails where packages of development were removed.
 */
export function installedPackages(root: string): InstalledPackages {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  const installed = Object.entries(lock.packages).filter(
    ([place, { link }]) => !link && place.includes('node_modules/') && existsSync(join(root, place)),
  );
  const placesOf = (isToDevelop: boolean) =>
    installed.filter(([, { dev = false }]) => dev === isToDevelop).map(([place]) => place);
  return { toRun: placesOf(false), toDevelop: placesOf(true) };
}
