/** Says of a write that its answer came. */
export type Told = (deed: string) => void;

/** One who works at a running program until it is killed, and knows afterwards what must be there. */
export type Clerk = {
  /** Writes on and on; ends by the error of a link on which nobody answers any more. */
  work: (told: Told) => Promise<unknown>;
  /** Looks, after the program was started again, for everything that was acknowledged. */
  check: () => Promise<void>;
  /** After the last kill: brings to its end what was broken off, and looks for what comes later, such as mails. */
  finish: () => Promise<void>;
};

/** Whether nobody answered, or the answer broke off: such a write was never acknowledged, and proves nothing. */
export const isLostLink = (error: unknown): boolean =>
  error instanceof TypeError && ['fetch failed', 'terminated'].includes(error.message);
