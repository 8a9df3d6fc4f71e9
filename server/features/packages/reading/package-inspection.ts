import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { PackageManifest } from '@fairlead/contract/packages/calls';
import { contentOfEntry, openEntries, type ZipEntry } from '../../../platform/archives/zip-entries.ts';
import { Refusal } from '../../../platform/inspection/refusal.ts';
import { parseManifest } from './manifest-element.ts';
import { isCompressible, mediaTypeOf } from './media-types.ts';
import { readManifest } from './read-manifest.ts';
import { findScriptsElsewhere } from './scripts-elsewhere.ts';

/** Where a file of a package is in the file that `inspect` has written. */
export type PlacedEntry = {
  path: string;
  mediaType: string;
  beginsAt: number;
  sizeBytes: number;
  isCompressed: boolean;
};

export type PackageFacts = {
  manifest: PackageManifest;
  files: number;
  /** The size of its files, unpacked. */
  bytes: number;
  /** Empty where nothing was to be written. */
  entries: PlacedEntry[];
};

/** The largest manifest that is read; those of real courses have some hundred kB. */
const mostManifest = 2 * 2 ** 20;
/** Texts smaller than this gain nothing by being compressed. */
const leastCompressed = 512;

/**
 * Reads a package: every entry is unpacked and checked, and its manifest is read. To be called through
 * `inspectPackage`.
 *
 * @param input.into a new file for the contents of all entries, one after the other; null to look only. A part of it is
 *   sent without reading the rest, which a ZIP would not allow.
 * @throws Refusal with a sentence that names the entry.
 */
export async function inspect({ path, into }: { path: string; into: string | null }): Promise<PackageFacts> {
  const { zip, entries } = await openEntries(path);
  try {
    const manifest = await manifestIn(entries, zip);
    const scriptsElsewhere = await findScriptsElsewhere(entries, zip);
    const placed = into === null ? await look() : await write(into);
    return {
      manifest: { ...manifest, ...(scriptsElsewhere.length > 0 && { scriptsElsewhere }) },
      files: entries.length,
      bytes: entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
      entries: placed,
    };
  } finally {
    zip.close();
  }

  async function look(): Promise<PlacedEntry[]> {
    for (const entry of entries) for await (const _ of contentOfEntry(zip, entry));
    return [];
  }

  async function write(target: string): Promise<PlacedEntry[]> {
    const file = await open(target, 'wx', 0o600);
    try {
      const placed: PlacedEntry[] = [];
      let at = 0;
      for (const entry of entries) {
        const mediaType = mediaTypeOf(entry.path);
        const isCompressed = isCompressible(mediaType) && entry.sizeBytes >= leastCompressed;
        const content = Readable.from(contentOfEntry(zip, entry), { objectMode: false });
        let sizeBytes = 0;
        const store = async (pieces: AsyncIterable<Buffer>) => {
          for await (const piece of pieces) {
            await file.writev([piece], at + sizeBytes);
            sizeBytes += piece.length;
          }
        };
        if (isCompressed) await pipeline(content, createGzip(), store);
        else await pipeline(content, store);
        placed.push({ path: entry.path, mediaType, beginsAt: at, sizeBytes, isCompressed });
        at += sizeBytes;
      }
      return placed;
    } finally {
      await file.close();
    }
  }
}

async function manifestIn(entries: readonly ZipEntry[], zip: Parameters<typeof contentOfEntry>[0]) {
  const found = entries.find(({ path }) => path === 'imsmanifest.xml');
  if (!found) throw new Refusal(whyNoManifest(entries));
  if (found.sizeBytes > mostManifest) throw new Refusal('imsmanifest.xml is larger than 2 MB.');
  const bytes = await buffer(contentOfEntry(zip, found));
  const paths = new Set(entries.map(({ path }) => path));
  return readManifest(parseManifest(bytes), (path) => paths.has(path));
}

function whyNoManifest(entries: readonly ZipEntry[]): string {
  if (entries.some(({ path }) => path.endsWith('/imsmanifest.xml')))
    return 'imsmanifest.xml is in a folder of the ZIP file. Please zip the content of that folder, not the folder itself.';
  if (entries.some(({ path }) => path === 'cmi5.xml'))
    return 'This is a cmi5 package. SCORM 1.2 and SCORM 2004 can be uploaded.';
  if (entries.some(({ path }) => path === 'tincan.xml'))
    return 'This is an xAPI (Tin Can) package. SCORM 1.2 and SCORM 2004 can be uploaded.';
  if (entries.some(({ path }) => /^[^/]+\.(au|crs|cst)$/.test(path)))
    return 'This is an AICC package. SCORM 1.2 and SCORM 2004 can be uploaded.';
  return 'There is no imsmanifest.xml in this ZIP file, so it is not a SCORM package.';
}
