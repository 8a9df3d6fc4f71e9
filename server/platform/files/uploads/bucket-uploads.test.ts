import { randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { testApp } from '../../../testing/app.ts';
import type { Files } from '../files.ts';
import { createResumableUploads } from '../resumable-uploads.ts';
import { partBytes } from '../stores/bucket-store.ts';
import { sweepFiles } from '../sweep.ts';
import { memoryBucket } from '../testing/memory-bucket.ts';

// Uploads in a bucket, which is in memory here. `npm run soak -- store` runs the tests of uploads with a real one.

const program = await testApp();
const { db, clock } = program;
const editor = await program.person('admin');
const uri = 'http://self/api/trainingVideo/uploads';
const day = 24 * 3600;

const filesIn = (places: Partial<Files>): Files => ({ ...program.files, bucket: undefined, ...places });

/** A client of the protocol for uploads at the given places. */
function clientOf(places: Partial<Files>) {
  const limits = { maxFileBytes: 2 ** 30, maxBytesInAll: 2 ** 30 };
  const uploads = createResumableUploads(db, filesIn(places), limits);
  const answer = (method: string, path: string, headers: Record<string, string>, body?: Uint8Array<ArrayBuffer>) =>
    uploads.answer(
      new Request(`${uri}${path}`, {
        method,
        headers: { 'tus-resumable': '1.0.0', ...headers },
        ...(body && { body }),
      }),
      editor.accountId,
    );
  return {
    uploads,
    options: () => answer('OPTIONS', '', {}),
    announce: async (size: number, headers: Record<string, string> = {}) => {
      const response = await answer('POST', '', { 'upload-length': String(size), ...headers });
      return { response, id: response.headers.get('location')?.split('/').at(-1) ?? '' };
    },
    send: (id: string, offset: number, body: Uint8Array<ArrayBuffer>) =>
      answer(
        ...(['PATCH', `/${id}`] as const),
        { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
        body,
      ),
  };
}

const sweep = (places: Partial<Files>) => sweepFiles(db, filesIn(places));

describe('uploads in a bucket', () => {
  test('are put together from pieces of every size', async () => {
    const bucket = memoryBucket(clock);
    const { uploads, announce, send } = clientOf({ bucket });
    const content = randomBytes(partBytes + 3_000_000);
    const { id } = await announce(content.length);
    let at = 0;
    for (const size of [1, 999, 5_000_000, content.length]) {
      const piece = content.subarray(at, at + size);
      expect((await send(id, at, piece)).status).toBe(204);
      at += piece.length;
    }
    const { path } = await uploads.open(id, editor.accountId, 'film');
    expect((await readFile(path)).equals(content)).toBe(true);
    await program.files.discard({ path });
    await uploads.remove(id);
    expect([bucket.names(), bucket.unfinished()]).toEqual([[], 0]);
  });

  test('are announced without their first bytes, which would hold the transaction of the announcement', async () => {
    const { announce, options } = clientOf({ bucket: memoryBucket(clock) });
    const { response, id } = await announce(10, { 'content-type': 'application/offset+octet-stream' });
    expect([response.status, id]).toEqual([201, expect.stringMatching(/^[0-9a-f-]{36}$/)]);
    const extensions = (await options()).headers.get('tus-extension');
    expect(extensions).toBe('creation,creation-defer-length,termination');
    await db.deleteFrom('resumableUpload').execute();
  });

  test('that were given up are removed, and what somebody else put beside them stays', async () => {
    const bucket = memoryBucket(clock);
    const { announce, send } = clientOf({ bucket });
    const { id } = await announce(2 * partBytes);
    await send(id, 0, randomBytes(partBytes + 100));
    const stray = randomUUID();
    const others = ['.uploads/README', '.uploads/notes.txt', `.uploads/${stray}.txt`];
    for (const name of [...others, `.uploads/${stray}`, `.uploads/${stray}.7`])
      await bucket.put(name, Buffer.from('x'));
    program.wait(day - 60);
    expect((await sweep({ bucket })).uploads).toBe(0);
    expect(bucket.names()).toHaveLength(6);
    program.wait(120);
    expect((await sweep({ bucket })).uploads).toBe(1);
    expect([bucket.names(), bucket.unfinished()]).toEqual([others.sort(), 0]);
  });
});

describe('while an academy moves, an upload that was begun at the old place is removed there', () => {
  const begin = async (places: Partial<Files>) => {
    const { announce, send } = clientOf(places);
    const { id } = await announce(2 * partBytes);
    await send(id, 0, randomBytes(partBytes + 100));
    program.wait(day + 60);
  };

  test.each([
    ['another bucket', true],
    ['the folder', false],
  ])('from a bucket to %s', async (_, toBucket) => {
    const old = memoryBucket(clock);
    await begin({ bucket: old });
    expect([old.names().length, old.unfinished()]).toEqual([1, 1]);
    const bucket = toBucket ? memoryBucket(clock) : undefined;
    expect((await sweep({ bucket, otherBucket: old })).uploads).toBe(1);
    expect([old.names(), old.unfinished()]).toEqual([[], 0]);
  });

  test('from the folder to a bucket', async () => {
    await begin({});
    // the files of a folder have the time of this machine
    program.wait(Math.ceil((Date.now() - clock().getTime()) / 1000) + day + 60);
    expect((await sweep({ bucket: memoryBucket(clock) })).uploads).toBe(1);
  });
});
