import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Content, Encoding } from '../http/encodings.ts';

/** `isPart`: a script or a font of the build, which a browser never shows by itself. */
export type Asset = { type: string; cacheControl: string; etag: string; body: Content; isPart: boolean };

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/**
 * The files of a build by URL path. The list is made once at the start, so that no path can lead out of the folders. A
 * file is read on first request and then kept in memory, because a whole build has only a few megabytes. Names under
 * /assets/ contain a digest of their content, so they can be cached for ever.
 *
 * @param build the folder of the build: `client/` has its own files, `kept/` the assets of earlier builds.
 */
export function builtAssets(build: string): (path: string) => Promise<Asset | undefined> {
  const places = new Map<string, string>();
  const add = (folder: string, prefix: string) => {
    for (const name of globSync('**/*.*', { cwd: join(build, folder) })) {
      if (extname(name) in types) places.set(prefix + name.replaceAll('\\', '/'), join(build, folder, name));
    }
  };
  add('kept', '/assets/');
  add('client', '/');
  const read = new Map<string, Promise<Asset>>();
  return async (path) => {
    const place = places.get(path);
    if (!place) return undefined;
    const asset = read.get(path) ?? load(path, place);
    read.set(path, asset);
    return asset;
  };
}

async function load(path: string, place: string): Promise<Asset> {
  const [identity, br, gzip] = await Promise.all([readFile(place), beside(place, '.br'), beside(place, '.gz')]);
  const compressed: Record<Encoding, Buffer | undefined> = { br, gzip, identity };
  const as = async (wanted: Encoding) => {
    const bytes = compressed[wanted];
    return bytes ? { encoding: wanted, bytes } : { encoding: 'identity' as const, bytes: identity };
  };
  const isOfBuild = path.startsWith('/assets/');
  return {
    type: types[extname(place)] ?? 'application/octet-stream',
    isPart: isOfBuild && ['.js', '.woff2'].includes(extname(place)),
    cacheControl: isOfBuild ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
    etag: `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
    body: { size: identity.length, as },
  };
}

async function beside(place: string, ending: string): Promise<Buffer | undefined> {
  try {
    return await readFile(place + ending);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined; // too small to be worth compressing
    throw error;
  }
}
