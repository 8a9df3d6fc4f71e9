/**
 * How long a certificate is valid, in words. It imports nothing, so that a public page can show it without the schemas.
 */

/**
 * Until when a certificate is valid: without an end; for some months, which it states; without an end on it, but with a
 * refresher course due after some months; or while another document is valid.
 */
export const validityKinds = ['unlimited', 'months', 'until-refresher', 'bound'] as const;
type ValidityKind = (typeof validityKinds)[number];

export type Validity = { validity: ValidityKind; validityMonths: number | null; boundTo: string };

/** A number of months in words: '5 years' where they are whole years. */
export function monthsInWords(months: number): string {
  const [count, unit] = months % 12 === 0 ? [months / 12, 'year'] : [months, 'month'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** A validity rule in one line. */
export function validityInWords({ validity, validityMonths, boundTo }: Validity): string {
  if (validity === 'bound') return `Valid together with: ${boundTo}`;
  if (validityMonths === null) return 'Does not expire';
  const span = monthsInWords(validityMonths);
  return validity === 'months' ? `Valid for ${span}` : `Does not expire; refresher due every ${span}`;
}
