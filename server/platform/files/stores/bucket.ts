import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { S3mini, S3NetworkError, S3ServiceError } from 's3mini';
import { StoreAway, StoreFull } from '../../outage.ts';
import { FileMissing } from './file-store.ts';
import { countStoreCalls, type StoreCalls } from './store-calls.ts';

/** A bucket of an object store that speaks S3, and the beginning of the names of all objects in it that are ours. */
export type BucketPlace = {
  bucket: string;
  /** Empty, or with a slash at its end. */
  prefix: string;
  endpoint: string;
  region: string;
  keyId: string;
  secret: string;
};

/** A part of an object that is uploaded in parts. */
export type Part = { partNumber: number; etag: string };

/**
 * The calls of a bucket. Each is tried again, with growing pauses, as long as trying may help; names are without the
 * prefix. They throw StoreAway when the store does not answer or does not let us in, and StoreFull when it has no space.
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
   * Undoes the deletion of an object, if the bucket has kept a version of it; does nothing otherwise. Needs the rights to
   * list and to delete versions.
   */
  undelete: (name: string) => Promise<void>;
  list: (prefix: string) => AsyncGenerator<{ name: string; changedAt: number }>;
  /** Begins an object in parts, and returns the store's name for it. Each part but the last has at least 5 MiB. */
  beginParts: (name: string) => Promise<string>;
  putPart: (name: string, upload: string, partNumber: number, bytes: Buffer) => Promise<Part>;
  /** Makes the object of its parts. Does nothing if that was done before. */
  finishParts: (name: string, upload: string, parts: readonly Part[]) => Promise<void>;
  /** Gives up an object in parts; does nothing for one that is not there. */
  dropParts: (name: string, upload: string) => Promise<void>;
  /** The URL of an object that anybody can read for so many seconds. */
  presign: (name: string, seconds: number, answer: Readonly<Record<string, string>>) => Promise<string>;
  /** Whether it keeps what was deleted or replaced. */
  keepsVersions: () => Promise<boolean>;
  /** Lists one object, without trying again. @throws as the other calls */
  check: () => Promise<void>;
  /** The store's clock, in milliseconds since 1970, to the second. */
  clock: () => Promise<number>;
  calls: StoreCalls;
};

/** How calls are tried again. */
export type Patience = {
  /** How often a call is made at most. */
  tries: number;
  /** Milliseconds before the second try; doubled with each further one. */
  pause: number;
  /** Milliseconds that one call may take: 8 MiB at 280 kB/s. */
  call: number;
  /** After this many milliseconds a call is not made again. */
  inAll: number;
};
const usualPatience: Patience = { tries: 6, pause: 100, call: 30_000, inAll: 20_000 };
/** Milliseconds for a call that only asks whether the store is there. */
const checkPatience = 5_000;

/** Statuses and error codes for which a call is tried again: the store, or the link to it, failed at that moment. */
const passing = [408, 425, 429, 500, 502, 503, 504];
const passingCodes = ['BadDigest', 'IncompleteBody', 'RequestTimeout', 'OperationAborted'];
/** How stores say that they have no space: Ceph and others, MinIO, WebDAV's status. */
const full = ['QuotaExceeded', 'XMinioStorageFull', 'InsufficientStorage', 'StorageFull', 'NoSpaceLeft'];

type Fault = 'away' | 'full' | 'refused' | 'missing' | 'other';

function faultOf(error: unknown): Fault {
  if (error instanceof FileMissing) return 'missing';
  if (error instanceof S3ServiceError) {
    if (full.includes(error.serviceCode ?? '') || error.status === 507) return 'full';
    if (passing.includes(error.status) || passingCodes.includes(error.serviceCode ?? '')) return 'away';
    if (error.status === 404 && error.serviceCode === 'NoSuchKey') return 'missing';
    // no right, a wrong key, a clock that differs too much, or no bucket: it may be mended, and nothing is lost until then
    return error.status === 401 || error.status === 403 || error.status === 404 ? 'refused' : 'other';
  }
  if (error instanceof S3NetworkError) return 'away';
  // fetch: a TypeError for a lost connection, DOMException for one that took too long
  const name = error instanceof Error ? error.name : '';
  return error instanceof TypeError || name === 'TimeoutError' || name === 'AbortError' ? 'away' : 'other';
}

/** @param patience how calls are tried again; tests have less of it */
export function openBucket(place: BucketPlace, patience: Partial<Patience> = {}): Bucket {
  const { tries, pause, call: callLimit, inAll } = { ...usualPatience, ...patience };
  const access = {
    accessKeyId: place.keyId,
    secretAccessKey: place.secret,
    region: place.region,
    endpoint: `${place.endpoint.replace(/\/$/, '')}/${place.bucket}`,
  };
  const client = new S3mini({ ...access, requestAbortTimeout: callLimit });
  const hasty = new S3mini({ ...access, requestAbortTimeout: Math.min(callLimit, checkPatience) });
  const calls = countStoreCalls(faultOf);
  /** While the store is away, nobody waits for a second try. */
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
          // not all at the same moment
          await setTimeout(pause * 2 ** (tried - 1) * (0.5 + Math.random()));
          continue;
        }
        if (isPassing) isAway = true;
        throw failure(error, name);
      }
    }
  }

  /** The store compares it with what it has received: the signature does not include the content. */
  const digested = (bytes: Buffer) =>
    ({ 'content-md5': createHash('md5').update(bytes).digest('base64') }) as Record<`x-amz-${string}`, string>;
  const binary = 'application/octet-stream';

  const listPage = (of: S3mini, prefix: string, after: string | undefined, most: number) => async () => {
    const page = await of.listObjectsPaged('/', keyOf(prefix), most, after);
    if (!page?.objects) throw new S3ServiceError('There is no such bucket', 404, 'NoSuchBucket');
    return { objects: page.objects, next: page.nextContinuationToken };
  };

  return {
    calls,
    async put(name, bytes) {
      await attempt('put', name, async () =>
        (await client.putObject(keyOf(name), bytes, binary, undefined, digested(bytes))).arrayBuffer(),
      );
    },
    get: (name, { first, last }) =>
      attempt('get', name, async () => {
        try {
          const answer = await client.getObjectRaw(keyOf(name), false, first, last + 1);
          const bytes = Buffer.from(await answer.arrayBuffer());
          const [, total] = /^bytes \d+-\d+\/(\d+)$/.exec(answer.headers.get('content-range') ?? '') ?? [];
          if (total === undefined) throw new Error(`The object store gave no range of ${name}`);
          return { bytes, sizeBytes: Number(total) };
        } catch (error) {
          // there is no first byte of an empty object
          if (first === 0 && error instanceof S3ServiceError && error.status === 416)
            return { bytes: Buffer.alloc(0), sizeBytes: 0 };
          throw error;
        }
      }),
    async remove(name) {
      await attempt('remove', name, () => client.deleteObject(keyOf(name)));
    },
    async undelete(name) {
      const key = keyOf(name);
      await attempt('undelete', name, async () => {
        const versions = (await client.listObjectVersions(key)) ?? [];
        if (versions.every(({ IsDeleteMarker: isMarker }) => isMarker)) return;
        // without the markers, the newest version is the current one
        for (const { IsDeleteMarker: isMarker, VersionId: versionId } of versions)
          if (isMarker && versionId) await client.deleteObject({ key, versionId });
      });
    },
    async *list(prefix) {
      let after: string | undefined;
      do {
        const page = await attempt('list', prefix, listPage(client, prefix, after, 1000));
        for (const { Key: key, LastModified: at } of page.objects)
          yield { name: key.slice(place.prefix.length), changedAt: at.getTime() };
        after = page.next;
      } while (after);
    },
    beginParts: (name) => attempt('begin', name, () => client.getMultipartUploadId(keyOf(name), binary)),
    putPart: (name, upload, partNumber, bytes) =>
      attempt('put-part', name, () =>
        client.uploadPart(keyOf(name), upload, bytes, partNumber, {}, undefined, digested(bytes)),
      ),
    async finishParts(name, upload, parts) {
      await attempt('finish', name, async () => {
        try {
          const made = await client.completeMultipartUpload(keyOf(name), upload, [...parts]);
          // a store may begin to answer before it knows, and say 200 to a failure
          if ('Error' in made) throw new S3ServiceError('The object store did not join the parts', 503);
        } catch (error) {
          if (!isGone(error)) throw error;
          // An earlier response was lost: the object is there. A body that is not read would keep its connection.
          await (await client.getObjectRaw(keyOf(name), false, 0, 1)).arrayBuffer();
        }
      });
    },
    async dropParts(name, upload) {
      await attempt('drop', name, () =>
        client.abortMultipartUpload(keyOf(name), upload).catch((error: unknown) => {
          if (!isGone(error)) throw error;
        }),
      );
    },
    presign: (name, seconds, answer) => client.getPresignedUrl('GET', keyOf(name), seconds, { ...answer }),
    keepsVersions: () => attempt('versions', '', async () => (await client.getBucketVersioning()) !== 'Off'),
    async check() {
      try {
        await calls.time('check', async () => {
          await listPage(hasty, '', undefined, 1)();
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

/** Whether the parts are not there: they were joined or given up. */
const isGone = (error: unknown): boolean => error instanceof S3ServiceError && error.serviceCode === 'NoSuchUpload';
