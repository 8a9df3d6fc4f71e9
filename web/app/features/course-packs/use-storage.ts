import { useEffect, useState } from 'react';

/**
 * What the browser says of its space: bytes that it may still give, and whether it promises not to delete what is
 * there.
 */
export type Space = { free: number | undefined; isSafe: boolean | undefined };

/** Reads it anew when `about` changes. Some browsers say nothing, or give a number that is too large on purpose. */
export function useSpace(about: unknown): Space {
  const [space, setSpace] = useState<Space>({ free: undefined, isSafe: undefined });
  useEffect(() => {
    let left = false;
    void readSpace().then((read) => {
      if (!left) setSpace(read);
    });
    return () => {
      left = true;
    };
  }, [about]);
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

/** Asks the browser to keep what is there for good; some ask the person. */
export const askToKeep = (): Promise<boolean> =>
  navigator.storage?.persist?.().catch(() => false) ?? Promise.resolve(false);
