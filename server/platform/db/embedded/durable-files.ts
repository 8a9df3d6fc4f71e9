import fs from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** The parts of Emscripten's NODEFS that are patched here. They are internals, so the version of PGlite is pinned. */
type Attributes = { mode?: number };
type NodeFilesystem = {
  tryFSOperation<T>(operation: () => T): T;
  stream_ops: { fsync?: (stream: { nfd: number }) => number };
  node_ops: {
    mknod(parent: unknown, name: string, mode: number, device: number): unknown;
    setattr(node: unknown, attributes: Attributes): void;
  };
};
type Module = { NODEFS: NodeFilesystem };

/** Removes all permissions from the group and from others. */
const OWNER_ONLY = ~0o077;

/**
 * PGlite's files on the disk, made durable and private. PGlite itself never calls fsync (its hook is missing, so a
 * commit survives a killed process but not a power cut) and creates files that anybody on the machine may read.
 */
export class DurableFiles extends NodeFS {
  #fsyncs: BigInt64Array;

  /** @param fsyncs counts the calls of fsync, so that a test detects when the hook no longer works */
  constructor(folder: string, fsyncs: BigInt64Array) {
    super(folder);
    this.#fsyncs = fsyncs;
  }

  override async init(pg: PGlite, options: Parameters<NodeFS['init']>[1]): ReturnType<NodeFS['init']> {
    const prepared = await super.init(pg, options);
    prepared.emscriptenOpts.preRun?.push((module) => this.#makeDurable((module as unknown as Module).NODEFS));
    return prepared;
  }

  #makeDurable(files: NodeFilesystem): void {
    files.stream_ops.fsync = (stream) => {
      // a failure must reach PostgreSQL as an errno, to which it reacts with a panic; thrown as it is, it would be
      // swallowed
      files.tryFSOperation(() => fs.fsyncSync(stream.nfd));
      Atomics.add(this.#fsyncs, 0, 1n);
      return 0;
    };
    const { mknod, setattr } = files.node_ops;
    files.node_ops.mknod = (parent, name, mode, device) => mknod(parent, name, mode & OWNER_ONLY, device);
    files.node_ops.setattr = (node, attributes) =>
      setattr(node, attributes.mode === undefined ? attributes : { ...attributes, mode: attributes.mode & OWNER_ONLY });
  }
}

/** Flushes the content of a file, or the entries of a folder, to the disk. */
export async function syncPath(name: string): Promise<void> {
  const handle = await open(name, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Files of a folder that are flushed at once: the disk writes its journal once for some, and not for each. */
const syncedAtOnce = 16;

/** Flushes a whole folder tree to the disk: the files first, then the folders that name them. */
export async function syncTree(folder: string): Promise<void> {
  const entries = fs.readdirSync(folder, { withFileTypes: true, recursive: true });
  const pathsOf = (areFolders: boolean) =>
    entries
      .filter((entry) => entry.isDirectory() === areFolders)
      .map(({ parentPath, name }) => path.join(parentPath, name));
  await syncAll(pathsOf(false));
  await syncAll([...pathsOf(true), folder]);
}

async function syncAll(names: string[]): Promise<void> {
  const left = names.values();
  const worker = async () => {
    for (const name of left) await syncPath(name);
  };
  await Promise.all(Array.from({ length: syncedAtOnce }, worker));
}
