import { randomUUID } from 'node:crypto';
import type { Bucket, Part } from '../stores/bucket.ts';
import { FileMissing } from '../stores/file-store.ts';

/** A bucket in memory: what tests see of one where no object store runs. It has no faults. */
export type MemoryBucket = Bucket & {
  /** The names of its objects, sorted. */
  names: () => string[];
  /** The number of objects in parts that were neither finished nor dropped. */
  unfinished: () => number;
};

/** @param clock gives each object the time of its storing. */
export function memoryBucket(clock: () => Date): MemoryBucket {
  const objects = new Map<string, { bytes: Buffer; changedAt: number }>();
  const uploads = new Map<string, Map<number, Buffer>>();
  const keep = (name: string, bytes: Buffer) =>
    void objects.set(name, { bytes: Buffer.from(bytes), changedAt: clock().getTime() });
  const notHere = (): never => {
    throw new Error('A bucket in memory cannot do this');
  };
  return {
    put: async (name, bytes) => keep(name, bytes),
    get: async (name, { first, last }) => {
      const found = objects.get(name);
      if (!found) throw new FileMissing(name);
      return { bytes: found.bytes.subarray(first, last + 1), sizeBytes: found.bytes.length };
    },
    remove: async (name) => void objects.delete(name),
    undelete: async () => {},
    async *list(prefix) {
      for (const [name, { changedAt }] of [...objects].sort()) if (name.startsWith(prefix)) yield { name, changedAt };
    },
    beginParts: async () => {
      const upload = randomUUID();
      uploads.set(upload, new Map());
      return upload;
    },
    putPart: async (_name, upload, partNumber, bytes): Promise<Part> => {
      uploads.get(upload)?.set(partNumber, Buffer.from(bytes));
      return { partNumber, etag: String(bytes.length) };
    },
    finishParts: async (name, upload, parts) => {
      const received = uploads.get(upload);
      if (received)
        keep(name, Buffer.concat(parts.map(({ partNumber }) => received.get(partNumber) ?? Buffer.alloc(0))));
      uploads.delete(upload);
    },
    dropParts: async (_name, upload) => void uploads.delete(upload),
    presign: notHere,
    keepsVersions: async () => false,
    check: async () => {},
    clock: async () => clock().getTime(),
    get calls() {
      return notHere();
    },
    names: () => [...objects.keys()].sort(),
    unfinished: () => uploads.size,
  };
}
