import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { BucketLocation } from '../../../settings/services.ts';
import { StoreAway, StoreFull } from '../../outage.ts';
import { FileMissing } from './file-store.ts';
import { callS3, presignedUrl, readAnswer, type S3Call, S3Error } from './s3-call.ts';
import { countStoreCalls, type StoreCalls } from './store-calls.ts';

/** A part of an object that is uploaded in parts. */
export type Part = { partNumber: number; etag: string };

/**
 * The calls of a bucket. Names are without the prefix. A call that fails for the moment is repeated, with growing
 * pauses, up to the limits of `Patience`. It throws StoreAway when the store does not answer or refuses access, and
 * StoreFull when it has no space.
 */
export type Bucket = {
  put: (name: string, bytes: Buffer) => Promise<void>;
  /**
   * The bytes from `first` to `last`, both included, or fewer at the end of the object, and the object's size.
   *
   * @throws FileMissing
   */
  get: (name: string, range: { first: number; last: number }) => Promise<{ bytes: Buffer; sizeBytes: number }>;
  remove: (name: string) => Promise<void>;
  /**
   * Undoes the deletion of an object, if the bucket has kept a version of it; does nothing otherwise. Needs the rights
   * to list and to delete versions.
   */
  undelete: (name: string) => Promise<void>;
  list: (prefix: string) => AsyncGenerator<{ name: string; changedAt: number }>;
  /** Begins a multipart upload, and returns the store's id for it. Each part but the last has at least 5 MiB. */
  beginParts: (name: string) => Promise<string>;
  putPart: (name: string, upload: string, partNumber: number, bytes: Buffer) => Promise<Part>;
  /** Joins the parts to the object. Does nothing if that was done before. */
  finishParts: (name: string, upload: string, parts: readonly Part[]) => Promise<void>;
  /** Aborts a multipart upload; does nothing for one that does not exist. */
  dropParts: (name: string, upload: string) => Promise<void>;
  /** A URL by which anybody can read an object for so many seconds, with these headers in the response. */
  presign: (name: string, seconds: number, answer: Readonly<Record<string, string>>) => Promise<string>;
  /** Whether the bucket keeps versions of what was deleted or replaced. */
  keepsVersions: () => Promise<boolean>;
  /** Lists one object, and does not repeat a failed call. @throws as the other calls */
  check: () => Promise<void>;
  /** The store's clock, in milliseconds since 1970, to the second. */
  clock: () => Promise<number>;
  calls: StoreCalls;
};

/** How calls are repeated. */
export type Patience = {
  /** The maximum number of tries of a call. */
  tries: number;
  /** Milliseconds before the second try; doubled for each further one. */
  pause: number;
  /** Time limit of one try in milliseconds: 30 s are 8 MiB at 280 kB/s. */
  call: number;
  /** After this many milliseconds, a call is not repeated any more. */
  inAll: number;
};
const usualPatience: Patience = { tries: 6, pause: 100, call: 30_000, inAll: 20_000 };
/** Milliseconds for a call that only asks whether the store is there. */
const checkPatience = 5_000;

/** Statuses and error codes for which a call is tried again: the store, or the link to it, failed at that moment. */
const passing = [408, 425, 429, 500, 502, 503, 504];
const passingCodes = ['BadDigest', 'IncompleteBody', 'RequestTimeout', 'OperationAborted'];
/** The error codes of stores without space: Ceph and others, MinIO, and the one that belongs to WebDAV's status 507. */
const full = ['QuotaExceeded', 'XMinioStorageFull', 'InsufficientStorage', 'StorageFull', 'NoSpaceLeft'];

type Fault = 'away' | 'full' | 'refused' | 'missing' | 'other';

function faultOf(error: unknown): Fault {
  if (error instanceof FileMissing) return 'missing';
  if (error instanceof S3Error) {
    const { status, code = '' } = error;
    if (full.includes(code) || status === 507) return 'full';
    if (passing.includes(status) || passingCodes.includes(code)) return 'away';
    if (status === 404 && code === 'NoSuchKey') return 'missing';
    // No permission, a wrong key, a clock that differs too much, or no bucket: the operator can correct it, and nothing
    // is lost until then.
    return status === 401 || status === 403 || status === 404 ? 'refused' : 'other';
  }
  // fetch throws a TypeError for a lost connection, and a DOMException for a call that took too long
  const name = error instanceof Error ? error.name : '';
  return error instanceof TypeError || name === 'TimeoutError' ? 'away' : 'other';
}

/** @param patience limits for repeated calls; tests use shorter ones */
export function openBucket(place: BucketLocation, patience: Partial<Patience> = {}): Bucket {
  const { tries, pause, call: callLimit, inAll } = { ...usualPatience, ...patience };
  const send = (call: Omit<S3Call, 'limit'>, limit = callLimit) => callS3(place, { ...call, limit });
  const calls = countStoreCalls(faultOf);
  /** While the store is away, calls are tried once, so that nobody waits. */
  let isAway = false;
  const keyOf = (name: string) => `${place.prefix}${name}`;

  function failure(error: unknown, name: string): unknown {
    const fault = faultOf(error);
    const reason = error instanceof Error ? error.message : String(error);
    if (fault === 'missing') return error instanceof FileMissing ? error : new FileMissing(name, { cause: error });
    if (fault === 'full') return new StoreFull(`The object store has no space: ${reason}`, { cause: error });
    if (fault === 'other') return error;
    return new StoreAway(`The object store cannot be used: ${reason}`, { cause: error });
  }

  async function attempt<T>(operation: string, name: string, call: () => Promise<T>): Promise<T> {
    const began = performance.now();
    for (let tried = 1; ; tried += 1) {
      try {
        const result = await calls.time(operation, call);
        isAway = false;
        return result;
      } catch (error) {
        const isPassing = faultOf(error) === 'away';
        if (isPassing && !isAway && tried < tries && performance.now() - began < inAll) {
          // random, so that not all callers try at the same moment
          await setTimeout(pause * 2 ** (tried - 1) * (0.5 + Math.random()));
          continue;
        }
        if (isPassing) isAway = true;
        throw failure(error, name);
      }
    }
  }

  /** The store compares the digest with what it has received, because the signature does not cover the content. */
  const digested = (bytes: Buffer) => ({ 'content-md5': createHash('md5').update(bytes).digest('base64') });
  const binary = { 'content-type': 'application/octet-stream' };
  const readRange = (key: string, first: number, last: number) =>
    send({ key, headers: { range: `bytes=${first}-${last}` } });

  const listPage = async (prefix: string, after: string | undefined, most: number, limit = callLimit) => {
    const more: Record<string, string> = after ? { 'continuation-token': after } : {};
    const query = { 'list-type': '2', prefix: keyOf(prefix), 'max-keys': String(most), ...more };
    const { fields, items } = readAnswer((await send({ query }, limit)).bytes);
    const objects = items.filter(({ name }) => name === 'Contents').map((one) => one.fields);
    return { objects, next: fields.NextContinuationToken };
  };

  return {
    calls,
    async put(name, bytes) {
      const headers = { ...binary, ...digested(bytes) };
      await attempt('put', name, () => send({ method: 'PUT', key: keyOf(name), headers, body: bytes }));
    },
    get: (name, { first, last }) =>
      attempt('get', name, async () => {
        try {
          const { bytes, headers } = await readRange(keyOf(name), first, last);
          const [, total] = /^bytes \d+-\d+\/(\d+)$/.exec(headers.get('content-range') ?? '') ?? [];
          if (total === undefined) throw new Error(`The object store gave no range of ${name}`);
          return { bytes, sizeBytes: Number(total) };
        } catch (error) {
          // an empty object has no first byte
          if (first === 0 && error instanceof S3Error && error.status === 416)
            return { bytes: Buffer.alloc(0), sizeBytes: 0 };
          throw error;
        }
      }),
    async remove(name) {
      await attempt('remove', name, () => send({ method: 'DELETE', key: keyOf(name) }));
    },
    async undelete(name) {
      const key = keyOf(name);
      await attempt('undelete', name, async () => {
        const { items } = readAnswer((await send({ query: { versions: '', prefix: key } })).bytes);
        const versions = items.filter(({ fields }) => fields.Key === key);
        if (!versions.some((one) => one.name === 'Version')) return;
        // without the markers, the newest version is the current one
        for (const { name, fields } of versions)
          if (name === 'DeleteMarker')
            await send({ method: 'DELETE', key, query: { versionId: fields.VersionId ?? '' } });
      });
    },
    async *list(prefix) {
      let after: string | undefined;
      do {
        const page = await attempt('list', prefix, () => listPage(prefix, after, 1000));
        for (const { Key: key = '', LastModified: at = '' } of page.objects)
          yield { name: key.slice(place.prefix.length), changedAt: Date.parse(at) };
        after = page.next;
      } while (after);
    },
    beginParts: (name) =>
      attempt('begin', name, async () => {
        const { bytes } = await send({ method: 'POST', key: keyOf(name), query: { uploads: '' }, headers: binary });
        const upload = readAnswer(bytes).fields.UploadId;
        if (!upload) throw new Error(`The object store gave no upload of ${name}`);
        return upload;
      }),
    putPart: (name, uploadId, partNumber, bytes) =>
      attempt('put-part', name, async () => {
        const query = { partNumber: String(partNumber), uploadId };
        const { headers } = await send({
          method: 'PUT',
          key: keyOf(name),
          query,
          headers: digested(bytes),
          body: bytes,
        });
        return { partNumber, etag: (headers.get('etag') ?? '').replaceAll('"', '') };
      }),
    async finishParts(name, uploadId, parts) {
      const list = parts.map(
        ({ partNumber, etag }) => `<Part><PartNumber>${partNumber}</PartNumber><ETag>${etag}</ETag></Part>`,
      );
      const body = `<CompleteMultipartUpload>${list.join('')}</CompleteMultipartUpload>`;
      await attempt('finish', name, async () => {
        try {
          const { bytes } = await send({ method: 'POST', key: keyOf(name), query: { uploadId }, body });
          // a store may begin its response before it has the result, so a failure can have status 200
          if (readAnswer(bytes).name === 'Error') throw new S3Error(503, 'InternalError');
        } catch (error) {
          if (!isGone(error)) throw error;
          // an earlier response was lost: the object is there
          await readRange(keyOf(name), 0, 0);
        }
      });
    },
    async dropParts(name, uploadId) {
      await attempt('drop', name, () =>
        send({ method: 'DELETE', key: keyOf(name), query: { uploadId } }).catch((error: unknown) => {
          if (!isGone(error)) throw error;
        }),
      );
    },
    presign: (name, seconds, answer) => presignedUrl(place, keyOf(name), seconds, answer),
    keepsVersions: () =>
      attempt('versions', '', async () =>
        Boolean(readAnswer((await send({ query: { versioning: '' } })).bytes).fields.Status),
      ),
    async check() {
      try {
        await calls.time('check', async () => {
          await listPage('', undefined, 1, Math.min(callLimit, checkPatience));
        });
        isAway = false;
      } catch (error) {
        throw failure(error, '');
      }
    },
    clock: () =>
      attempt('clock', '', async () => {
        // Every response has it, also an error. A redirect may lead to a server with another clock.
        const signal = AbortSignal.timeout(checkPatience);
        const answer = await fetch(place.endpoint, { signal, redirect: 'manual' });
        await answer.body?.cancel();
        const at = Date.parse(answer.headers.get('date') ?? '');
        if (Number.isNaN(at)) throw new Error('The object store does not say what time it is');
        return at;
      }),
  };
}

/** Whether a multipart upload does not exist: it was finished or aborted. */
const isGone = (error: unknown): boolean => error instanceof S3Error && error.code === 'NoSuchUpload';
