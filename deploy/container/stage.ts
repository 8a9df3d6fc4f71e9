// Puts together what the program needs to run, and nothing else, for the Containerfile beside this file:
//
//   node setup.mjs && node deploy/container/stage.ts [folder]      (by default build)
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { stage } from '../stage.ts';

const into = resolve(process.argv[2] ?? join(import.meta.dirname, '../../build'));
stage(join(into, 'image'));
// the volume belongs to the program's user, and to nobody else
mkdirSync(join(into, 'image-data'), { recursive: true, mode: 0o700 });
