/**
 * Whether a name is in Latin letters, as in the passport of its holder: ICAO 9303-3 writes every name in them. Marks,
 * signs and spaces do not matter.
 */
export function isLatinName(name: string): boolean {
  const plain = name.normalize('NFKC');
  return (
    /\p{Script=Latin}/u.test(plain) && !/(?![\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}])\p{L}/u.test(plain)
  );
}

/** What to do about a name that is not. */
export const writeLatinName =
  'Write the name in Latin letters, as in the passport. The name in another script has a field of its own.';
