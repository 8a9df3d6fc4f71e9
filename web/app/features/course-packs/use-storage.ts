import { useEffect, useState } from 'react';
import { changeQueue, useQueue } from './queue-now.ts';

/**
 * Whether the browser promises not to delete what is there; undefined until it has said so, and where it cannot. It is
 * asked again when `about` changes, and when the person has answered the browser. How much space there is, no browser
 * says: Chromium 156 names ten gigabytes whatever the disk has, and others a number of their own.
 */
export function useKept(about: unknown): boolean | undefined {
  const { isAsking } = useQueue();
  const [isKept, setKept] = useState<boolean>();
  useEffect(() => {
    let left = false;
    // http, or a browser without it
    const asked = Promise.resolve(navigator.storage?.persisted?.()).catch(() => undefined);
    void asked.then((kept) => {
      if (!left) setKept(kept);
    });
    return () => {
      left = true;
    };
  }, [about, isAsking]);
  return isKept;
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
