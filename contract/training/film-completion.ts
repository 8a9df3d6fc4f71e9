/**
 * A film is complete when this share of it was watched, and its end was seen: viewers may skip parts such as the
 * credits.
 */
export const completeShare = 0.95;
/** One of the last so many seconds has to be watched. */
export const endSeconds = 5;
