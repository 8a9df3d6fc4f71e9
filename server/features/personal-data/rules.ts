/** Maximum number of copies of a person's data in a day: each reads all of it. */
export const copiesADay = 5;

/**
 * After this many minutes, everything that was in progress when a person was erased has ended; its rows are then
 * erased.
 */
export const erasedAgainAfterMinutes = 60;
