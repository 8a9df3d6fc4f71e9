import { createServer } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { listen } from '../../../testing/listen.ts';
import { StoreAway, StoreFull, unavailable } from '../../outage.ts';
import { type Bucket, openBucket } from './bucket.ts';
import { FileMissing } from './file-store.ts';

type Answer = { status: number; code?: string; body?: string; headers?: Record<string, string> } | 'cut' | 'hang';

let end = async () => {};
afterEach(() => end());

/** A server that gives these answers, one after the other, and the last of them to all further requests. */
async function answering(
  ...answers: Answer[]
): Promise<{ bucket: Bucket; asked: () => number; connections: () => number }> {
  let [asked, connections] = [0, 0];
  const server = createServer((request, response) => {
    const answer = answers[Math.min(asked, answers.length - 1)];
    asked += 1;
    request.resume().once('end', () => {
      if (answer === 'cut' || answer === undefined) request.socket.destroy();
      else if (answer !== 'hang') {
        const error = answer.code && `<?xml version="1.0"?><Error><Code>${answer.code}</Code></Error>`;
        response.writeHead(answer.status, { 'content-type': 'application/xml', ...answer.headers });
        response.end(request.method === 'HEAD' ? undefined : (answer.body ?? error));
      }
    });
  });
  server.on('connection', () => {
    connections += 1;
  });
  const { url: endpoint, close } = await listen(server);
  end = close;
  const place = { bucket: 'academy', prefix: 'one/', endpoint, region: 'us-east-1', keyId: 'key', secret: 'secret' };
  return {
    bucket: openBucket(place, { tries: 4, pause: 1, call: 300 }),
    asked: () => asked,
    connections: () => connections,
  };
}

const range = { first: 0, last: 9 };
const found = { status: 206, body: 'a document', headers: { 'content-range': 'bytes 0-9/10' } };
const overloaded = { status: 503, code: 'SlowDown' };
const read = (bucket: Bucket) => bucket.get('documents/a.pdf', range).then(({ bytes }) => String(bytes));

describe('a call to a store', () => {
  test.each([
    ['is overloaded', overloaded],
    ['has a fault', { status: 500, code: 'InternalError' }],
    ['loses the connection', 'cut'],
    ['does not answer', 'hang'],
    ['has received other bytes', { status: 400, code: 'BadDigest' }],
    ['has received a part of the body', { status: 400, code: 'IncompleteBody' }],
    ['has waited too long for the body', { status: 400, code: 'RequestTimeout' }],
    ['has another call for the same object', { status: 409, code: 'OperationAborted' }],
  ] as const)('that %s for a moment is made again', async (_, answer) => {
    const { bucket, asked } = await answering(answer, answer, found);
    expect(await read(bucket)).toBe('a document');
    expect(asked()).toBe(3);
    const outcomes = bucket.calls.durations.all.map(({ labels, count }) => [labels.operation, labels.outcome, count]);
    expect(outcomes).toEqual([
      ['get', 'away', 2],
      ['get', 'ok', 1],
    ]);
  });

  test('that stays overloaded is given up, and made once only until the store answers again', async () => {
    const { bucket, asked } = await answering(...Array(6).fill(overloaded), found, overloaded, found);
    const error = await read(bucket).catch((one) => one);
    expect(error).toBeInstanceOf(StoreAway);
    expect(unavailable(error)).toMatchObject({
      message: 'The academy’s files cannot be reached at the moment. Please try again in a minute.',
      retryAfter: 10,
    });
    expect(asked()).toBe(4);
    await expect(read(bucket)).rejects.toBeInstanceOf(StoreAway);
    await expect(bucket.put('a', Buffer.from('x'))).rejects.toBeInstanceOf(StoreAway);
    expect(asked()).toBe(6);
    expect(await read(bucket)).toBe('a document');
    expect(await read(bucket)).toBe('a document');
  });

  test.each([
    ['the key', { status: 403, code: 'InvalidAccessKeyId' }],
    ['the clock', { status: 403, code: 'RequestTimeTooSkewed' }],
    ['the bucket', { status: 404, code: 'NoSuchBucket' }],
    ['another server at the URL', { status: 404 }],
  ])('that is refused because of %s is not made again, and no file counts as missing', async (_, answer) => {
    const { bucket, asked } = await answering(answer);
    await expect(read(bucket)).rejects.toBeInstanceOf(StoreAway);
    expect(asked()).toBe(1);
    await expect(bucket.check()).rejects.toBeInstanceOf(StoreAway);
  });

  test('for a file that is not there says so', async () => {
    const { bucket, asked } = await answering({ status: 404, code: 'NoSuchKey' });
    await expect(read(bucket)).rejects.toBeInstanceOf(FileMissing);
    expect(asked()).toBe(1);
  });

  test.each([
    ['QuotaExceeded', 403],
    ['XMinioStorageFull', 507],
    ['', 507],
  ])('to a store without space (%s, %i) says that there is none', async (code, status) => {
    const { bucket, asked } = await answering({ status, code });
    const error = await bucket.put('a', Buffer.from('x')).catch((one) => one);
    expect(error).toBeInstanceOf(StoreFull);
    expect(unavailable(error)?.message).toBe('The server has no storage space left. Please try again later.');
    expect(asked()).toBe(1);
  });

  test('for the clock does not follow a redirect, whose server may have another one', async () => {
    const date = 'Thu, 26 Nov 2026 08:00:00 GMT';
    const { bucket, asked } = await answering({ status: 302, headers: { location: '/elsewhere', date } });
    expect(new Date(await bucket.clock()).toUTCString()).toBe(date);
    expect(asked()).toBe(1);
  });

  test('gives its connection back, also where only the status matters', async () => {
    const gone = { status: 404, code: 'NoSuchUpload' };
    const body = 'x'.repeat(200_000);
    const there = { status: 206, body, headers: { 'content-range': 'bytes 0-0/10' } };
    const { bucket, connections } = await answering(gone, there, gone, there, gone, there, { status: 200, body });
    for (let i = 0; i < 3; i += 1) await bucket.finishParts('a', 'upload', [{ partNumber: 1, etag: 'x' }]);
    for (let i = 0; i < 3; i += 1) await bucket.put('a', Buffer.from('x'));
    expect(connections()).toBe(1);
  });

  test('that joins parts is made again when the store says 200 to a failure', async () => {
    const failed = { status: 200, body: '<Error><Code>InternalError</Code></Error>' };
    const { bucket, asked } = await answering(failed, {
      status: 200,
      body: '<CompleteMultipartUploadResult><ETag>"x-2"</ETag></CompleteMultipartUploadResult>',
    });
    await bucket.finishParts('a', 'upload', [{ partNumber: 1, etag: 'x' }]);
    expect(asked()).toBe(2);
  });
});
