/** Asks the signed-in person for their password; resolves to whether they have confirmed that it is them. */
type Asker = () => Promise<boolean>;

let asker: Asker | undefined;
let asking: Promise<boolean> | undefined;

/** Says who asks from now on; returns a function that stops it. */
export function askBy(ask: Asker): () => void {
  asker = ask;
  return () => {
    if (asker === ask) asker = undefined;
  };
}

/** Has the person asked, once for all calls that wait for it. */
export function confirmIdentity(): Promise<boolean> {
  asking ??= (asker?.() ?? Promise.resolve(false)).finally(() => {
    asking = undefined;
  });
  return asking;
}
