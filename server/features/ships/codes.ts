import { createHash, randomInt } from 'node:crypto';
import { hashPassword, isPassword } from '../accounts/index.ts';

/** Letters and digits that are not taken for each other when they are read aloud or copied by hand. */
const signs = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** A code of three groups of four signs: 59 random bits, which cannot be guessed. */
export const makeCode = (): string =>
  Array.from({ length: 3 }, () => Array.from({ length: 4 }, () => signs[randomInt(signs.length)]).join('')).join('-');

/** A code as it was made, however it was typed. */
export const asMade = (code: string) => code.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** The stored hash of a pairing code, however it was typed: it stays ashore, and is valid for a day. */
export const hashOfCode = (code: string): string =>
  createHash('sha256')
    .update(`fairlead ship code ${asMade(code)}`)
    .digest('base64url');

/** The stored hash of a boarding code: salted and slow (argon2id), since it lies on a disk that anybody may copy. */
export const hashBoardingCode = (code: string): Promise<string> => hashPassword(asMade(code));

/** Whether a boarding code is that of a hash, however it was typed; a used one opens nothing. */
export const isBoardingCode = (hash: string | undefined, code: string): Promise<boolean> =>
  isPassword(hash?.startsWith(used) ? undefined : hash, asMade(code));

const used = 'used ';

/** The stored form of a code with which a PIN was chosen: it opens nothing more. */
export const usedCode = (hash: string): string => `${used}${hash}`;
