/** The name of the mark in local storage of what people have aboard (aboard-mark.ts). */
export const markName = 'aboard';

/** Whether anybody has something aboard in this browser, as far as its mark says. */
export const isMarked = (): boolean => localStorage.getItem(markName) !== null;
