import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { escapeHtml } from '../../../platform/escape-html.ts';

/** The page that plays a package. It is told which one by the academy's page, whose origin it knows. */
export const playerPage = (academy: string): string => `<!doctype html>
<html lang="en" data-academy="${escapeHtml(academy)}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Package</title>
<link rel="stylesheet" href="/player/player.css">
<script type="module" src="/player/player.js"></script>
</html>
`;

const sources: Readonly<Record<string, { type: string; from: () => URL | string }>> = {
  'player.js': { type: 'text/javascript; charset=utf-8', from: () => new URL('./player.js', import.meta.url) },
  'rollup.js': { type: 'text/javascript; charset=utf-8', from: () => new URL('./rollup.js', import.meta.url) },
  'player.css': { type: 'text/css; charset=utf-8', from: () => new URL('./player.css', import.meta.url) },
  'scorm12.js': { type: 'text/javascript; charset=utf-8', from: () => bundle('scorm12') },
  'scorm2004.js': { type: 'text/javascript; charset=utf-8', from: () => bundle('scorm2004') },
};

/** The run-time environment of SCORM: scorm-again, whose bundles are loaded at the second origin alone. */
const bundle = (name: string) => import.meta.resolve(`scorm-again/${name}/min`);

export type PlayerFile = { type: string; content: Buffer; gzip: Buffer; tag: string };
const read = new Map<string, Promise<PlayerFile>>();

/** A script or style of the player; undefined for any other name. */
export function playerFile(name: string): Promise<PlayerFile> | undefined {
  const source = Object.hasOwn(sources, name) ? sources[name] : undefined;
  if (!source) return undefined;
  const known = read.get(name) ?? load(source);
  read.set(name, known);
  return known;
}

async function load({ type, from }: { type: string; from: () => URL | string }): Promise<PlayerFile> {
  const content = await readFile(fileURLToPath(from()));
  const tag = `"${createHash('sha256').update(content).digest('hex').slice(0, 32)}"`;
  return { type, content, gzip: gzipSync(content), tag };
}
