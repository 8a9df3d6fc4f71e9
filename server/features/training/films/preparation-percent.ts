/**
 * Stores percentages of progress, one write at a time and none below `last`; `done` waits for the last write, and
 * throws its error.
 */
export function percentWriter(last: number, store: (percent: number) => Promise<unknown>) {
  let stored = last;
  let writing: Promise<unknown> | undefined;
  let failure: { error: unknown } | undefined;
  return {
    write(share: number) {
      const percent = Math.min(99, Math.floor(share * 100));
      if (percent <= stored || writing) return;
      stored = percent;
      writing = store(percent)
        .catch((error: unknown) => {
          failure = { error };
        })
        .finally(() => {
          writing = undefined;
        });
    },
    async done() {
      await writing;
      if (failure) throw failure.error;
    },
  };
}
