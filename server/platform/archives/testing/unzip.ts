import { buffer } from 'node:stream/consumers';
import { type Entry, fromBufferPromise } from 'yauzl';

/** The files in a ZIP, by name. */
export async function unzip(zip: Buffer): Promise<Record<string, Buffer>> {
  const archive = await fromBufferPromise(zip, { lazyEntries: true });
  const files: Record<string, Buffer> = {};
  return new Promise((resolve, reject) => {
    const take = async (entry: Entry) => {
      files[entry.fileName] = await buffer(await archive.openReadStreamPromise(entry));
      archive.readEntry();
    };
    archive.on('error', reject);
    archive.on('end', () => resolve(files));
    archive.on('entry', (entry: Entry) => void take(entry).catch(reject));
    archive.readEntry();
  });
}
