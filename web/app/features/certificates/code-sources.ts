import { certificates } from '@fairlead/contract/certificates/calls';
import { publicLog } from '@fairlead/contract/certificates/public-log';
import { call, isRefusal } from '../../lib/calls/api-client.ts';
import { dayOf } from '../../lib/format/dates.ts';
import { findCertificate } from './find-certificate.ts';
import type { PdfSources } from './pdf/check-pdf.ts';

/** The timeout for the register in milliseconds; after it the register counts as unreachable. */
const patience = 10_000;

/**
 * The academy's register and lists. Without a network, the service worker returns the lists from its cache; the
 * register receives only the number.
 */
export const codeSources = (timeZone: string): PdfSources => ({
  keys: () => unlessUnreachable(call(certificates.keys).then(({ data }) => data)),
  withdrawals: () => unlessUnreachable(call(certificates.withdrawals).then(({ data }) => data)),
  register: (number) => unlessUnreachable(Promise.race([findCertificate(number), tooLate()])),
  logKeys: () => unlessUnreachable(call(publicLog.keys).then(({ data }) => data)),
  today: dayOf(new Date(), timeZone),
  now: new Date(),
});

const tooLate = () => new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), patience));

async function unlessUnreachable<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    // Rate limited, a server error, or no network: in each case the cached data is used.
    if (isRefusal(error)) return undefined;
    throw error;
  }
}
