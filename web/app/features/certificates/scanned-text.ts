import { paths } from '../../lib/paths.ts';

/** Where a scanned text leads on this site, or why it leads nowhere. */
export type Scanned = { to: string } | { problem: string };

/**
 * What a QR code says, as a way on this site. A code of another site is never followed: a forged certificate may lead
 * to a verifier of its own.
 *
 * @param origins those of the academy: where this page is, and the address it is known by.
 */
export function scannedText(text: string, origins: readonly string[]): Scanned {
  if (!URL.canParse(text)) return numberIn(text);
  const { origin, host, pathname, hash } = new URL(text);
  if (!origins.includes(origin)) {
    return { problem: `This code leads to ${host || 'another place'}, which is not the academy. Do not trust it.` };
  }
  const [, page, number] = pathname.split('/');
  if (page?.toLowerCase() === 'c' && hash) return { to: paths.certificateCode(hash.slice(1)) };
  return page?.toLowerCase() === 'verify' ? numberIn(number ?? '') : notOfACertificate;
}

const notOfACertificate = { problem: 'This code is none of a certificate.' };

function numberIn(text: string): Scanned {
  const number = text.trim();
  if (/^[A-Za-z]{2,8}[\s-]?\d{4}[\s-]?[0-9A-Za-z]{13}$/.test(number)) return { to: paths.verify(number) };
  return notOfACertificate;
}
