import { X509Certificate } from 'node:crypto';
import { keyText } from './certificate-request.ts';

/** Why a chain of certificates is of no use; the message is a sentence for staff. */
export class BadChain extends Error {
  override name = 'BadChain';
}

/** The most characters of a chain; one of four certificates has about 8,000. */
export const mostChainText = 32_000;
const mostCertificates = 6;
/** RFC 5280: TLS servers. */
const serverAuth = '1.3.6.1.5.5.7.3.1';

/** A chain that browsers can use: as PEM, the computer's own certificate first; when the first of them ends. */
export type Chain = { pem: string; until: Date };

/**
 * Checks a chain as browsers do, except whether its root is trusted, which each browser decides itself.
 *
 * @param pem certificates as PEM, with any text between them.
 * @param wanted the host and the public key (65 bytes in base64url) that it must be for, and the time at
 *   which it must be valid; without one, its dates are not looked at.
 * @throws BadChain
 */
export function checkChain(pem: string, { host, key, now }: { host: string; key: string; now?: Date }): Chain {
  const chain = certificatesIn(pem);
  const [own] = chain;
  if (!own) throw new BadChain('There is no certificate in it.');
  if (keyIn(own) !== key) throw new BadChain('Its first certificate is not for the key of this ship’s computer.');
  if (own.checkHost(host, { subject: 'never', wildcards: false }) === undefined)
    throw new BadChain(`Its first certificate is not for ${host}.`);
  if (own.ca || (own.keyUsage && !own.keyUsage.includes(serverAuth)))
    throw new BadChain('Its first certificate is not one for a web server.');
  for (const [at, one] of chain.entries()) {
    if (now && one.validToDate <= now) throw new BadChain(`Certificate ${at + 1} of ${chain.length} has ended.`);
    if (now && one.validFromDate > now)
      throw new BadChain(`Certificate ${at + 1} of ${chain.length} is not valid yet.`);
    const issuer = chain[at + 1];
    if (issuer && !(issuer.ca && one.checkIssued(issuer) && one.verify(issuer.publicKey)))
      throw new BadChain(`Certificate ${at + 2} of ${chain.length} is not the issuer of the one before it.`);
  }
  const until = new Date(Math.min(...chain.map(({ validToDate }) => validToDate.getTime())));
  return { pem: chain.map(String).join(''), until };
}

function certificatesIn(pem: string): X509Certificate[] {
  if (pem.length > mostChainText) throw new BadChain('It is too large.');
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  if (blocks.length > mostCertificates) throw new BadChain('It has too many certificates.');
  try {
    return blocks.map((block) => new X509Certificate(block));
  } catch {
    throw new BadChain('One of its certificates cannot be read.');
  }
}

/** The public key of a certificate; empty for another kind of key. */
function keyIn({ publicKey }: X509Certificate): string {
  const { namedCurve } = publicKey.asymmetricKeyDetails ?? {};
  return namedCurve === 'prime256v1' ? keyText(publicKey) : '';
}
