/** Called when a write was acknowledged. */
export type Acknowledge = (action: string) => void;

/** Works with a running program until it is killed, and knows afterwards what must be stored. */
export type Clerk = {
  /** Writes until the program is down; rejects with the error of the lost connection. */
  work: (acknowledge: Acknowledge) => Promise<unknown>;
  /** Checks, after the program was started again, that everything acknowledged is there. */
  check: () => Promise<void>;
  /** After the last kill: finishes what was interrupted, and checks what comes later, such as mails. */
  finish: () => Promise<void>;
};

/** Whether there was no complete response: such a write was not acknowledged, and proves nothing. */
export const isLostLink = (error: unknown): boolean =>
  error instanceof TypeError && ['fetch failed', 'terminated'].includes(error.message);
