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
import { transformWithOxc } from 'vite';

const built = join(import.meta.dirname, 'build/client');
/** Assets of this build and of those before it: a tab opened before a deployment still asks for the old names. */
const kept = join(import.meta.dirname, 'build/kept');
const keptDays = 30;

/** Lays a .br and a .gz beside every text asset, so that serving them costs no time. */
function precompress(path: string) {
  const text = readFileSync(path);
  if (text.length < 512) return;
  writeFileSync(`${path}.br`, brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
  writeFileSync(`${path}.gz`, gzipSync(text, { level: 9 }));
}

/** Copies this build's assets to those that are kept, and forgets what no build of the last month has made. */
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

/** The service worker has one name for ever and is no part of the bundle: only its types go. */
async function buildServiceWorker() {
  const file = join(import.meta.dirname, 'worker/service-worker.ts');
  const { code } = await transformWithOxc(readFileSync(file, 'utf8'), file, { sourcemap: false });
  writeFileSync(join(built, 'service-worker.js'), code);
}

await buildServiceWorker();
for (const file of globSync('**/*.{js,css,svg,json,webmanifest,txt}', { cwd: built })) precompress(join(built, file));
keepAssets();
