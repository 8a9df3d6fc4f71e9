import { AsyncLocalStorage } from 'node:async_hooks';
import type { Readable } from 'node:stream';
import { DataStore, ERRORS, Upload } from '@tus/server';
import type { Selectable } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';
import type { ResumableUploadTable } from '../../db/schema.generated.ts';
import { AppError } from '../../errors.ts';
import type { Bucket, Part } from '../stores/bucket.ts';
import { partBytes } from '../stores/bucket-store.ts';
import { bytesOf } from '../stores/file-store.ts';
import { writeFile } from '../write-file.ts';
import { isUploadId, type KnownUpload, supported, type UploadStore } from './upload-store.ts';

type Row = Selectable<ResumableUploadTable>;

/** The number of bytes of a complete upload that are read at a time. */
const pieceBytes = 2 ** 20;
const prefix = '.uploads/';
const objectOf = (id: string) => `${prefix}${id}`;
const restOf = (id: string, number: number) => `${prefix}${id}.${number}`;

/**
 * Uploads in a bucket. What was received is in the parts of a multipart upload, and what is too small for a part (the
 * rest) is an object of its own. A row lists both, so that any instance can continue an upload. Of two instances that
 * receive the same upload at once, the first to write the row continues, and the other stops.
 */
export class BucketUploads extends DataStore implements UploadStore {
  readonly #root: Db;
  readonly #bucket: Bucket;
  readonly #others: readonly Bucket[];
  readonly #clock: () => Date;
  readonly #announcing = new AsyncLocalStorage<Tx>();

  /**
   * @param buckets that of new uploads, and while an academy moves the other one, which may still hold parts of uploads
   *   that were begun before.
   */
  constructor(db: Db, [bucket, ...others]: readonly [Bucket, ...Bucket[]], clock: () => Date) {
    super();
    this.#root = db;
    this.#bucket = bucket;
    this.#others = others;
    this.#clock = clock;
    this.extensions = supported;
  }

  /** The transaction in which an upload is announced: outside of it, its row does not exist yet. */
  get #db(): Db | Tx {
    return this.#announcing.getStore() ?? this.#root;
  }

  inTransaction<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
    return this.#announcing.run(tx, work);
  }

  override async create(upload: Upload): Promise<Upload> {
    await this.#db
      .insertInto('resumableUpload')
      .values({
        id: upload.id,
        ownerId: upload.metadata?.owner ?? '',
        originalName: upload.metadata?.filename ?? null,
        sizeBytes: upload.size ?? 0,
        changedAt: this.#clock(),
      })
      .execute();
    return upload;
  }

  override async getUpload(id: string): Promise<Upload> {
    const { sizeBytes: size, receivedBytes: offset, originalName: filename, ownerId: owner } = await this.#get(id);
    return new Upload({ id, size, offset, metadata: { filename, owner } });
  }

  /** @throws StoreAway, StoreFull; what the row lists is kept, and the client continues from there */
  override async write(readable: Readable, id: string, offset: number): Promise<number> {
    let row = await this.#get(id);
    if (row.receivedBytes !== offset) throw ERRORS.INVALID_OFFSET;
    let held = row.restNumber === null ? [] : [await this.#readRest(row, row.restNumber)];
    let heldBytes = row.restBytes;
    const inParts = () => row.receivedBytes - row.restBytes;
    let lost: unknown;
    async function* arriving(): AsyncGenerator<Buffer> {
      try {
        yield* readable;
      } catch (error) {
        // what was received before the connection was lost is kept
        lost = error;
      }
    }
    for await (const chunk of arriving()) {
      held.push(chunk);
      heldBytes += chunk.length;
      if (heldBytes < partBytes) continue;
      let bytes = Buffer.concat(held);
      for (; bytes.length >= partBytes; bytes = bytes.subarray(partBytes))
        row = await this.#addPart(row, bytes.subarray(0, partBytes));
      [held, heldBytes] = [[bytes], bytes.length];
    }
    const end = inParts() + heldBytes;
    if (end > row.receivedBytes) row = await this.#addEnd(row, Buffer.concat(held), end);
    else if (end === row.sizeBytes) row = await this.#finish(row);
    if (lost !== undefined) throw lost;
    return row.receivedBytes;
  }

  async #addEnd(row: Row, bytes: Buffer, end: number): Promise<Row> {
    if (end < row.sizeBytes) return this.#keepRest(row, bytes, end);
    if (partsIn(row).length > 0) return this.#finish(await this.#addPart(row, bytes));
    await this.#bucket.put(objectOf(row.id), bytes);
    return this.#record(row, { receivedBytes: end, finishedAt: this.#clock() });
  }

  /**
   * Every part but the last has the same size, so the part with a given number always has the same bytes. A part that
   * was stored without its row being written, because of a kill or another request, is overwritten with itself. Ceph
   * refuses an object with a part number left out.
   */
  async #addPart(row: Row, bytes: Buffer): Promise<Row> {
    const upload = await this.#beginParts(row);
    const part = await this.#bucket.putPart(objectOf(row.id), upload, partsIn(row).length + 1, bytes);
    const receivedBytes = row.receivedBytes - row.restBytes + bytes.length;
    return this.#record(row, { parts: JSON.stringify([...partsIn(row), part]), receivedBytes });
  }

  async #keepRest(row: Row, bytes: Buffer, receivedBytes: number): Promise<Row> {
    const restNumber = await this.#takeNumber(row);
    await this.#bucket.put(restOf(row.id, restNumber), bytes);
    return this.#record(row, { restNumber, restBytes: bytes.length, receivedBytes });
  }

  /**
   * Writes to the row what was received, unless another request was faster, and removes the earlier rest.
   *
   * @throws AppError `conflict`
   */
  async #record(
    before: Row,
    change: { receivedBytes: number; parts?: string; restNumber?: number; restBytes?: number; finishedAt?: Date },
  ): Promise<Row> {
    const written = await this.#db
      .updateTable('resumableUpload')
      .set({ restNumber: null, restBytes: 0, ...change, changedAt: this.#clock() })
      .where('id', '=', before.id)
      .where('receivedBytes', '=', before.receivedBytes)
      .returningAll()
      .executeTakeFirst();
    if (!written) throw new AppError('conflict', 'This upload goes on over another connection.');
    if (before.restNumber !== null) await this.#bucket.remove(restOf(before.id, before.restNumber));
    return written;
  }

  async #takeNumber({ id }: Row): Promise<number> {
    const { lastNumber } = await this.#db
      .updateTable('resumableUpload')
      .set((e) => ({ lastNumber: e('lastNumber', '+', 1) }))
      .where('id', '=', id)
      .returning('lastNumber')
      .executeTakeFirstOrThrow(() => ERRORS.FILE_NOT_FOUND as never);
    return lastNumber;
  }

  async #beginParts(row: Row): Promise<string> {
    if (row.storeUpload !== null) return row.storeUpload;
    const begun = await this.#bucket.beginParts(objectOf(row.id));
    const mine = await this.#db
      .updateTable('resumableUpload')
      .set({ storeUpload: begun })
      .where('id', '=', row.id)
      .where('storeUpload', 'is', null)
      .executeTakeFirstOrThrow();
    if (mine.numUpdatedRows === 1n) return begun;
    await this.#bucket.dropParts(objectOf(row.id), begun);
    return (await this.#get(row.id)).storeUpload ?? '';
  }

  /** Joins the parts to the object, unless that was done before. */
  async #finish(row: Row): Promise<Row> {
    if (row.finishedAt !== null) return row;
    const { storeUpload } = await this.#get(row.id);
    await this.#bucket.finishParts(objectOf(row.id), storeUpload ?? '', partsIn(row));
    return this.#record(row, { receivedBytes: row.receivedBytes, finishedAt: this.#clock() });
  }

  async find(id: string): Promise<KnownUpload | undefined> {
    const row = await this.#db.selectFrom('resumableUpload').selectAll().where('id', '=', id).executeTakeFirst();
    return row && knownOf(row);
  }

  async list(): Promise<KnownUpload[]> {
    return (await this.#db.selectFrom('resumableUpload').selectAll().execute()).map(knownOf);
  }

  async copyTo(id: string, path: string): Promise<string> {
    const row = await this.#finish(await this.#get(id));
    const read = async (buffer: Uint8Array, at: number) => {
      const { bytes } = await this.#bucket.get(objectOf(id), { first: at, last: at + buffer.length - 1 });
      return bytes.copy(buffer);
    };
    return (await writeFile(bytesOf({ read, pieceBytes }, { first: 0, last: row.sizeBytes - 1 }), path)).sha256;
  }

  override remove(id: string): Promise<void> {
    return this.discard(id);
  }

  async discard(id: string): Promise<void> {
    const row = await this.#db.selectFrom('resumableUpload').selectAll().where('id', '=', id).executeTakeFirst();
    if (!row) return;
    for (const bucket of this.#all) {
      if (row.storeUpload !== null && row.finishedAt === null) await bucket.dropParts(objectOf(id), row.storeUpload);
      if (row.restNumber !== null) await bucket.remove(restOf(id, row.restNumber));
      await bucket.remove(objectOf(id));
    }
    // last: after a failure, the next sweep finds the row and tries again
    await this.#db.deleteFrom('resumableUpload').where('id', '=', id).execute();
  }

  async sweep(before: number): Promise<number> {
    const rows = await this.#db
      .selectFrom('resumableUpload')
      .select('id')
      .where('changedAt', '<', new Date(before))
      .execute();
    for (const { id } of rows) await this.discard(id);
    for (const bucket of this.#all) await this.#removeStrays(bucket, before);
    return rows.length;
  }

  /** Removes what a crash has left between the store and the row. What somebody else put there stays. */
  async #removeStrays(bucket: Bucket, before: number): Promise<void> {
    for await (const { name, changedAt } of bucket.list(prefix)) {
      const [id = '', rest = ''] = name.slice(prefix.length).split('.', 2);
      if (changedAt >= before || !isUploadId(id) || !/^\d*$/.test(rest)) continue;
      if (!(await this.find(id))) await bucket.remove(name);
    }
  }

  get #all(): readonly Bucket[] {
    return [this.#bucket, ...this.#others];
  }

  async #readRest({ id, restBytes }: Row, number: number): Promise<Buffer> {
    return (await this.#bucket.get(restOf(id, number), { first: 0, last: restBytes - 1 })).bytes;
  }

  async #get(id: string): Promise<Row> {
    return this.#db
      .selectFrom('resumableUpload')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow(() => ERRORS.FILE_NOT_FOUND as never);
  }
}

const partsIn = ({ parts }: Row): readonly Part[] => parts as unknown as Part[];

const knownOf = ({ id, ownerId, sizeBytes, receivedBytes, changedAt }: Row): KnownUpload => ({
  id,
  ownerId,
  sizeBytes,
  isBegun: receivedBytes > 0,
  changedAt: changedAt.getTime(),
});
