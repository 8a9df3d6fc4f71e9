/** Asks the signed-in person for their password; resolves to whether they have confirmed their identity. */
type Asker = () => Promise<boolean>;

let asker: Asker | undefined;
let asking: Promise<boolean> | undefined;

/** Sets the function that asks from now on; returns a function that removes it. */
export function askBy(ask: Asker): () => void {
  asker = ask;
  return () => {
    if (asker === ask) asker = undefined;
  };
}

/** Asks the person once for all calls that are waiting for it. */
export function confirmIdentity(): Promise<boolean> {
  asking ??= (asker?.() ?? Promise.resolve(false)).finally(() => {
    asking = undefined;
  });
  return asking;
}
