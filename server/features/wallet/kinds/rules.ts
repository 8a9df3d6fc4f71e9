import type { KindFacts } from '@fairlead/contract/wallet/wallet-kinds';

/** The codes that a document proves, by its kind and its country; the first is the one under which it is listed. */
export function codesOf({ code, countryInCode }: Pick<KindFacts, 'code' | 'countryInCode'>, country: string): string[] {
  if (country === '' || countryInCode === 'no') return [code];
  const ofCountry = `${code}-${country}`;
  return countryInCode === 'instead' ? [ofCountry] : [code, ofCountry];
}

/**
 * Whether somebody adds documents of a kind to their wallet: not of one that is retired, nor of one whose only document
 * is in the profile. Of seaman's books, the own country's is there, and those of other flags are in the wallet.
 */
export const isOffered = ({ code, isRetired }: Pick<KindFacts, 'code' | 'isRetired'>): boolean =>
  !isRetired && code !== 'PASSPORT' && code !== 'INDOS';
