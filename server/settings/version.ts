import { readFileSync } from 'node:fs';

type Manifest = { version: string; engines: { node: string } };

const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as Manifest;

/** The version of the program. */
export const version: string = manifest.version;

/** The oldest major version of Node that the program runs on. */
export const leastNode = Number(/\d+/.exec(manifest.engines.node)?.[0]);
