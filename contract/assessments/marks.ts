/** Marks for people: two decimal places at most, and none where there are none. */
export const marksInWords = (marks: number): string => String(Math.round(marks * 100) / 100);
