/**
 * Keeps what was opened with sessions for ten minutes: access tokens are valid for 15, sessions outlive a kill, and an
 * account may open 300 in an hour.
 */
export function keptSession<T>(open: () => Promise<T>): () => Promise<T> {
  let kept: { opened: T; until: number } | undefined;
  return async () => {
    if (!kept || Date.now() > kept.until) kept = { opened: await open(), until: Date.now() + 10 * 60_000 };
    return kept.opened;
  };
}
