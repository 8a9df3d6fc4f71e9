/** A name as the readable zone of a passport has it: in capitals, its parts divided by spaces. */
export type ZoneName = {
  /** Empty, as the given names may be, of somebody with one name. */
  surname: string;
  givenNames: string;
  /** Whether it fills its line to the end, so that parts of it may be cut off or left out. */
  isCut: boolean;
};

/**
 * Letters that are read, or typed, for digits. Check digits do not tell G from 6, L from 1 and S from 8: their weights
 * give them the same value.
 */
const digitsLike: Readonly<Record<string, string>> = { B: '8', G: '6', I: '1', L: '1', O: '0', S: '58', Z: '2' };

/** Whether two letters are the same, or one is a letter that looks like the other, a digit. */
export const isLike = (one: string, other: string): boolean =>
  one === other || digitsLike[one]?.includes(other) === true || digitsLike[other]?.includes(one) === true;

/**
 * A name without the difference between letters that are taken for each other: M and W for H, N and U. No others were,
 * in 64 names.
 */
export const withoutConfusion = (name: string): string => name.replace(/[MNUW]/g, 'H');
