/** Something that somebody did at a moment of the academy's past. */
export type Deed = {
  at: Date;
  /** Who does what, for the message when it fails. */
  what: string;
  carryOut: () => Promise<void>;
};

/** The order in which things happened, which is also the order of every list in the academy. */
export const inOrder = (deeds: readonly Deed[]): Deed[] => deeds.toSorted((a, b) => a.at.getTime() - b.at.getTime());
