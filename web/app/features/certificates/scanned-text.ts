import { parseUrl } from '@fairlead/contract/values/urls';
import { paths } from '../../lib/paths.ts';

/** The page of this site for a scanned text, or the reason why there is none. */
export type Scanned = { to: string } | { problem: string };

/**
 * Maps the text of a QR code to a page of this site. A URL of another site is never followed: a forged certificate may
 * link to a fake verifier.
 *
 * @param origins the academy's origins: that of this page, and the configured public URL.
 */
export function scannedText(text: string, origins: readonly string[]): Scanned {
  const url = parseUrl(text);
  if (!url) return numberIn(text);
  const { origin, host, pathname, hash } = url;
  if (!origins.includes(origin)) {
    return { problem: `This code leads to ${host || 'another website'}, not to the academy. Do not trust it.` };
  }
  const [, page, number] = pathname.split('/');
  if (page?.toLowerCase() === 'c' && hash) return { to: paths.certificateCode(hash.slice(1)) };
  return page?.toLowerCase() === 'verify' ? numberIn(number ?? '') : notOfACertificate;
}

const notOfACertificate = { problem: 'This is not the code of a certificate.' };

function numberIn(text: string): Scanned {
  const number = text.trim();
  if (/^[A-Za-z]{2,8}[\s-]?\d{4}[\s-]?[0-9A-Za-z]{13}$/.test(number)) return { to: paths.verify(number) };
  return notOfACertificate;
}
