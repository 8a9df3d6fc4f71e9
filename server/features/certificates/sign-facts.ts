import { sign } from 'node:crypto';
import { type SignedFacts, writeCredential } from '@fairlead/contract/proofs/credential';
import { datedBy, type SigningKey } from '../../platform/keys/keys.ts';
import type { Config } from '../../settings/config.ts';

type Facts = Omit<SignedFacts, 'signedAt'>;

/**
 * Maximum lengths of texts in the QR code, in bytes of UTF-8: with longer ones its modules would be too small for a
 * cheap camera.
 */
const longest = { name: 120, courseTitle: 120, cdcNumber: 40, indosNumber: 40, gradeNumber: 40 } as const;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * The content of the QR code on a certificate: the URL of the verification page, with the signed facts after its #. A
 * browser never sends that part to a server, and verifies it offline. See contract/proofs/credential.ts for the format.
 */
export function signedFactsUrl({ publicUrl }: Pick<Config, 'publicUrl'>, facts: Facts, key: SigningKey, now: Date) {
  const { number, issuedOn, expiresOn } = facts;
  const shown = {
    number,
    issuedOn,
    expiresOn,
    signedAt: datedBy(key, now),
    name: within(facts.name, longest.name),
    courseTitle: within(facts.courseTitle, longest.courseTitle),
    cdcNumber: within(facts.cdcNumber, longest.cdcNumber),
    indosNumber: within(facts.indosNumber, longest.indosNumber),
    gradeNumber: within(facts.gradeNumber, longest.gradeNumber),
  };
  return `${publicUrl}/C#${writeCredential(shown, key.id, (message) => sign(null, message, key.privateKey))}`;
}

/** The text, truncated to the given number of bytes with an ellipsis. */
function within(text: string, bytes: number): string {
  const wellFormed = text.toWellFormed().normalize('NFC');
  if (Buffer.byteLength(wellFormed) <= bytes) return wellFormed;
  let kept = '';
  for (const { segment } of graphemes.segment(wellFormed)) {
    if (Buffer.byteLength(`${kept}${segment}…`) > bytes) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}
