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

/** A script that passes on what another one contains, and has nothing of its own. */
const facade = /^export\{(?<names>[^{}]*)\}from["'`]\.\/(?<file>[\w.-]+)["'`];?\s*$/;

/** A script that only calls what another one contains: where a page begins. */
const call = /^import\{(?<name>[\w$]+) as (?<own>[\w$]+)\}from["'`]\.\/(?<file>[\w.-]+)["'`];?\k<own>\(\);?\s*$/;

/**
 * Writes `build/facades.json`: the scripts that only pass on what a shared script contains, or call it, each with where
 * that is. A page that is served takes it from there, and does not ask for a file of a few words.
 */
function listFacades() {
  const facades: Record<string, { from: string; names: Record<string, string> }> = {};
  for (const path of globSync('assets/*.js', { cwd: built })) {
    const text = readFileSync(join(built, path), 'utf8');
    const { name: called, file: of } = call.exec(text)?.groups ?? {};
    if (called !== undefined) facades[`/${path}`] = { from: `/assets/${of}`, names: { call: called } };
    const { names, file } = facade.exec(text)?.groups ?? {};
    if (names === undefined) continue;
    const pairs = names.split(',').map((one) => one.split(' as '));
    facades[`/${path}`] = {
      from: `/assets/${file}`,
      names: Object.fromEntries(pairs.map(([there, name = there]) => [name, there])),
    };
  }
  writeFileSync(join(import.meta.dirname, 'build/facades.json'), JSON.stringify(facades));
}

/**
 * Sorts the scripts of each page in the list of pages, which every visitor loads: what several pages have in common
 * then stands in the same order, and the list takes a fifth less. They are loaded together, so the order means nothing.
 */
function sortManifest() {
  const beginning = 'window.__reactRouterManifest=';
  for (const path of globSync('assets/manifest-*.js', { cwd: built }).map((name) => join(built, name))) {
    const text = readFileSync(path, 'utf8');
    // the web app's manifest is a page's script
    if (!text.startsWith(beginning)) continue;
    const manifest = JSON.parse(text.slice(beginning.length).replace(/;\s*$/, ''));
    for (const { imports } of Object.values<{ imports: string[] }>(manifest.routes)) imports.sort();
    writeFileSync(path, `${beginning}${JSON.stringify(manifest)};`);
  }
}

await buildServiceWorker();
sortManifest();
listFacades();
for (const file of globSync('**/*.{js,css,svg,json,webmanifest,txt}', { cwd: built })) precompress(join(built, file));
keepAssets();
