type Log = { info(fields: object, text: string): void; error(fields: object, text: string): void };

/** Logs a recurring failure once when it begins, and once when it is over, instead of at every occurrence. */
export function troubleLog(log: Log, what: string): { occurred: (error: unknown) => void; isOver: () => void } {
  let isThere = false;
  return {
    occurred: (err) => {
      if (!isThere) log.error({ err }, `${what}, and is tried again until it works`);
      isThere = true;
    },
    isOver: () => {
      if (isThere) log.info({}, `${what}: that is over`);
      isThere = false;
    },
  };
}
