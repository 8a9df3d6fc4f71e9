import { createHash, randomInt } from 'node:crypto';

/** Letters and digits that are not taken for each other when they are read aloud or copied by hand. */
const signs = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** A code of three groups of four signs: 59 random bits, which cannot be guessed. */
export const makeCode = (): string =>
  Array.from({ length: 3 }, () => Array.from({ length: 4 }, () => signs[randomInt(signs.length)]).join('')).join('-');

/** The stored hash of a code, however it was typed. So many random bits need no slow hash. */
export const hashOfCode = (code: string): string =>
  createHash('sha256')
    .update(`fairlead ship code ${code.toUpperCase().replace(/[^A-Z0-9]/g, '')}`)
    .digest('base64url');
