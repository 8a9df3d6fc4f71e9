/** The words of a text, such as codes or email addresses, with spaces, commas, semicolons or lines between them. */
export const wordsIn = (text: string): string[] => text.split(/[,;\s]+/).filter(Boolean);
