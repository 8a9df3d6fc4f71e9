import { basename } from 'node:path';
import { faces } from '../server/platform/typesetting/fonts.ts';

/** Files of a package that no program loads. */
const idle = /\.(map|md|markdown|flow|tsbuildinfo|d\.[cm]?ts)$|^(CHANGELOG|HISTORY|AUTHORS)(\.txt)?$/i;
/** Folders of a package that no program loads. */
const idleFolders = /^(\.github|tests?|__tests__|docs?|examples?|bench(mark)?s?|coverage|man)(\/|$)/;
/**
 * What is needless in a package beyond that, by the path in it: builds for browsers and other loaders, sources, and the
 * weights of a font that are not set. Licences stay.
 */
const needless: readonly [name: RegExp, path: RegExp][] = [
  [/^@expo-google-fonts\//, /\.png$/],
  [/^node-linux-/, /^(?!bin\/node$|bin$|LICENSE|package\.json)/],
  [/^@cantoo\/pdf-lib$/, /^(src|dist|ts3\.4|cjs)(\/|$)/],
  [/^mediabunny$/, /^(src|dist\/bundles)(\/|$)/],
  [/^zod$/, /^src(\/|$)/],
  [/^@tanstack\//, /^src(\/|$)/],
  [/^hls\.js$/, /./],
  [/^tus-js-client$/, /^dist(\/|$)/],
  [/^jsonld$/, /^dist(\/|$)/],
  [/^yaml$/, /^browser(\/|$)/],
  [/^scorm-again$/, /^dist\/(?!esm(\/scorm(12|2004)\.min\.js)?$)/],
  [/^pg-protocol$/, /^src(\/|$)/],
  [/^pngjs$/, /^browser\.js$/],
  // of the programs that read the pages' sources
  [/^(typescript$|@typescript\/)/, /./],
  // uploads are locked in the database
  [/^@redis\//, /./],
  [/^tesseract\.js-core$/, /^tesseract-core(?!-simd\.(js|wasm)$)/],
  [/^@tesseract\.js-data\/eng$/, /best_int/],
  [/^@electric-sql\/pglite$/, /^dist\/(?!pg_trgm|pglite)[\w-]+\.tar\.gz$/],
  // Node finds the names that packages of React export in their builds for development
  [/^react-dom$/, /(client|server|profiling|unstable|test-utils)[\w.-]*\.(development|profiling)\.js$/],
];

/** The faces that sheets are set in; the packages have all weights. */
const faceNames = new Set(faces.map((face) => basename(face)));

/**
 * Whether the running program may load a file or folder of a package, by its path in the package, with slashes.
 *
 * @param fonts the names of font files that are needed beside those of sheets.
 */
export function isNeeded(name: string, path: string, fonts: ReadonlySet<string> = new Set()): boolean {
  if (path.endsWith('.ttf')) return faceNames.has(basename(path)) || fonts.has(basename(path));
  if (idle.test(basename(path)) || idleFolders.test(path)) return false;
  return !needless.some(([of, files]) => of.test(name) && files.test(path));
}

/** The name of the package that stands at a place such as `node_modules/sharp`. */
export const packageAt = (place: string): string =>
  place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
