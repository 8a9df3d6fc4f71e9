/** Copies of what is held on a person that may be taken in a day: each reads all of it. */
export const copiesADay = 5;

/** After so many minutes whatever was under way when a person was erased has ended; its rows are erased then. */
export const erasedAgainAfterMinutes = 60;
