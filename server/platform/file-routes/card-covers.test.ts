import { rm } from 'node:fs/promises';
import { cardCoverUrl } from '@fairlead/contract/courses/cover-url';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { testApp } from '../../testing/app.ts';
import { transaction } from '../db/database.ts';
import type { Folder } from '../files/folders.ts';
import { insertStoredFile } from '../files/stored-files.ts';
import { storedPath } from '../files/testing/stored-path.ts';

const program = await testApp();
const { app, db, files } = program;

const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
const photograph = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#000', noise } })
    .webp()
    .toBuffer();

async function store(content: Buffer, folder: Folder = 'courseImg'): Promise<string> {
  const kept = await files.keep(await files.receiveOwn(content, 'image/webp', 'deck.webp'), folder);
  await transaction(db, (tx) => insertStoredFile(tx, kept, { ownerId: null }));
  return `/api/uploads/${folder}/${kept.filename}`;
}

let whole: Buffer;
let url: string;
beforeAll(async () => {
  whole = await photograph(1600, 1000);
  url = await store(whole);
});

test('a cover is sent at the width of a card, to be kept for good, and whole without the width', async () => {
  const small = await app.inject({ url: cardCoverUrl(url) });
  expect(small.statusCode).toBe(200);
  expect(await sharp(small.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 720, height: 450 });
  expect(small.headers).toMatchObject({
    'content-type': 'image/webp',
    'content-length': String(small.rawPayload.length),
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect(small.rawPayload.length).toBeLessThan(whole.length / 3);
  const full = await app.inject({ url });
  expect(full.rawPayload.equals(whole)).toBe(true);
  expect(full.headers.etag).not.toBe(small.headers.etag);
  const known = await app.inject({ url: cardCoverUrl(url), headers: { 'if-none-match': String(small.headers.etag) } });
  expect([known.statusCode, known.rawPayload.length]).toEqual([304, 0]);
  const head = await app.inject({ method: 'HEAD', url: cardCoverUrl(url) });
  expect([head.statusCode, head.rawPayload.length]).toEqual([200, 0]);
  expect(head.headers['content-length']).toBe(small.headers['content-length']);
});

test('no other width is drawn', async () => {
  for (const query of ['width=721', 'width=99999', 'width=0720', 'width=720&width=720', 'width='])
    expect([query, (await app.inject({ url: `${url}?${query}` })).rawPayload.equals(whole)]).toEqual([query, true]);
});

test('a higher cover is as wide as a card too, a smaller one is not enlarged, and one that is gone is not found', async () => {
  const high = await app.inject({ url: cardCoverUrl(await store(await photograph(1000, 1600))) });
  expect(await sharp(high.rawPayload).metadata()).toMatchObject({ width: 720, height: 1152 });
  const small = await app.inject({ url: cardCoverUrl(await store(await photograph(300, 200))) });
  expect(await sharp(small.rawPayload).metadata()).toMatchObject({ width: 300, height: 200 });
  const gone = url.replace(/[0-9a-f]{8}-/, '00000000-');
  expect((await app.inject({ url: cardCoverUrl(gone) })).statusCode).toBe(404);
});

test('a cover that is missing on the disk is not found, like any other file', async () => {
  const lost = await store(await photograph(900, 600));
  await rm(storedPath(files, 'courseImg', lost.slice(lost.lastIndexOf('/') + 1)));
  for (const at of [lost, cardCoverUrl(lost)])
    expect([at, (await app.inject({ url: at })).statusCode]).toEqual([at, 404]);
});

test('a private picture stays private at that width', async () => {
  const secret = await store(await photograph(800, 800), 'profile_pictures');
  expect((await app.inject({ url: cardCoverUrl(secret) })).statusCode).toBe(401);
});
