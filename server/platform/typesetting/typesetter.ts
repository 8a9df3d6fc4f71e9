import { WorkerQueue } from '../processes/worker-queue.ts';
import type { QueueUse } from '../uses.ts';

/** A sheet to set. */
export type SheetOrder = {
  /** The path of its Typst file, below `server/`. */
  file: string;
  /** The content that the file reads as JSON from `sys.inputs.text`. Words are set as strings, never read as markup. */
  text: unknown;
  /** JPEG pictures, by the names under which the file finds them beside it. */
  pictures: Readonly<Record<string, Uint8Array>>;
};

export type Typesetter = {
  /**
   * Sets a sheet as a tagged PDF in the bundled fonts, whose families are in `sys.inputs.families`. Rejects when the
   * sheet does not compile, when the worker dies or exceeds the time limit, and after `close`.
   */
  print(order: SheetOrder): Promise<Buffer>;
  use: () => QueueUse;
  close(): Promise<void>;
};

/** A sheet of 500 people takes some seconds; one that takes this long hangs. */
const timeLimitMs = 60_000;

/** Creates the typesetter, whose worker starts with the first sheet. */
export function createTypesetter(): Typesetter {
  const workerFile = new URL('./typesetter.worker.ts', import.meta.url);
  const queue = new WorkerQueue<SheetOrder>({ workerFile, name: 'sheet', timeLimitMs });
  return {
    print: async (order) => Buffer.from(await queue.ask<Uint8Array>(order)),
    use: queue.use,
    close: () => queue.close(),
  };
}
