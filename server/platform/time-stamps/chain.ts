import type { X509Certificate } from 'node:crypto';

/** More links than any authority has between its root and a signer. */
const longest = 6;

/** Whether a certificate is signed by its own key, so that nobody else could revoke it. */
export const isSelfSigned = (certificate: X509Certificate): boolean =>
  certificate.subject === certificate.issuer && certificate.verify(certificate.publicKey);

/** Whether a certificate authority issued a certificate, by its name and key. */
export const issued = (issuer: X509Certificate, certificate: X509Certificate): boolean =>
  issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);

/**
 * The chain from a certificate to one that is trusted, each valid at a time (RFC 5280, 6.1, without policies and name
 * constraints). The first is the certificate itself, the last is the trusted one; they may be the same.
 *
 * @param among the certificates that may be links of the chain.
 * @param at undefined for a chain that was valid at some other time.
 * @returns undefined if there is no such chain.
 */
export function chainOf(
  certificate: X509Certificate,
  {
    among,
    trusted,
    at,
  }: { among: readonly X509Certificate[]; trusted: readonly X509Certificate[]; at: Date | undefined },
): X509Certificate[] | undefined {
  const isTrusted = (one: X509Certificate) => trusted.some(({ raw }) => raw.equals(one.raw));
  const isValid = ({ validFromDate, validToDate }: X509Certificate) =>
    at === undefined || (validFromDate <= at && at <= validToDate);
  const extended = (chain: X509Certificate[], last: X509Certificate): X509Certificate[] | undefined => {
    if (!isValid(last) || chain.length === longest) return undefined;
    const whole = [...chain, last];
    if (isTrusted(last)) return whole;
    for (const issuer of [...trusted, ...among]) {
      const found = !whole.includes(issuer) && issued(issuer, last) && extended(whole, issuer);
      if (found) return found;
    }
    return undefined;
  };
  return extended([], certificate);
}
