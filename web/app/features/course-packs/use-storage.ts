import { useEffect, useState } from 'react';
import { changeQueue, useQueue } from './queue-now.ts';

/**
 * What the browser says of its space: bytes that it may still give, and whether it promises not to delete what is
 * there.
 */
export type Space = { free: number | undefined; isSafe: boolean | undefined };

/**
 * Reads it again when `about` changes, and when the person has answered the browser. Some browsers say nothing, or give
 * a number that is too large on purpose.
 */
export function useSpace(about: unknown): Space {
  const { isAsking } = useQueue();
  const [space, setSpace] = useState<Space>({ free: undefined, isSafe: undefined });
  useEffect(() => {
    let left = false;
    void readSpace().then((read) => {
      if (!left) setSpace(read);
    });
    return () => {
      left = true;
    };
  }, [about, isAsking]);
  return space;
}

async function readSpace(): Promise<Space> {
  try {
    const [{ quota, usage = 0 }, isSafe] = await Promise.all([
      navigator.storage.estimate(),
      navigator.storage.persisted(),
    ]);
    return { free: quota === undefined ? undefined : Math.max(0, quota - usage), isSafe };
  } catch {
    return { free: undefined, isSafe: undefined }; // http, or a browser without it
  }
}

/** Milliseconds after which a browser that has not answered is asking the person, as Firefox does. */
const promptly = 500;

/**
 * Asks the browser to keep what is there for good. Nothing waits for the answer: Firefox asks the person, who may not
 * see its question for long.
 */
export async function askToKeep(): Promise<void> {
  const asking = setTimeout(() => changeQueue({ isAsking: true }), promptly);
  await navigator.storage?.persist?.().catch(() => false);
  clearTimeout(asking);
  changeQueue({ isAsking: false });
}
