import { randomBytes, X509Certificate } from 'node:crypto';
import { getCACertificates } from 'node:tls';
import type { TimeStampConfig } from '../../settings/services.ts';
import { fetchBounded } from '../fetch-bounded.ts';
import { chainOf, isSelfSigned, issued } from './chain.ts';
import { type Revocation, revocationOf } from './revocation.ts';
import { NoTimeStamp, readTimeStampResponse, type Token, timeStampRequest } from './token.ts';

/** Certificates and what shows that they were not revoked, for somebody who verifies a signature years later. */
export type Evidence = Revocation & { certificates: Buffer[] };

export type TimeStampAuthority = {
  /**
   * The certificates of the authority's signers, with those up to a trusted one, of the tokens of the last hour. Where
   * there were none, a token is asked for, so that a document can contain the evidence for a token that it gets later.
   *
   * @throws NoTimeStamp as `stamp` does.
   */
  signers(): Promise<readonly X509Certificate[]>;
  /**
   * A time stamp of a content. Only its SHA-256 digest is sent.
   *
   * @throws NoTimeStamp if the authority does not answer, or not with a proper time stamp. After that it is not asked
   *   for half a minute, in which every call fails at once.
   */
  stamp(content: Uint8Array): Promise<Token>;
  /**
   * The evidence for certificates, and for those that lead from them to a trusted one. Others among them, such as a
   * root that an older root has signed as well, are left out. What was learnt of one is used for an hour, and that
   * nothing was for half a minute.
   *
   * @throws NoTimeStamp if one of those was revoked, or that cannot be known.
   */
  evidence(certificates: readonly X509Certificate[]): Promise<Evidence>;
};

/** Tokens have some 6 kB. */
const mostBytes = 64 * 1024;
const pauseMilliseconds = 30_000;
const keptMilliseconds = 3_600_000;

/** The RFC 3161 client of an authority, over HTTP. */
export function timeStampAuthority(config: TimeStampConfig, clock: () => Date): TimeStampAuthority {
  let trusted: X509Certificate[] | undefined;
  let notBefore = 0;
  const kept = new Map<string, { found: Promise<Revocation>; until: number }>();
  /** By the fingerprint of the signer: an authority may sign with several. */
  const seen = new Map<string, { chain: Token['chain']; until: number }>();
  const authorities = () => {
    trusted ??= (config.trusted ?? getCACertificates('default')).map((pem) => new X509Certificate(pem));
    return trusted;
  };

  function revocation(certificate: X509Certificate, issuer: X509Certificate): Promise<Revocation> {
    const known = kept.get(certificate.fingerprint256);
    if (known && performance.now() < known.until) return known.found;
    const found = revocationOf({ certificate, issuer, now: clock() });
    const keep = (milliseconds: number) =>
      kept.set(certificate.fingerprint256, { found, until: performance.now() + milliseconds });
    keep(keptMilliseconds);
    found.catch(() => keep(pauseMilliseconds));
    return found;
  }

  /** The chain from a certificate to a trusted one; the academy's own leads to a root that signed itself. */
  function pathOf(end: X509Certificate, among: readonly X509Certificate[]): X509Certificate[] {
    const leadingTo = (trusted: readonly X509Certificate[]) => chainOf(end, { among, trusted, at: undefined });
    const path = leadingTo(authorities()) ?? leadingTo(among.filter(isSelfSigned));
    if (!path) throw new NoTimeStamp(`who issued ${end.subject.replaceAll('\n', ', ')} is not known`);
    return path;
  }

  const inSeen = () => {
    for (const [signer, { until }] of seen) if (until <= performance.now()) seen.delete(signer);
    return [...seen.values()].flatMap(({ chain }) => chain);
  };

  const authority: TimeStampAuthority = {
    signers: async () => {
      if (inSeen().length === 0) await authority.stamp(randomBytes(32));
      return inSeen();
    },
    stamp: async (content) => {
      if (performance.now() < notBefore) throw new NoTimeStamp('The time-stamp authority failed a moment ago');
      try {
        // Positive, and of constant length, so that it has one encoding.
        const nonce = randomBytes(16);
        nonce[0] = ((nonce[0] ?? 0) & 0x3f) | 0x40;
        const { status, bytes } = await fetchBounded(
          config.url,
          {
            method: 'POST',
            headers: {
              'content-type': 'application/timestamp-query',
              ...(config.authorization !== undefined && { authorization: config.authorization }),
            },
            body: new Uint8Array(timeStampRequest(content, nonce)),
          },
          { mostBytes },
        );
        if (status !== 200) throw new NoTimeStamp(`it answered ${status}`);
        const token = await readTimeStampResponse(bytes, { content, nonce, now: clock(), trusted: authorities() });
        const signer = token.chain[0]?.fingerprint256 ?? '';
        seen.set(signer, { chain: token.chain, until: performance.now() + keptMilliseconds });
        return token;
      } catch (cause) {
        notBefore = performance.now() + pauseMilliseconds;
        throw new NoTimeStamp(`The time-stamp authority gave no time stamp: ${reasonOf(cause)}`, { cause });
      }
    },
    evidence: async (certificates) => {
      try {
        const all = [...new Map(certificates.map((one) => [one.fingerprint256, one])).values()];
        const ends = all.filter((one) => !all.some((other) => other !== one && issued(one, other)));
        const links = new Map(
          ends.flatMap((end) =>
            pathOf(end, all).map((certificate, index, path) => [
              certificate.fingerprint256,
              { certificate, issuer: path[index + 1] },
            ]),
          ),
        );
        const found = await Promise.all(
          [...links.values()].map(({ certificate, issuer }) =>
            issuer ? revocation(certificate, issuer) : { ocsps: [], crls: [] },
          ),
        );
        return {
          certificates: [...links.values()].map(({ certificate }) => certificate.raw),
          ocsps: found.flatMap(({ ocsps }) => ocsps),
          crls: unique(found.flatMap(({ crls }) => crls)),
        };
      } catch (cause) {
        // one of the signers may be of no use any more: the next try asks who signs now
        seen.clear();
        throw new NoTimeStamp(`A time stamp cannot be preserved: ${reasonOf(cause)}`, { cause });
      }
    },
  };
  return authority;
}

/** The message of an error; fetch gives its reason, such as ECONNREFUSED, as the cause. */
const reasonOf = (error: unknown): string =>
  error instanceof Error ? [error.message, (error.cause as { code?: string } | undefined)?.code].join(' ').trim() : '?';

const unique = (all: readonly Buffer[]): Buffer[] => [
  ...new Map(all.map((one) => [one.toString('latin1'), one])).values(),
];
