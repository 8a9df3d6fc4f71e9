/**
 * A question is worth one mark. Marks are added up in parts, of which every share up to a tenth is a whole number (2520
 * is the least common multiple of 1 to 10), so that three thirds are one mark and the pass mark is exact.
 */
export const wholeMark = 2520;

/** The share of a mark that so many right ones of `all` earn, in parts; `all` is at most ten. */
export const shareOfMark = (right: number, all: number): number => right * (wholeMark / all);

/** Parts as marks: 2.5, or 0.3333… */
export const marksOf = (parts: number): number => parts / wholeMark;
