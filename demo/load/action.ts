/** An action of a person at a time in the academy's past. */
export type Action = {
  at: Date;
  /** The person and the action, for the message when it fails. */
  what: string;
  carryOut: () => Promise<void>;
};

/** The actions in order of time, which is also the order of every list in the academy. */
export const inOrder = (actions: readonly Action[]): Action[] =>
  actions.toSorted((a, b) => a.at.getTime() - b.at.getTime());
