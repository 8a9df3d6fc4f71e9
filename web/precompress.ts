import {
  copyFileSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'vite';

const built = join(import.meta.dirname, 'build/client');
/** Assets of this build and of earlier ones: a tab opened before a deployment still requests the old names. */
const kept = join(import.meta.dirname, 'build/kept');
const keptDays = 30;

/** Writes a .br and a .gz file next to every text asset, so that serving needs no compression. */
function precompress(path: string) {
  const text = readFileSync(path);
  if (text.length < 128) return;
  writeFileSync(`${path}.br`, brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
  writeFileSync(`${path}.gz`, gzipSync(text, { level: 9 }));
}

/** Copies this build's assets into the kept directory, and deletes those that no build of the last month has made. */
function keepAssets() {
  mkdirSync(kept, { recursive: true });
  const now = new Date();
  for (const name of readdirSync(join(built, 'assets'))) {
    copyFileSync(join(built, 'assets', name), join(kept, name));
    utimesSync(join(kept, name), now, now);
  }
  for (const name of readdirSync(kept))
    if (now.getTime() - statSync(join(kept, name)).mtimeMs > keptDays * 86_400_000) rmSync(join(kept, name));
}

/** The service worker always has the same name and is a bundle of its own: one file, which loads nothing else. */
async function buildServiceWorker() {
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      outDir: built,
      emptyOutDir: false,
      rolldownOptions: {
        input: join(import.meta.dirname, 'worker/service-worker.ts'),
        output: { format: 'iife', entryFileNames: 'service-worker.js' },
      },
    },
  });
}

await buildServiceWorker();
for (const file of globSync('**/*.{js,css,svg,json,webmanifest,txt}', { cwd: built })) precompress(join(built, file));
keepAssets();
