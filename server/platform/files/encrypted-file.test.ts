import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, describe, expect, test } from 'vitest';
import { DecryptionFailed, encrypted } from './encrypted-file.ts';
import { createFiles, type Files } from './files.ts';
import { storedPath } from './testing/stored-path.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'encrypted-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
const clock = () => new Date();
const storeWith = (vault: string) => createFiles({ dataDir, secret: 'x'.repeat(32), vault, clock });
const files = storeWith('v'.repeat(32));

const kib = 1024;
const chunk = 64 * kib;

async function keep(content: Uint8Array, folder: 'id_documents' | 'trainingVideo' = 'id_documents') {
  return files.keep(await files.receiveOwn(content, 'application/pdf', 'passport.pdf'), folder);
}
const pathOf = ({ filename }: { filename: string }) => storedPath(files, 'id_documents', filename);
const read = ({ filename }: { filename: string }, store: Files = files) => store.read('id_documents', filename);

describe('a document encrypted at rest', () => {
  test.each([0, 1, chunk - 1, chunk, chunk + 1, 5 * chunk, 300 * kib + 7])(
    'of %d bytes is decrypted to its content',
    async (size) => {
      const content = randomBytes(size);
      const kept = await keep(content);
      expect(kept.sizeBytes).toBe(size);
      expect((await read(kept)).equals(content)).toBe(true);
    },
  );

  // shows: threats/stolen-disk, asvs/14.2.4
  test('cannot be read from the disk, nor with another encryption key', async () => {
    const kept = await keep(Buffer.from('%PDF-1.7 passport Z4839201 '.repeat(4000)));
    const onDisk = readFileSync(pathOf(kept));
    expect(onDisk.includes('passport')).toBe(false);
    expect(onDisk.includes('%PDF')).toBe(false);
    await expect(read(kept, storeWith('w'.repeat(32)))).rejects.toThrow(DecryptionFailed);
  });

  test('is read in any range', async () => {
    const content = randomBytes(3 * chunk + 100);
    const kept = await keep(content);
    for (const [first, last] of [
      [0, 0],
      [0, chunk - 1],
      [chunk - 1, chunk],
      [chunk, 2 * chunk - 1],
      [10, 3 * chunk + 99],
      [3 * chunk + 99, 3 * chunk + 99],
    ] as const) {
      const file = await files.open('id_documents', kept.filename);
      const part = await buffer(file.stream(first, last));
      expect(part.equals(content.subarray(first, last + 1)), `${first}-${last}`).toBe(true);
    }
  });

  // shows: threats/stolen-disk, asvs/11.3.1
  test('with one bit changed anywhere does not open', async () => {
    const kept = await keep(randomBytes(2 * chunk + 10));
    const whole = readFileSync(pathOf(kept));
    for (const at of [20, 60, chunk, chunk + 80, whole.length - 20, whole.length - 1]) {
      const changed = Buffer.from(whole);
      changed[at] = (changed[at] ?? 0) ^ 1;
      writeFileSync(pathOf(kept), changed);
      await expect(read(kept), `byte ${at}`).rejects.toThrow(DecryptionFailed);
    }
  });

  // shows: threats/stolen-disk
  test('that was truncated, even between two chunks, or has exchanged chunks, does not open', async () => {
    const kept = await keep(randomBytes(3 * chunk));
    const whole = readFileSync(pathOf(kept));
    const head = whole.length - 3 * (chunk + 16);
    const [first, second] = [0, 1].map((i) => whole.subarray(head + i * (chunk + 16), head + (i + 1) * (chunk + 16)));
    const rest = whole.subarray(head + 2 * (chunk + 16));
    const none = Buffer.alloc(0);
    writeFileSync(pathOf(kept), Buffer.concat([whole.subarray(0, head), second ?? none, first ?? none, rest]));
    await expect(read(kept)).rejects.toThrow(DecryptionFailed);
    writeFileSync(pathOf(kept), whole);
    truncateSync(pathOf(kept), head + 2 * (chunk + 16));
    await expect(read(kept)).rejects.toThrow(DecryptionFailed);
    truncateSync(pathOf(kept), head);
    await expect(read(kept)).rejects.toThrow(DecryptionFailed);
  });

  // shows: threats/stolen-disk
  test('does not open in place of another', async () => {
    const [mine, another] = [await keep(Buffer.from('mine')), await keep(Buffer.from('another’s'))];
    renameSync(pathOf(another), pathOf(mine));
    await expect(read(mine)).rejects.toThrow(DecryptionFailed);
  });

  // shows: threats/stolen-disk
  test('is encrypted in place if it was not, once, and nothing else is touched', async () => {
    const kept = await keep(randomBytes(1));
    const content = Buffer.from('%PDF-1.7 passport Z4839201 '.repeat(4000));
    writeFileSync(pathOf(kept), content);
    await files.encryptInPlace('id_documents', kept.filename);
    const onDisk = readFileSync(pathOf(kept));
    expect(onDisk.includes('passport')).toBe(false);
    expect((await read(kept)).equals(content)).toBe(true);
    await files.encryptInPlace('id_documents', kept.filename);
    expect(readFileSync(pathOf(kept)).equals(onDisk)).toBe(true);
    await files.encryptInPlace('id_documents', `${crypto.randomUUID()}.pdf`);
    const film = await keep(content, 'trainingVideo');
    await files.encryptInPlace('trainingVideo', film.filename);
    expect(readFileSync(storedPath(files, 'trainingVideo', film.filename)).equals(content)).toBe(true);
  });

  test('opens as it is if it is not encrypted', async () => {
    const kept = await keep(Buffer.from('new'));
    writeFileSync(pathOf(kept), '%PDF-1.4 of old');
    expect((await read(kept)).toString()).toBe('%PDF-1.4 of old');
  });

  test('differs from a film, which is not encrypted because its ranges are read from the disk', async () => {
    const kept = await keep(Buffer.from('a film'), 'trainingVideo');
    expect(readFileSync(storedPath(files, 'trainingVideo', kept.filename), 'utf8')).toBe('a film');
  });

  test('is encrypted and decrypted a few chunks at a time, however large it is', async () => {
    const block = randomBytes(chunk);
    let taken = 0;
    async function* large() {
      for (; taken < 500; taken += 1) yield block;
    }
    const encrypting = encrypted(large(), { secret: 'v'.repeat(32), name: 'id_documents/large' });
    for (let i = 0; i < 20; i += 1) await encrypting.next();
    expect(taken).toBeLessThan(23);
    await encrypting.return(undefined);

    const kept = await keep(Buffer.concat(Array.from({ length: 100 }, () => block)));
    const file = await files.open('id_documents', kept.filename);
    const opening = file.stream(0, file.sizeBytes - 1);
    const parts = opening[Symbol.asyncIterator]();
    for (let i = 0; i < 20; i += 1) {
      await parts.next();
      expect(opening.readableLength).toBeLessThan(3 * chunk);
    }
    await parts.return?.();
    expect(opening.destroyed).toBe(true);
  });
});
